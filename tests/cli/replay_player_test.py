"""`arena replay --player`: one player is followed through the seats, into a bot or as a transcript."""
import json

from replaying import PYTHON, RANDOM_BOT, ReplayBotTest
from support import main


class Players(ReplayBotTest):
    """Files in which players change seats, or do not play in every game."""

    def setUp(self):
        super().setUp()
        self.games = self.play("bidding", "--protocol", "json", *self.bot("old"), *self.bot("new"), "-n", "3", "--duplicate")
        self.assertEqual(len({self.seat_of(game, "old") for game in self.games}), 2)

    @staticmethod
    def bot(name):
        return "-p", f"name={name}", PYTHON, RANDOM_BOT

    @staticmethod
    def seat_of(game, name):
        return [player["name"] for player in game["players"]].index(name)

    def learn_player(self, games, name):
        moves = [move for game in games for move in game["moves"] if move["seat"] == self.seat_of(game, name)]
        self.file("answers", "".join(move["move"] + "\n" for move in moves))
        (self.folder / "heard").unlink(missing_ok=True)
        return moves

    def transcripts_of(self, name, games):
        numbers = [number for number, game in enumerate(self.records(), 1) if game in games]
        return "".join(self.transcript(self.seat_of(game, name), "--game", number)
                       for number, game in zip(numbers, games))

    def test_a_player_is_followed_through_the_seats(self):
        for name in ("old", "new"):
            moves = self.learn_player(self.games, name)
            out = self.put("--player", name)
            self.assertIn(f"Replaying player {name} of games.jsonl into actor: 6 games of The bidding game, 78 questions\n", out)
            self.assertTrue(out.endswith(f"\n{len(moves)} questions, 0 differ\n"), out)
            self.assertEqual(self.heard(), self.transcripts_of(name, self.games))

    def test_the_transcript_of_a_player(self):
        for name in ("old", "new"):
            self.assertEqual(self.transcript_of(name), self.transcripts_of(name, self.games))
        self.assertEqual(self.transcript_of("new", "--game", 2), self.transcripts_of("new", self.games[1:2]))

    def transcript_of(self, name, *words):
        result = self.succeed("replay", "games.jsonl", "--transcript", "--player", name, *words)
        self.assertEqual(result.err, "")
        return result.out

    def test_a_player_of_some_games_is_replayed_in_those(self):
        more = self.play("bidding", "--protocol", "json", *self.bot("old"), *self.bot("third"), "-n", "1")[-1:]
        for name, games in (("new", self.games), ("third", more), ("old", self.records())):
            moves = self.learn_player(games, name)
            self.assertIn(f"\n{len(moves)} questions, 0 differ\n", self.put("--player", name))
            self.assertEqual(self.heard(), self.transcripts_of(name, games))
            self.assertEqual(self.transcript_of(name), self.heard())

    def test_a_seat_that_changes_hands_is_said_to_do_so(self):
        warning = "Seat 0 changes hands: old sits there in game 1, new in game 2. "
        self.learn(self.games, 0)
        result = self.succeed("replay", "games.jsonl", "--seat", 0, "--bot", PYTHON, "actor.py")
        self.assertTrue(result.err.startswith(warning), result.err)
        self.assertIn("give --player NAME instead of --seat 0.", result.err)
        self.assertTrue(result.out.startswith("Replaying seat 0 (old, new) of games.jsonl into actor: 6 games"), result.out)
        result = self.succeed("replay", "games.jsonl", "--transcript", 0)
        self.assertTrue(result.err.startswith(warning), result.err)
        self.assertEqual(self.succeed("replay", "games.jsonl", "--transcript", 0, "--game", 2).err, "")

    def test_a_name_of_several_seats_is_refused(self):
        game = self.games[0]
        for player in game["players"]:
            player["name"] = "twin"
        self.file("games.jsonl", json.dumps(game) + "\n")
        self.refuse("replay", "games.jsonl", "--player", "twin", "--bot", "cat",
                    saying="--player twin: several seats of game 1 have this name; choose one with --seat SEAT")


if __name__ == "__main__":
    main()
