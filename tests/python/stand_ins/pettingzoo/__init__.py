"""Stands in for PettingZoo where it is not installed: its base classes, as its documentation describes them."""


class AECEnv:
    def __init__(self):
        self._waits = None  # who goes on when all that are dead have left

    @property
    def num_agents(self):
        return len(self.agents)

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def _accumulate_rewards(self):
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _was_dead_step(self, action):
        """Removes the agent, which is over; the next such agent follows."""
        if action is not None:
            raise ValueError("an agent that is over can only step with None")
        agent = self.agent_selection
        for known in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del known[agent]
        self.agents.remove(agent)
        over = [one for one in self.agents if self.terminations[one] or self.truncations[one]]
        if over:
            self.agent_selection = over[0]
        self.rewards = dict.fromkeys(self.rewards, 0)


class ParallelEnv:
    @property
    def num_agents(self):
        return len(self.agents)
