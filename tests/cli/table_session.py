"""A session at arena's table, for tests with scripted clients (table_clients.py)."""
import time

from support import PATIENCE, ArenaTest

TEAMS = {"North": "Us", "South": "Us", "East": "Them", "West": "Them"}


class TableTest(ArenaTest):
    def table(self, games, *words):
        server, port = self.listening("bridge", "-n", games, "--seed", 5, "--record", "games.jsonl", *words)
        self.port = port
        return server

    def seat(self, kinds, **more):
        """A started client for each of these seats, in the order given."""
        clients = []
        for seat, kind in kinds.items():
            clients.append(kind(self.port, seat, TEAMS[seat], **more))
            clients[-1].start()
        return clients

    def finish(self, server, clients, status=0):
        end = time.monotonic() + PATIENCE
        for client in clients:
            client.join(max(0, end - time.monotonic()))
            self.assertIsNone(client.failure)
            self.assertFalse(client.is_alive(), f"{client.name_of_seat} does not end: {client.lines[-5:]}")
        result = server.finish()
        self.assertEqual(result.status, status, result)
        self.assert_nothing_left()
        return result

    def assert_same_boards(self, clients, games):
        """All clients saw the same boards, and the record says the same."""
        def plain(boards):
            return [(number, [call.split(" Alert.")[0] for call in calls], declarer, won)
                    for number, calls, declarer, won in boards]
        for client in clients[1:]:
            self.assertEqual(plain(client.boards), plain(clients[0].boards))
        self.assertEqual([board[0] for board in clients[0].boards], list(range(1, games + 1)))
        records = self.records()
        self.assertEqual(len(records), games)
        for (_, calls, declarer, _), record in zip(clients[0].boards, records):
            legal = [move for move in record["moves"] if "rejected" not in move]
            self.assertEqual(len(legal), len(calls) + (0 if declarer is None else 52))
        self.succeed("replay", "games.jsonl")
