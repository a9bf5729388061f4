"""Series of bridge for several scripts: words of a run, a tournament, and the scale of IMPs."""
RUN = ("run", "bridge", "-b", "natural", "-b", "pass", "-n", "4", "-q")
EDGES = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000]

TOURNAMENT = """
game = "bridge"
format = "round_robin"
deals = 6
seed = "3"
[[entrant]]
name = "natural"
builtin = "natural"
[[entrant]]
name = "pass"
builtin = "pass"
[[entrant]]
name = "random"
builtin = "random"
"""


def imps(lead):
    points = sum(edge <= abs(lead) for edge in EDGES)
    return points if lead > 0 else -points
