"""The reporter: a process that is killed, and the outbox that it leaves."""
import json
import shutil
import signal
import socket
import sqlite3
import subprocess

from receivers import die_with_parent
from score import Loss

SINKS = {
    "fleet": "[Sink]\nType=mqtt\nURL=mqtt://127.0.0.1:{mqtt}\nDevice=boat\n",
    "map": "[Sink]\nType=http\nURL=http://127.0.0.1:{http}/{behaviour}\n",
}
COMMON = "Precision=precise\n[Events]\nEvents=location\nInterval=0s\nHeartbeat=0s\n[Delivery]\nBatch=50\n"


class Reporter:
    def __init__(self, program, directory, mqtt, http):
        self.program, self.directory = program, directory
        self.ports = {"mqtt": mqtt, "http": http}
        self.log = open(directory / "log", "wb")
        (directory / "reports.d").mkdir(mode=0o700)
        self.most_memory = 0

    def start(self, behaviour):
        """Starts it, with an HTTP server that behaves so: /ok or /flaky."""
        for name, text in SINKS.items():
            file = self.directory / "reports.d" / f"{name}.conf"
            file.write_text(text.format(**self.ports, behaviour=behaviour) + COMMON)
        self.process = subprocess.Popen(
            [self.program, "--sinks", str(self.directory / "reports.d"), "--state-directory",
             str(self.directory / "state"), "--socket", str(self.directory / "daemon.sock"), "--control-socket",
             str(self.directory / "control.sock")],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log, preexec_fn=die_with_parent)

    def end(self, by):
        """Sends the signal, and waits for the end, which must come from it."""
        self.note_memory()
        self.process.send_signal(by)
        status = self.process.wait(timeout=60)
        if status != (-signal.SIGKILL if by == signal.SIGKILL else 0):
            raise Loss(f"the reporter has ended with status {status}; its log: {self.directory}/log")

    def note_memory(self):
        try:
            with open(f"/proc/{self.process.pid}/status") as status:
                for line in status:
                    if line.startswith("VmHWM:"):
                        self.most_memory = max(self.most_memory, int(line.split()[1]))
        except OSError:
            pass

    def queues(self):
        """For each sink that has any: how many reports a dead reporter has left, and the numbers of the first and the last."""
        state, copy = self.directory / "state", self.directory / "copy"
        if not (state / "outbox.sqlite").exists():
            return {}
        # A copy: the next reporter is to find all as the dead one has left it.
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(state, copy)
        database = sqlite3.connect(copy / "outbox.sqlite")
        try:
            # Killed before it had made its tables.
            if not database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'reports'").fetchone():
                return {}
            rows = database.execute(
                "SELECT name, count(*), min(sequence), max(sequence), sinks.row FROM reports"
                " JOIN sinks ON sinks.row = sink GROUP BY sink").fetchall()
            return {
                name: (count, self.number(database, row, first), self.number(database, row, last))
                for name, count, first, last, row in rows}
        except sqlite3.DatabaseError as error:
            raise Loss(f"the outbox is damaged: {error}") from None
        finally:
            database.close()

    @staticmethod
    def number(database, sink, sequence):
        content, = database.execute(
            "SELECT content FROM reports WHERE sink = ? AND sequence = ?", (sink, sequence)).fetchone()
        return int(json.loads(content)["event"]["elapsed"])

    def state(self):
        """Its sinks, as the living reporter says."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(10)
            client.connect(str(self.directory / "control.sock"))
            client.sendall(b"reports\n")
            return json.loads(b"".join(iter(lambda: client.recv(65536), b"")))["sinks"]
