"""`arena replay`: recorded games give back what their bots were sent, and broken records are found."""
import copy
import json

from support import BAD_BOT, CONFORMANCE, ArenaTest, main

GAMES = [json.loads(line) for line in CONFORMANCE.read_text().splitlines()]


def transcript(game, seat):
    """What a seat was sent, as the bytes of a file."""
    return "".join(line + "\n" for line in game["transcripts"][seat])


def lines_of(games):
    return "".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games)


class Conformance(ArenaTest):
    def test_every_game_keeps_the_rules(self):
        result = self.succeed("replay", CONFORMANCE)
        self.assertEqual(result.out, f"{len(GAMES)} games checked: all keep the rules\n")
        self.assertEqual(self.succeed("replay", CONFORMANCE, "-q").out, "")

    def test_every_transcript_is_the_recorded_one_byte_for_byte(self):
        for seat in (0, 1):
            for number, game in enumerate(GAMES, 1):
                with self.subTest(game=number, seat=seat):
                    result = self.succeed("replay", CONFORMANCE, "--game", number, "--transcript", seat)
                    self.assertEqual(result.out, transcript(game, seat))
                    self.assertEqual(result.err, "")

    def test_the_transcripts_of_a_whole_file_follow_each_other(self):
        for seat in (0, 1):
            result = self.succeed("replay", CONFORMANCE, "--transcript", seat)
            self.assertEqual(result.out, "".join(transcript(game, seat) for game in GAMES))

    def test_what_is_left_out_is_computed(self):
        games = copy.deepcopy(GAMES)
        for game in games:
            for key in ("scores", "places", "end", "options"):
                del game[key]
        self.file("games.jsonl", lines_of(games))
        self.succeed("replay", "games.jsonl")

    def test_a_file_may_have_blank_lines_and_no_last_newline(self):
        self.file("games.jsonl", "\n" + lines_of(GAMES[:1]) + " \r\n" + lines_of(GAMES[1:2]).rstrip("\n"))
        self.assertEqual(self.succeed("replay", "games.jsonl").out, "2 games checked: all keep the rules\n")

    def test_a_compressed_record_of_forfeits(self):
        for bot in ("exit_after 3", "hang"):
            self.succeed("run", "lost_cities", "-p", f"{BAD_BOT} {bot}", "-n", "2", "--seed", "1", "--move-time", "50ms",
                         "--record", "games.jsonl.zst", "-q")
        self.assertEqual(self.succeed("replay", "games.jsonl.zst").out, "4 games checked: all keep the rules\n")
        told = self.succeed("replay", "games.jsonl.zst", "--game", "1", "--transcript", "1").out
        self.assertRegex(told, r"(?s)\nGame over\.\nFinal Score:  -?\d+ \(You\) vs\. -?\d+ \(Opponent\)\.\n"
                               r"Congratulations, you win\.\n\Z")


class Repeated(ArenaTest):
    """A match is in a file once."""

    SEEDED = [{**game, "seed": number} for number, game in enumerate(GAMES[:3])]

    def replay(self, games, status):
        self.file("games.jsonl", lines_of(games))
        return self.arena("replay", "games.jsonl", status=status)

    def test_it_is_named_whatever_was_played_in_it(self):
        one, two, three = self.SEEDED
        result = self.replay([one, two, one, two, three], 1)
        self.assertEqual(result.err, "games.jsonl:3 (game 3): this match is there already\n"
                                     "games.jsonl:4 (game 4): this match is there already\n")
        self.assertEqual(result.out, "5 games checked: all keep the rules; 2 repeat a match\n")
        self.assertIn("games.jsonl:2 (game 2): this match is there already\n",
                      self.replay([one, {**one, "moves": one["moves"][:-1]}], 1).err)

    def test_with_other_seats_seed_or_options_it_is_another(self):
        one = self.SEEDED[0]
        others = [{**one, "players": one["players"][::-1]}, {**one, "seed": 12}, {**one, "options": {"max_turns": 500}}]
        self.assertNotIn("already", self.replay([one, *others], 0).err)

    def test_other_limits_of_the_same_players_make_no_other_match(self):
        one = self.SEEDED[0]
        players = [{**player, "max_refusals": 20} for player in one["players"]]
        self.assertIn("already", self.replay([one, {**one, "players": players}], 1).err)

    def test_without_a_seed_a_deal_may_be_played_often(self):
        self.assertEqual(self.replay([GAMES[0], GAMES[0]], 0).out, "2 games checked: all keep the rules\n")

    def test_matches_of_several_deals(self):
        # The shuffles of a match follow from its moves.
        self.succeed("run", "yard_bridge", "-b", "shed", "-b", "random", "--seed", "3", "-q", "--record", "one.jsonl")
        record, = self.records("one.jsonl")
        record["deals"][0]["shuffles"].append(record["deals"][0]["deck"])
        self.assertIn("already", self.replay([*self.records("one.jsonl"), record], 1).err)


class Broken(ArenaTest):
    """Each test spoils the second of three games; a blank line makes it line 3 of its file."""

    def setUp(self):
        super().setUp()
        self.game = copy.deepcopy(GAMES[1])
        self.moves = self.game["moves"]

    def index(self, wanted, after=0):
        """The index of the first wanted move from `after` on."""
        return next(i for i in range(after, len(self.moves)) if wanted(self.moves[i]))

    def replay(self, line=None, *words):
        if line is None:
            line = json.dumps(self.game)
        self.file("games.jsonl", lines_of(GAMES[:1]) + "\n" + line + "\n" + lines_of(GAMES[2:3]))
        return self.arena("replay", "games.jsonl", *words)

    def broken(self, *texts, move=None):
        """Arena reports the break and its place. `move` is an index, or None if no move is broken."""
        result = self.replay()
        self.assertEqual(result.status, 1, result)
        self.assertEqual(result.out, "3 games checked: 1 broken\n")
        place = "games.jsonl:3 (game 2): " + (f"move {move + 1}: " if move is not None else "")
        self.assertTrue(result.err.startswith(place), f"{result.err} does not begin with {place}")
        self.assertEqual(result.err.count("\n"), 1)
        for text in texts:
            self.assertIn(str(text), result.err)

    def unreadable(self, line, *texts):
        result = self.replay(line)
        self.assertEqual(result.status, 2, result)
        self.assertEqual(result.out, "2 games checked: all keep the rules; 1 line is no record\n")
        self.assertEqual(result.err.count("\n"), 1)
        for text in ("games.jsonl:3 (game 2)", *texts):
            self.assertIn(text, result.err)

    def test_the_game_as_it_was(self):
        self.assertEqual(self.replay().status, 0)

    def test_a_wrong_score(self):
        self.game["scores"][1] += 1
        self.broken("scores", self.game["scores"][1], GAMES[1]["scores"][1])

    def test_a_wrong_place(self):
        self.game["places"] = [2, 1]
        self.broken("places are 1, 2, not 2, 1")

    def test_a_wrong_end(self):
        self.game["end"] = "turn limit"
        self.broken("end", "played out", "turn limit")

    def test_a_wrong_text_of_a_refusal(self):
        at = self.index(lambda move: move.get("rejected") == "No cards there.")
        self.moves[at]["rejected"] = "No card there."
        self.broken("No card there.", "No cards there.", move=at)

    def test_a_refusal_of_a_legal_move(self):
        at = self.index(lambda move: move["move"] == "n" and "rejected" not in move)
        self.moves.insert(at, {**self.moves[at], "rejected": "No cards there."})
        self.broken("legal", move=at)

    def test_an_illegal_move(self):
        at = self.index(lambda move: "rejected" in move, after=20)
        why = self.moves[at].pop("rejected")
        self.broken(why, self.moves[at]["move"], move=at)

    def test_a_card_that_is_not_in_hand(self):
        self.moves[0]["move"] = "d" + self.game["deal"]["deck"][-1].replace("Inv", "i")
        self.broken("No such card.", move=0)

    def test_an_illegal_move_whose_refusal_is_not_told(self):
        self.moves[0]["move"] = "hello"
        self.broken("hello", "Invalid play.", move=0)

    def test_a_move_after_the_end(self):
        self.moves.append({"seat": 0, "move": "n"})
        self.broken("after the end", move=len(self.moves) - 1)

    def test_a_record_that_is_cut_short(self):
        self.moves.pop()
        self.broken("ends where seat", move=len(self.moves))

    def test_a_move_of_the_wrong_seat(self):
        at = self.index(lambda move: move["seat"] == 1)
        self.moves[at]["seat"] = 0
        self.broken("seat 1 is to move, not seat 0", move=at)

    def test_more_refusals_than_are_allowed(self):
        at, most = 0, 0
        run = 0
        for index, move in enumerate(self.moves):
            run = run + 1 if "rejected" in move else 0
            if run > most:
                most, at = run, index
        self.game["options"] = {"max_refusals": most}
        self.assertEqual(self.replay().status, 0)
        self.game["options"] = {"max_refusals": most - 1}
        self.broken("refus", move=at + 1)

    def test_a_move_of_the_arbiter_where_the_player_is_there(self):
        self.moves[0]["by"] = "arbiter"
        self.broken("the arbiter moves for seat", "but its player has not forfeited", move=0)

    def test_a_forfeit_that_is_none(self):
        self.game["forfeits"] = [{"seat": 1, "reason": "time", "detail": "", "after": 1000}]
        self.broken("forfeit")

    def test_a_reason_of_a_forfeit_that_there_is_not(self):
        self.game["forfeits"] = [{"seat": self.game["deal"]["first"], "reason": "boredom", "detail": "", "after": 0}]
        self.broken("boredom", move=0)

    def test_a_deal_that_cannot_be(self):
        self.game["deal"]["deck"][0] = self.game["deal"]["deck"][1]
        self.broken("deck")

    def test_options_that_cannot_be(self):
        self.game["options"] = {"max_turn": 3}
        self.broken("max_turn", "max_turns")

    def test_a_player_too_many(self):
        self.game["players"].append({"name": "third"})
        self.broken("players")

    def test_lines_that_are_no_record(self):
        self.unreadable("{\"arena\":1,", "JSON", "it is cut off")
        self.unreadable("hello", "JSON")
        self.unreadable("[1]", "object")
        self.unreadable("{\"arena\":1,\"game\":\"\xff", "JSON")

    def test_a_file_of_something_else_is_told_briefly(self):
        self.file("games.jsonl", "Dear diary,\n" * 1000)
        self.assertEqual(self.refuse("replay", "games.jsonl").err, 'arena: "games.jsonl" is no file of records\n')
        self.file("games.jsonl", "{ Dear diary,\n" * 1000 + json.dumps(self.game))
        result = self.arena("replay", "games.jsonl")
        self.assertEqual((result.status, result.out), (2, "1 game checked: all keep the rules; 1000 lines are no record\n"), result.err)
        self.assertEqual(result.err.count("\n"), 10)

    def test_an_unknown_game(self):
        self.game["game"] = "lost_towns"
        self.unreadable(json.dumps(self.game), "lost_towns", "lost_cities")

    def test_the_transcript_of_a_broken_record_goes_as_far_as_it_can(self):
        self.moves.pop()
        result = self.replay(None, "--transcript", "0", "--game", "2")
        self.assertEqual(result.status, 1)
        whole = transcript(GAMES[1], 0)
        self.assertTrue(whole.startswith(result.out))
        self.assertGreater(len(result.out), 0.9 * len(whole))
        self.assertIn("(game 2): move", result.err)

    def test_one_game_of_a_file(self):
        self.moves.pop()
        self.assertEqual(self.replay(None, "--game", "1").out.splitlines()[1:], ["1 game checked: all keep the rules"])
        self.assertEqual(self.replay(None, "--game", "2").out, "1 game checked: 1 broken\n")
        self.assertEqual(self.replay(None, "--game", "2").status, 1)
        self.assertEqual(self.replay(None, "--game", "3", "-q").out, "")
        self.assertEqual(self.replay(None, "--game", "3").status, 0)
        for number in ("4", "0", "-1"):
            result = self.replay(None, "--game", number)
            self.assertEqual(result.status, 2, result)
            self.assertIn("--game", result.err)
            self.assertIn(number, result.err)

    def test_seats_that_there_are_not(self):
        for seat in ("2", "-1", "x"):
            result = self.replay(None, "--transcript", seat)
            self.assertEqual((result.status, result.out), (2, ""), result)
            self.assertIn("--transcript", result.err)


class Results(ArenaTest):
    def test_the_result_of_one_game_is_shown_though_the_record_does_not_tell(self):
        for number, game in enumerate(GAMES[:5], 1):
            bare = {key: value for key, value in game.items() if key not in ("scores", "places", "end")}
            self.file("games.jsonl", lines_of([bare]))
            results = [f"{player['name']} {score}{' *' if place == 1 else ''}"
                       for player, score, place in zip(game["players"], game["scores"], game["places"])]
            result = self.succeed("replay", "games.jsonl", "--game", "1")
            self.assertEqual(result.out, f"Game 1 of Lost Cities: {', '.join(results)}; {game['end']}\n"
                                         "1 game checked: all keep the rules\n")
            self.assertEqual(self.succeed("replay", CONFORMANCE, "--game", number).out.splitlines()[0],
                             f"Game {number} of Lost Cities: {', '.join(results)}; {game['end']}")

    def test_a_wrong_score_stands_beside_the_right_one(self):
        self.file("games.jsonl", lines_of([{**GAMES[0], "scores": [0, 1]}]))
        result = self.arena("replay", "games.jsonl", "--game", "1", status=1)
        for score in GAMES[0]["scores"]:
            self.assertIn(f" {score}", result.out.splitlines()[0])


class CutOff(ArenaTest):
    """Files that are cut off: arena checks the whole records and reports the rest."""

    def cut(self, name, size):
        self.succeed("run", "lost_cities", "-n", "5", "--seed", "1", "--record", name, "-q")
        path = self.folder / name
        path.write_bytes(path.read_bytes()[:size])

    def test_a_compressed_file(self):
        self.cut("games.jsonl.zst", -10)
        result = self.arena("replay", "games.jsonl.zst")
        self.assertEqual((result.status, result.out), (2, "4 games checked: all keep the rules\n"))
        self.assertEqual(result.err, "games.jsonl.zst: it is cut off after line 4\n")
        self.assertEqual(self.arena("replay", "games.jsonl.zst", "--game", "3").status, 0)
        self.refuse("replay", "games.jsonl.zst", "--game", "5",
                    saying='--game 5: "games.jsonl.zst" holds 4 games: it is cut off after line 4')
        told = self.arena("replay", "games.jsonl.zst", "--transcript", "0")
        self.assertEqual((told.status, told.out.count("Game over.")), (2, 4))

    def test_a_plain_file(self):
        self.cut("games.jsonl", -10)
        result = self.arena("replay", "games.jsonl")
        self.assertEqual((result.status, result.out), (2, "4 games checked: all keep the rules; 1 line is no record\n"))
        self.assertEqual(result.err, "games.jsonl:5 (game 5): the line is not JSON: it is cut off\n")

    def test_a_file_of_which_nothing_is_left(self):
        self.cut("games.jsonl.zst", 20)
        self.refuse("replay", "games.jsonl.zst", saying='"games.jsonl.zst" holds no record: it is cut off after line 0')

    def test_from_standard_input(self):
        text = lines_of(GAMES[:3])
        whole = self.arena("replay", "/dev/stdin", text=text)
        self.assertEqual((whole.status, whole.out), (0, "3 games checked: all keep the rules\n"))
        self.assertEqual(self.arena("replay", "/dev/stdin", text=text[:-10]).status, 2)


if __name__ == "__main__":
    main()
