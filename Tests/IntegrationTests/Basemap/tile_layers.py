"""Cuts a vector tile into its layers."""

import sys


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value, shift, at = value | (byte & 0x7F) << shift, shift + 7, at + 1
        if byte < 0x80:
            return value, at


def layers(data):
    """The layers of a vector tile by name, each as a tile of its own. Only what is asked for is decoded, which is slow."""
    found, at = {}, 0
    while at < len(data):
        start, (tag, at) = at, varint(data, at)
        length, at = varint(data, at)
        # Field 3 of a tile is a layer, whose field 1, its name, comes first.
        name_length, name_at = varint(data, at + 1)
        if tag != 0x1A or data[at] != 0x0A:
            sys.exit("a tile begins with something else than a layer and its name")
        at += length
        found[data[name_at : name_at + name_length].decode()] = data[start:at]
    return found
