#!/usr/bin/env python3
"""The tests of the referees themselves, on deals and records made by hand: all *_self_test.py, as ctest runs them."""
import os
import unittest


def load_tests(loader, _tests, _pattern):
    return loader.discover(os.path.dirname(os.path.abspath(__file__)), "*_self_test.py")


if __name__ == "__main__":
    unittest.main()
