"""Checks users' arguments before C++ gets them. Each message says what was expected and what was given."""
from __future__ import annotations

import numbers
import operator
import os
from typing import Any, Mapping, Optional, Union

from ._arena import Error

MOST_NUMBER = 2**31 - 1
MOST_SEED = 2**64 - 1
MOST_THREADS = 1024
MOST_ROOT_SEED = 2**128 - 1
MOST_SECONDS = 100_000_000


def whole(given: Any, what: str, least: int, most: int) -> int:
    """A whole number in a range, numpy's too. Raises Error, which names `what`, for other values."""
    try:
        number = None if isinstance(given, bool) else operator.index(given)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        wanted = f"a whole number from {least} to {most}" if least < most else str(least)
        raise Error(f"{what} is {wanted}, not {given!r:.80}")
    return number


def seconds(given: Any, what: str) -> float:
    """A duration in seconds. Raises Error, which names `what`, for other values."""
    try:
        length = float(given) if isinstance(given, numbers.Real) and not isinstance(given, bool) else -1.0
    except OverflowError:
        length = -1.0
    if not (length == 0 or 0.001 <= length <= MOST_SECONDS):
        raise Error(f"{what} is a number of seconds from 0.001 to {MOST_SECONDS}, or 0, not {given!r:.80}")
    return length


def string(given: Any, what: str) -> str:
    """A str. Raises Error, which names `what`, for other values."""
    if not isinstance(given, str):
        raise Error(f"{what} is a str, not {given!r:.80}")
    return given


def path_of(given: Union[str, bytes, os.PathLike[str]]) -> bytes:
    """The bytes of a path. Raises Error for one with a zero byte, where the system would stop reading it."""
    path = os.fsencode(given)
    if b"\0" in path:
        raise Error(f"a path cannot contain a zero byte: {given!r:.80}")
    return path


def need_numpy(what: str) -> None:
    """Raises Error, which names `what` needs it, if numpy is not installed."""
    try:
        import numpy  # noqa: F401  # pylint: disable=unused-import
    except ImportError as missing:
        raise Error(f"{what} needs numpy (Debian: python3-numpy)") from missing


def fields(given: Optional[Mapping[str, Any]], what: str) -> dict[str, Any]:
    """A dictionary with str keys; None means an empty one. Raises Error, which names `what`, for other values."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise Error(f"{what} is a dictionary, not {given!r:.80}")
    return {string(key, f"a key of {what}"): value for key, value in given.items()}


def seed_of(given: Any) -> int:
    """A seed. Raises Error for other values."""
    try:
        return whole(given, "a seed", 0, MOST_SEED)
    except Error:
        raise Error(f"a seed is a whole number from 0 to 2**64 - 1, not {given!r:.80}") from None


def root_seed_of(given: Any) -> str:
    """The seed of a run, as text. Raises Error for other values."""
    try:
        return hex(whole(given, "a seed", 0, MOST_ROOT_SEED))
    except Error:
        raise Error(f"the seed of a run is a whole number from 0 to 2**128 - 1, not {given!r:.80}") from None


def merged(options: Optional[Mapping[str, Any]], more: Mapping[str, Any]) -> dict[str, Any]:
    """Merges the options given in both ways. Raises Error if one is given twice."""
    given = fields(options, "options")
    twice = set(given) & set(more)
    if twice:
        raise Error(f"option {min(twice)} is given twice")
    return {**given, **more}
