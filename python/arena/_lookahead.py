"""For searches: State.playouts and arena.ismcts."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Sequence, Union

from . import _arena
from ._arena import Error, State
from ._given import MOST_NUMBER, MOST_THREADS, need_numpy, seed_of, string, whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_ITERATIONS = 100_000_000


class SearchedMove(NamedTuple):
    """What a search found of a move."""

    move: Union[int, str]
    probability: float
    """With which the search would play it: 0 or 1 if the seat decides alone, else a mixture."""
    visits: int
    """How many iterations began with it."""
    points: float
    """The mean lead of the seat's side over the best other one in the search's play-outs after it: no exact value."""


def playouts(state: State, n: int, seed: int = 0, *, bots: Union[str, Sequence[str]] = "random",
             stop: Optional[str] = None, seat: Optional[int] = None, first: Union[None, int, str] = None,
             threads: int = 1) -> NDArray[Any]:
    """The implementation of State.playouts."""
    need_numpy("State.playouts")
    if stop not in (None, "deal"):
        raise Error(f'stop is "deal" or None, not {stop!r:.80}')
    names = [bots] * state.seats if isinstance(bots, str) else list(bots)
    if len(names) != state.seats:
        raise Error(f"bots are {state.seats}, one for each seat, not {len(names)}")
    as_seen_by = None if seat is None else whole(seat, "seat", 0, state.seats - 1)
    return _arena.play_outs(state.game._core, state, whole(n, "n", 1, MOST_NUMBER), seed_of(seed),
                            [string(name, "the name of a bot") for name in names], stop == "deal", as_seen_by,
                            "" if first is None else str(first), whole(threads, "threads", 1, MOST_THREADS))


def ismcts(state: State, iterations: int = 1000, seed: int = 0, seat: Optional[int] = None) -> List[SearchedMove]:
    """Searches the moves of a seat that owes one, by default the first.

    Returns those that it knows: first the one that it would play, which has the most visits, or in a mixture the likeliest.
    Information-set Monte Carlo tree search with one observer, as the built-in bot `search` plays: each iteration draws a
    world that fits what the seat was told, and seats that move at the same time choose by regret matching. It uses nothing
    that the seat does not know. With events=True at the start, it also considers how the others played so far, where the
    game's search can. The same state and seed give the same result on every machine. Releases Python's lock; Ctrl-C ends it.
    """
    if not isinstance(state, State):
        raise TypeError(f"expected an arena.State, not {state!r:.80}")
    found = _arena.search(state.game._core, state, seat, whole(iterations, "iterations", 1, MOST_ITERATIONS), seed_of(seed))
    return [SearchedMove(*move) for move in found]
