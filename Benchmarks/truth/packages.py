"""The data files of installed packages."""

import importlib.util
import pathlib


def data_file(package, *path):
    """The path of a package's file. The package is not imported: some want others that are not installed."""
    return pathlib.Path(importlib.util.find_spec(package).origin).parent.joinpath(*path)
