"""Reviews from Python: arena.review."""
import arena
from support import ArenaTest, main


class Review(ArenaTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "games.jsonl"
        arena.run("bidding", ["random", "optimal"], n=5, seed=1, options={"cards": 5},
                  record=self.path)

    def test_what_a_player_lost(self):
        review = arena.review(self.path, "random")
        player, = review.players
        self.assertEqual((review.game, review.unit, player.player, player.games, player.decisions), ("bidding", "points", "random", 5, 20))
        self.assertAlmostEqual(player.loss, sum(move.loss for move in review.moves) / 20)
        self.assertAlmostEqual(1, sum(habit.share for habit in player.habits))
        self.assertEqual(player.worst[0].loss, max(move.loss for move in review.moves))
        self.assertIsNone(player.luck)
        self.assertTrue(str(review).startswith("random lost "))

    def test_records_are_as_good_as_a_file(self):
        records = list(arena.records.read(self.path))
        self.assertEqual(arena.review(records), arena.review(self.path))
        self.assertEqual({move.game for move in arena.review(records[:2]).moves}, {1, 2})
        self.assertEqual({move.game for move in arena.review(records, limit=3).moves}, {1, 2, 3})

    def test_luck_apart(self):
        path = self.folder / "cards.jsonl"
        arena.run("lost_cities", ["greedy", "random"], n=2, seed=1, record=path)
        player = arena.review(path, "greedy", play_outs=20, jobs=1).players[0]
        self.assertEqual(player.luck.games, 2)
        self.assertGreater(player.luck.result, 0)

    def test_mistakes(self):
        for given, text in ((lambda: arena.review(self.path, "you"), 'no game has the player "you"'),
                            (lambda: arena.review([]), "there is no game to review"), (lambda: arena.review([1]), "a game is a Record, not 1"),
                            (lambda: arena.review(self.path, play_outs=1), "play_outs is a whole number from 10"),
                            (lambda: arena.review(self.path, limit=0), "limit is a whole number from 1")):
            with self.assertRaisesRegex(arena.Error, text):
                given()
        with self.assertRaises(FileNotFoundError):
            arena.review(self.folder / "none.jsonl")


if __name__ == "__main__":
    main()
