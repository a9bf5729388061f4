"""One measurement for arena_bench: python_rows.py PACKAGE_FOLDER ARENA WHAT TIMES prints a figure and a yardstick.

The yardstick is 0 if arena_bench measures its own.
"""
import json
import os
import subprocess
import sys
import time

sys.path.insert(0, sys.argv[1])
import arena  # noqa: E402  # the package of this build

BOTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bots")


def playouts(_, times):
    arena.playouts("bidding", 1)
    begin = time.perf_counter()
    arena.playouts("bidding", times, 1)
    return times / (time.perf_counter() - begin), 0


def stepped(_, times):
    """Plays whole games: lists the legal moves, picks and applies one, checks for the end."""
    game, below, moves = arena.game("bidding"), arena.Rng(1).below, 0
    begin = time.perf_counter()
    for seed in range(times):
        state = game.start(seed)
        legal, apply = state.legal, state.apply
        while not state.over:
            choices = legal()
            apply(choices[below(len(choices))])
            moves += 1
    taken = time.perf_counter() - begin
    begin = time.perf_counter()
    for _ in range(moves):
        below(7)
    return moves / taken, moves / (time.perf_counter() - begin)


def batch(game):
    """Decisions a second of two seats in a batch, with random moves drawn by numpy, and of a loop by hand."""
    import numpy

    places = 1024
    played, rng = arena.Batch(game, places, 1, seats=2), numpy.random.default_rng(1)

    def measure(_, times):
        begin = time.perf_counter()
        for _ in range(times):
            played.step((rng.random(played.mask.shape, dtype=numpy.float32) * played.mask).argmax(axis=1))
        return times * places / (time.perf_counter() - begin), by_hand(game, times)

    return measure


def by_hand(game, decisions):
    """A view and a mask for each decision: less than what a learner needs."""
    import numpy

    game, below, done = arena.game(game), arena.Rng(1).below, 0
    number = {move: i for i, move in enumerate(game.actions)}
    begin = time.perf_counter()
    for seed in range(decisions):
        state = game.start(seed, seats=2)
        while not state.over:
            state.view()
            legal, mask = state.legal(), numpy.zeros(len(number), bool)
            for move in legal:
                mask[number[move]] = True
            state.apply(legal[below(len(legal))])
            done += 1
        if done >= decisions:
            return done / (time.perf_counter() - begin)


def engine(game):
    """Random moves a second of the engine alone, as far as Python starts them."""
    def measure(_, times):
        arena.playouts(game, 1)
        begin = time.perf_counter()
        return arena.playouts(game, times, 1).moves / (time.perf_counter() - begin), 0

    return measure


def kuhn(_, times):
    """Random moves a second of a game in Python: of its play-outs, and of a whole series as the yardstick."""
    sys.path.insert(0, os.path.join(os.path.dirname(BOTS), "../examples/python"))
    from kuhn_poker import Kuhn

    game = arena.game(Kuhn)
    begin = time.perf_counter()
    moves = game.playouts(times).moves
    taken = time.perf_counter() - begin
    standing = arena.run(game, ["random", "random"], n=times, seed=1, jobs=1)
    return moves / taken, standing.moves / standing.seconds


def called(_, times):
    def first(view):
        return view.hand[0]

    view = arena.game("bidding").start().view()
    standing = arena.run("bidding", [first, "ordered"], n=times, seed=1)
    questions = standing.moves / 2
    begin = time.perf_counter()
    for _ in range(int(questions)):
        first(view)
    return questions / standing.seconds, questions / (time.perf_counter() - begin)


def streams(program, times, *player):
    """Moves and games per second of a series, played as `arena run` does by default."""
    out = subprocess.run([program, "run", "streams", *player, "-n", str(times), "--seed", "1", "--json", "-q"],
                         check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    told = json.loads(out)
    return told["moves"] / told["seconds"], told["games"] / told["seconds"]


def inside(program, times):
    return streams(program, times, "-m", os.path.join(BOTS, "first_slot_module.py"), "--in-process")[0], 0


def worker(program, times):
    return streams(program, times, "-m", os.path.join(BOTS, "first_slot_module.py"), "--python", sys.executable)[0], 0


def pipe(program, times):
    return streams(program, times, "-p", "--", sys.executable, os.path.join(BOTS, "first_slot.py"), "--")[1], 0


if __name__ == "__main__":
    what, _, of_game = sys.argv[3].partition(" ")
    measure = {"playouts": playouts, "stepped": stepped, "called": called, "inside": inside, "worker": worker,
               "pipe": pipe, "batch": batch, "engine": engine, "kuhn": kuhn}[what]
    print(*(measure(of_game) if of_game else measure)(sys.argv[2], int(sys.argv[4])))
