"""Shapefiles: Natural Earth (Debian) and the Census Bureau's states and counties (PyPI plotly-geo)."""

import numpy
import shapefile

from .packages import data_file

NATURAL_EARTH_LAND = "/usr/share/magics/10m/ne_10m_land.shp"
NATURAL_EARTH_STATES = "/usr/share/gnudatalanguage/resource/maps/high/ne_10m_admin_1_states_provinces.shp"
# States of France and Norway there, countries of their own in ISO 3166-1.
OWN_CODES = {
    "Guadeloupe": "GP", "Guyane française": "GF", "Jan Mayen": "SJ", "La Réunion": "RE", "Martinique": "MQ",
    "Mayotte": "YT", "Svalbard": "SJ",
}
# From here on the Federal Information Processing Standard numbers territories; below are states and the capital.
FIRST_TERRITORY = 60


def _census(name):
    return str(data_file("_plotly_geo", "package_data", f"{name}.shp"))


def _records(path):
    """Pairs of attributes and rings."""
    with shapefile.Reader(path, encoding="utf-8", encodingErrors="replace") as reader:
        for item in reader.iterShapeRecords():
            points = numpy.array([point[:2] for point in item.shape.points])
            parts = list(item.shape.parts)
            rings = [points[start:end] for start, end in zip(parts, [*parts[1:], len(points)])]
            yield {key.lower(): value for key, value in item.record.as_dict().items()}, rings


def country_rings():
    """Natural Earth's states, labelled with the ISO 3166-1 code of their country, and their rings."""
    for index, (record, rings) in enumerate(_records(NATURAL_EARTH_STATES)):
        code = record["iso_a2"]
        code = OWN_CODES.get(record["name"], code) if code in ("FR", "NO") else code
        if len(code) == 2 and code.isalpha():
            # One label for each state: neighbours would otherwise share edges within an even-odd boundary.
            yield from ((f"{code}/{index}", ring) for ring in rings)


def land_rings():
    """Natural Earth's land, and its rings. The Caspian Sea is a hole."""
    for _, rings in _records(NATURAL_EARTH_LAND):
        yield from (("land", ring) for ring in rings)


def census_states():
    """Pairs of ("Colorado", FIPS number as text) and rings, without the territories."""
    for record, rings in _records(_census("cb_2016_us_state_500k")):
        if int(record["statefp"]) < FIRST_TERRITORY:
            yield (record["name"], record["statefp"]), rings


def census_counties():
    """Pairs of (county, FIPS number of its state as text) and rings, without the territories."""
    for record, rings in _records(_census("cb_2016_us_county_500k")):
        if int(record["statefp"]) < FIRST_TERRITORY:
            yield (record["name"], record["statefp"]), rings
