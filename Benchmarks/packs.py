"""Detail packs for measures, made of the extracts beside the checkout; a changed program makes them anew."""

import os
import pathlib
import subprocess

import asking

ROOT = pathlib.Path(__file__).parent.parent
PROGRAM = ROOT / ".build/release/placemark-gazetteer"
EXTRACTS = pathlib.Path(os.environ.get("PLACEMARKD_SHARED_DATA", ROOT.parent / "shared/data")) / "osm"
DIRECTORY = ROOT / ".build/benchmarks/packs"


def file(name):
    """The pack of a country, which is made first when it is not there or older than the program."""
    pack, extract = DIRECTORY / f"{name}.gazetteer", EXTRACTS / f"{name}.osm.pbf"
    if not extract.exists():
        raise asking.Unavailable(f"there is no {extract}")
    if not pack.exists() or pack.stat().st_mtime < PROGRAM.stat().st_mtime:
        DIRECTORY.mkdir(parents=True, exist_ok=True)
        made = subprocess.run([PROGRAM, "import", extract, "--output", pack], capture_output=True, text=True)
        if made.returncode != 0:
            raise asking.Unavailable(f"{PROGRAM.name} import {extract.name}: {made.stderr.strip()}")
    return pack
