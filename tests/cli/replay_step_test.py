"""`arena replay --step`: a person walks through a recorded game and sees it as a spectator."""
import copy

from replay_test import GAMES, lines_of
from support import BAD_BOT, CONFORMANCE, ArenaTest, main


class Stepping(ArenaTest):
    def step(self, keys, *words):
        result = self.succeed("replay", CONFORMANCE, "--step", *words, text="".join(key + "\n" for key in keys))
        self.assertEqual(result.err, "")
        return result.out

    def places(self, text):
        """The numbers of moves after which positions were shown."""
        return [int(line.split()[2]) for line in text.splitlines() if line.startswith("after move ")]

    def test_every_position_of_a_game(self):
        moves = GAMES[0]["moves"]
        text = self.step([""] * (len(moves) + 5) + ["q"])
        shown = self.places(text)
        accepted = [number for number, move in enumerate(moves, 1) if "rejected" not in move]
        self.assertEqual(sorted(set(shown)), [0, *accepted])
        self.assertIn("seat 0 dumb, seat 1 chaos", text)
        self.assertIn(": dumb moves 3D\n", text)
        first, second = GAMES[0]["scores"]
        self.assertIn(f"{first} points", text)
        self.assertIn(f"{second}", text.rpartition("Game over")[2])

    def frames(self, *words):
        """What is shown for each position of the first game of games.jsonl."""
        moves = len(self.records()[0]["moves"])
        text = self.succeed("replay", "games.jsonl", "--step", text="\n" * (moves + 2)).out
        return text.split("[Enter next, b back, number, e end, q quit] ")[:-1]

    def test_a_spectator_sees_each_bid_of_a_simultaneous_game(self):
        for seats in (2, 3):
            with self.subTest(seats=seats):
                players = [word for seat in range(seats) for word in ("-b", f"name=player{seat}", "random")]
                (self.folder / "games.jsonl").unlink(missing_ok=True)
                self.succeed("run", "bidding", *players, "-n", 1, "--seed", 1, "-q", "--record", "games.jsonl")
                moves = self.records()[0]["moves"]
                frames = self.frames()
                for number, (move, frame) in enumerate(zip(moves, frames[1:]), 1):
                    self.assertIn(f"\nafter move {number} of {13 * seats}: player{move['seat']} moves {move['move']}\n",
                                  frame)
                    waits = ", ".join(f"player{seat}" for seat in range(number % seats, seats))
                    if number < len(moves):
                        self.assertIn(f"\nTo move: {waits}\n", frame)

    def test_a_bid_that_waits_is_told_with_the_round(self):
        self.succeed("run", "bidding", "-b", "mimic", "-b", "random", "-n", 1, "--seed", 1, "-q", "--record",
                     "games.jsonl")
        game, = self.records()
        first, second = (move["move"] for move in game["moves"][:2])
        frames = self.frames()
        self.assertNotIn("bids", frames[1])
        self.assertIn(f"mimic bids {first}.\nrandom bids {second}.\n", frames[2])
        self.assertIn(f"\nThe end: mimic {game['scores'][0]}, random {game['scores'][1]}.\n", frames[-1])

    def test_players_of_the_same_name_are_seats(self):
        game = copy.deepcopy(GAMES[0])
        for player in game["players"]:
            player["name"] = "twin\x1b[31m"
        self.file("games.jsonl", lines_of([game]))
        frames = self.frames()
        self.assertIn("== Turn 1 ", frames[0])
        self.assertIn("-- seat 1's hand ", frames[0])
        self.assertNotIn("\x1b", "".join(frames))

    def test_names_of_any_length_and_script_fit_the_board(self):
        game = copy.deepcopy(GAMES[0])
        for player, name in zip(game["players"], ("Владимир_Иванович_Ленский", "a_bot_with_a_long_name")):
            player["name"] = name
        self.file("games.jsonl", lines_of([game]))
        for frame in self.frames():
            board = [line for line in frame.splitlines() if line.startswith("--")]
            self.assertEqual({len(line) for line in board}, {79}, frame)
        self.assertIn("-- Владимир_Иванови: ", frame)

    def test_a_forfeit_is_shown(self):
        self.succeed("run", "lost_cities", "-p", BAD_BOT, "exit_after", "3", "-b", "dumb", "--seed", "1", "-q", "--record",
                     "games.jsonl")
        self.assertRegex(self.frames()[-1], r": bad_bot forfeits \(exit\): exited with status 0.*\n\n(?s:.*)"
                                            r"\nbad_bot forfeits: dumb wins, whatever the scores.\n")

    def test_back_and_forth(self):
        last = len(GAMES[2]["moves"])
        places = self.places(self.step(["", "b", "b", "e", "g", "", "n", "p", "9999", "q"], "--game", "3"))
        one, two = places[1], places[7]
        self.assertTrue(0 < one < two)
        self.assertEqual(places, [0, one, 0, 0, last, 0, one, two, one, last])

    def test_to_a_move_by_its_number(self):
        places = self.places(self.step(["100", "q"]))
        self.assertTrue(100 <= places[1] <= 105, places)

    def test_what_is_no_key_is_explained(self):
        text = self.step(["what", "q"])
        self.assertEqual(self.places(text), [0])
        self.assertIn("q: quit", text)

    def test_the_end_of_the_input_ends_it(self):
        self.assertEqual(self.places(self.step([])), [0])

    def test_a_broken_record_can_be_stepped_to_where_it_breaks(self):
        game = copy.deepcopy(GAMES[0])
        del game["moves"][50:]
        self.file("games.jsonl", lines_of([game]))
        result = self.arena("replay", "games.jsonl", "--step", text="e\nq\n", status=1)
        self.assertEqual(self.places(result.out)[0], 0)
        self.assertGreater(self.places(result.out)[1], 40)
        self.assertIn("move 51", result.err)


if __name__ == "__main__":
    main()
