"""The spaces that arena's environments have: which values they contain."""
import numpy


class Box:
    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, shape, numpy.dtype(dtype)

    def contains(self, value):
        return (isinstance(value, numpy.ndarray) and value.shape == self.shape and value.dtype == self.dtype
                and bool((value >= self.low).all() and (value <= self.high).all()))


class Discrete:
    def __init__(self, n):
        self.n = n

    def contains(self, value):
        return 0 <= int(value) < self.n


class Dict:
    def __init__(self, spaces):
        self.spaces = spaces

    def contains(self, value):
        return value.keys() == self.spaces.keys() and all(space.contains(value[name]) for name, space in self.spaces.items())
