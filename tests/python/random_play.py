"""Random play from Python, for the tests."""


def random_match(state, rng, each=lambda state: None):
    while not state.over:
        each(state)
        state.apply(state.random_move(rng))
    return state.outcome()
