"""Stands in for pyspiel where OpenSpiel is not installed: the constants and types that its algorithms in Python ask for."""
import enum
import random


class PlayerId(enum.IntEnum):
    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = -4


class GameType:
    Dynamics = enum.Enum("Dynamics", "SEQUENTIAL SIMULTANEOUS")
    ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC SAMPLED_STOCHASTIC")
    Information = enum.Enum("Information", "ONE_SHOT PERFECT_INFORMATION IMPERFECT_INFORMATION")
    Utility = enum.Enum("Utility", "ZERO_SUM CONSTANT_SUM GENERAL_SUM IDENTICAL")
    RewardModel = enum.Enum("RewardModel", "TERMINAL REWARDS")

    def __init__(self, **fields):
        self.__dict__.update(fields)


class UniformProbabilitySampler:
    def __init__(self, low, high):
        self.low, self.high, self.random = low, high, random.Random(1)

    def __call__(self):
        return self.random.uniform(self.low, self.high)
