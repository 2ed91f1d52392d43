"""What one receiver has got, and what must be true of it."""
import json


class Loss(Exception):
    """What must not be."""


class Score:
    """Each report arrives, in order; what comes twice has the identity that it had."""

    def __init__(self, sink):
        self.sink = sink
        # By the number of the report, from 1 on.
        self.identities = [None]
        self.known = set()
        self.repetitions = 0
        self.fault = None

    @property
    def arrived(self):
        return len(self.identities) - 1

    def arrive(self, line):
        try:
            report = json.loads(line)
            identity, number = report["id"], int(report["elapsed"])
        except (ValueError, KeyError):
            # Torn by a kill of the receiver, which has not acknowledged it.
            return
        if number <= self.arrived:
            self.repetitions += 1
            if self.identities[number] != identity:
                self.fail(f"report {number} came as {self.identities[number]} and as {identity}")
        elif number > self.arrived + 1:
            self.fail(f"report {number} came after {self.arrived}")
        elif identity in self.known:
            self.fail(f"the identity {identity} of report {number} was another one's")
        else:
            self.identities.append(identity)
            self.known.add(identity)

    def fail(self, words):
        # The first one tells the cause.
        self.fault = self.fault or f"sink {self.sink}: {words}"

    def check(self):
        if self.fault:
            raise Loss(self.fault)
