"""Records of an earlier arena (tests/conformance/earlier): they replay, and every bot is shown the same bytes again.

All five games, with refused answers, forfeits of every kind, notes, modules and several protocols. transcripts.sha256 has
a line for each seat of each game, made by the version that wrote the records.
"""
import hashlib

from support import ROOT, ArenaTest, main

FOLDER = ROOT / "tests/conformance/earlier"


class EarlierRecords(ArenaTest):
    def test_they_replay(self):
        files = sorted(FOLDER.glob("*.jsonl"))
        self.assertEqual(len(files), 5)
        for file in files:
            with self.subTest(file=file.name):
                self.succeed("replay", "--quiet", file)

    def test_bots_are_shown_the_same_bytes(self):
        for line in (FOLDER / "transcripts.sha256").read_text().splitlines():
            game, number, seat, digest = line.split()
            with self.subTest(game=game, number=number, seat=seat):
                shown = self.succeed("replay", FOLDER / f"{game}.jsonl", "--transcript", seat, "--game", number).out
                self.assertEqual(hashlib.sha256(shown.encode()).hexdigest(), digest)


if __name__ == "__main__":
    main()
