"""Rows 52 and 53 of the catalogue: the seed of a run cannot be found from its records, or by guessing."""
import hashlib
import re

from catalogue import RowTest

MASK = 2**64 - 1


def unmixed(result):
    """The state before a step of SplitMix64 that gave `result`."""
    z = result
    z ^= z >> 31 ^ z >> 62
    z = z * pow(0x94D049BB133111EB, -1, 2**64) & MASK
    z ^= z >> 27 ^ z >> 54
    z = z * pow(0xBF58476D1CE4E5B9, -1, 2**64) & MASK
    z ^= z >> 30 ^ z >> 60
    return z - 0x9E3779B97F4A7C15 & MASK


def mixed(state):
    z = state + 0x9E3779B97F4A7C15 & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def name_hash(name):
    fnv = 0xCBF29CE484222325
    for byte in name.encode():
        fnv = (fnv ^ byte) * 0x100000001B3 & MASK
    return fnv


def documented(root, name, index):
    """The derivation of docs/records.md."""
    key = hashlib.scrypt(root.to_bytes(16, "big"), salt=b"arena seeds 2", n=2**14, r=8, p=1, dklen=32)
    message = name.encode() + b"\0" + index.to_bytes(8, "little")
    return int.from_bytes(hashlib.blake2b(message, key=key, digest_size=16).digest()[:8], "little")


class Seeds(RowTest):
    def seeds(self, *words):
        """The seeds of the deals of a run, as its records tell them, and the run's own seed."""
        result = self.arena("run", "bidding", "-b", "random", "-b", "random", "-n", "3", "--record", "games.jsonl", *words)
        self.assertEqual(result.status, 0, result)
        return [int(record["seed"], 0) for record in self.records()], int(re.search(r"seed (0x[0-9a-f]+)", result.out)[1], 0)

    def test_row_52_one_deal_tells_nothing_about_the_next(self):
        deals, run = self.seeds("--seed", "0x123456789abcdef0")
        # How version 1 of the derivation was inverted: the index and the name are known, the steps can be undone.
        root = unmixed(unmixed(unmixed(deals[0]) ^ 0) ^ name_hash("deal"))
        self.assertNotEqual(root, run)
        self.assertNotEqual(mixed(mixed(mixed(root) ^ name_hash("deal")) ^ 1), deals[1])

    def test_row_52_the_derivation_is_the_documented_one_and_records_name_its_version(self):
        deals, run = self.seeds("--seed", str(2**100 + 7))
        self.assertEqual(run, 2**100 + 7)
        self.assertEqual(deals, [documented(run, "deal", k) for k in range(3)])
        self.assertEqual({record["derivation"] for record in self.records()}, {2})

    def test_row_53_a_drawn_seed_has_128_bits(self):
        drawn = [self.seeds()[1] for _ in range(3)]
        self.assertEqual(len(set(drawn)), 3)
        self.assertTrue(all(2**64 <= seed < 2**128 for seed in drawn), drawn)

    def test_row_53_a_seed_that_can_be_guessed_is_warned_of_with_untrusted_bots(self):
        warning = "Seed 0x00000000000007ea is easy to guess"
        sandboxed = ("--sandbox", "-p", "name=bad", *self.opponent[3:])
        for words, warned in ((["--seed", "2026", *sandboxed], True), (["--seed", str(2**100), *sandboxed], False),
                              (list(sandboxed), False), (["--seed", "2026", "-b", "random"], False)):
            with self.subTest(words):
                self.assertEqual(warning in self.arena("run", "lost_cities", *words).err, warned)
