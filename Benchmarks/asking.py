"""Asks a program that answers lines of standard input with lines of JSON, in order."""

import json
import subprocess


class Unavailable(Exception):
    """The program does not do this."""


def answers(command, lines):
    """One decoded answer for each line."""
    try:
        asked = subprocess.run(command, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True)
    except OSError as error:
        raise Unavailable(f"{command[0]}: {error.strerror}") from error
    if asked.returncode != 0:
        first = (asked.stderr.strip() or "no reason given").splitlines()[0]
        raise Unavailable(f"{' '.join(command[:2])}: exit status {asked.returncode}: {first}")
    found = asked.stdout.splitlines()
    if len(found) != len(lines):
        raise Unavailable(f"{' '.join(command[:2])}: {len(found)} answers to {len(lines)} lines")
    return [json.loads(line) for line in found]


def reverse(command, rows):
    """A placemark, or an object with the key "error", for each row with a latitude and a longitude."""
    return answers(command, [f"{row['latitude']},{row['longitude']}" for row in rows])
