"""A search for every game: it tries each legal move in many worlds that look the same to its seat.

    ./dev python examples/python/monte_carlo.py bidding -b planner -n 20

In each world the hidden cards are resampled, the move is made, and the rest is played at random. The search plays the
move with the best mean result. It uses only what its seat can see.
"""
import argparse

import arena


def result_of(outcome, seat, more_is_better):
    """The seat's own score minus that of the best opponent, if there is one."""
    sign = 1 if more_is_better else -1
    others = [sign * score for other, score in enumerate(outcome.scores) if other != seat]
    return sign * outcome.scores[seat] - (max(others) if others else 0)


def best_move(state, seat, rng, samples):
    """The move with the best mean result; every move is tried in the same worlds."""
    if state.game.lists_moves:
        moves = state.legal(seat)
    else:
        moves = sorted({state.random_move(rng, seat) for _ in range(20)}, key=str)
    if len(moves) == 1:
        return moves[0]
    totals = [0] * len(moves)
    for _ in range(samples):
        world = state.redeal(rng, seat)
        for index, move in enumerate(moves):
            tried = world.clone()
            tried.apply(move, seat)
            totals[index] += result_of(tried.playout(rng), seat, state.game.more_is_better)
    return moves[max(range(len(moves)), key=totals.__getitem__)]


def play(game, options, opponent, seed, samples):
    """Plays one game: the search at seat 0, built-in bots at the other seats."""
    state = game.start(seed, number=seed, events=True, options=options)
    rng = arena.Rng(arena.mix_seed(seed, "search"))
    bots = {seat: game.builtin(opponent, seed=arena.mix_seed(seed, "opponent", seat), seat=seat, seats=state.seats,
                               options=options) for seat in range(1, state.seats)}
    while not state.over:
        for seat in state.actors:
            if seat == 0:
                state.apply(best_move(state, 0, rng, samples), 0)
            else:
                bots[seat].watch(state)
                state.apply(bots[seat](state.view(seat)), seat)
    return state.outcome()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=arena.games())
    parser.add_argument("-b", "--builtin", help="the opponent (default: the default bot of the game)")
    parser.add_argument("-o", "--option", action="append", default=[], help="an option of the game, such as deals=1")
    parser.add_argument("-n", "--games", type=int, default=10, help="number of games")
    parser.add_argument("--samples", type=int, default=50, help="worlds for each decision")
    wanted = parser.parse_args()
    if wanted.samples < 1:
        parser.error(f"--samples must be at least 1, not {wanted.samples}")
    game = arena.game(wanted.game)
    opponent = wanted.builtin or game.default_builtin
    try:
        options = {name: int(value) for name, value in (option.split("=") for option in wanted.option)}
        game.builtin(opponent, options=options)
    except (arena.Error, ValueError) as wrong:
        parser.error(str(wrong))
    wins = 0
    for number in range(wanted.games):
        outcome = play(game, options, opponent, number, wanted.samples)
        wins += outcome.places[0] == 1
        print(f"game {number + 1}: {outcome.scores}", flush=True)
    if game.least_seats > 1:
        print(f"{wins} of {wanted.games} won against {opponent}")


if __name__ == "__main__":
    main()
