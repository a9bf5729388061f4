"""Arena, the referee for bots of card games, from Python.

    import arena

    game = arena.game("bidding")
    state = game.start(seed=1)
    while not state.over:
        state.apply(state.legal()[0])
    print(state.outcome())

    def move(view):
        return view.prize if view.prize in view.hand else view.hand[0]

    print(arena.run("bidding", [move, "planner"], n=1000, seed=1))

docs/python.md has the details.

`python3 -m arena.bot MODULE` plays a module with a function `move(game_state)`; `arena run GAME -m MODULE`
starts it for you. This worker is pure Python, 3.8 or later. So the package loads its compiled part only when you
first use a name that needs it.
"""
import importlib
from typing import TYPE_CHECKING, Any, List

if TYPE_CHECKING:
    from . import records
    from ._adapters import aec_env, open_spiel_game, parallel_env
    from ._arena import BotError, BuiltinBot, Error, History, IllegalMove, Outcome, Rng, State
    from ._batch import Batch, Encoder, Part
    from ._compare import Compared, Comparison, Sprt, compare
    from ._games import Game, Playouts, derive_seed, game, games, mix_seed, playouts
    from ._lookahead import SearchedMove, ismcts
    from ._review import Habit, LuckOfDeals, PlayerReview, Review, ReviewedMove, review
    from ._series import BuiltinIdentity, Fault, Interval, Player, PlayerStanding, Standing, Verdict
    from ._series import builtin, called, module, process, run
    from ._solve import BestResponse, Solution, SolvedMove, best_response, exploitability, solve
    from ._store import Store
    from ._tournament import tournament
    from .bot import Fields, NotListed, View

_HOMES = {
    "_adapters": "aec_env open_spiel_game parallel_env",
    "_arena": "BotError BuiltinBot Error History IllegalMove Outcome Rng State __commit__ __version__",
    "_batch": "Batch Encoder Part",
    "_compare": "Compared Comparison Sprt compare",
    "_games": "Game Playouts derive_seed game games mix_seed playouts",
    "_lookahead": "SearchedMove ismcts",
    "_review": "Habit LuckOfDeals PlayerReview Review ReviewedMove review",
    "_series": "BuiltinIdentity Fault Interval Player PlayerStanding Standing Verdict builtin called module process run",
    "_solve": "BestResponse Solution SolvedMove best_response exploitability solve",
    "_store": "Store",
    "_tournament": "tournament",
    "bot": "Fields NotListed View",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Batch", "BestResponse", "BotError", "BuiltinBot", "BuiltinIdentity", "Compared", "Comparison", "Encoder", "Error", "Fault",
    "Fields", "Game", "Habit", "History", "IllegalMove", "Interval", "LuckOfDeals", "NotListed", "Outcome", "Part",
    "Player", "PlayerReview", "PlayerStanding", "Playouts", "Review", "ReviewedMove", "Rng", "SearchedMove",
    "Solution", "SolvedMove", "Sprt", "Standing", "State", "Store", "Verdict", "View", "aec_env", "best_response",
    "builtin", "called", "compare", "derive_seed", "exploitability", "game", "games", "ismcts", "mix_seed",
    "module", "open_spiel_game", "parallel_env", "playouts", "process", "records", "review", "run", "solve",
    "tournament",
]


def __getattr__(name: str) -> Any:
    if name == "records":
        return importlib.import_module("arena.records")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'arena' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"arena.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> List[str]:
    return sorted({*globals(), *__all__})
