"""States of eight large countries, evenly by area within each: the Digital Chart of the World."""

import json
import re

import numpy

from . import dcw, sphere
from .boundaries import MORE_THAN_ONE, BoundaryMap

COUNTRIES = ("AR", "AU", "BR", "CA", "CN", "IN", "RU", "US")
POINTS_PER_COUNTRY = 5_000
SPHERE_POINTS = 100_000
ISO_NAMES = "/usr/share/iso-codes/json/iso_3166-2.json"
# Countries of their own in ISO 3166-1.
LEFT_OUT = {"CN-HK", "CN-MO", "CN-TW"}
# Other names of the same states, as the gazetteer and its peers have them, and of those that split off or were merged after the chart was drawn.
OTHER_NAMES = {
    "AR-C": ["Buenos Aires City", "Buenos Aires F.D.", "Distrito Federal"],
    "BR-DF": ["Federal District"],
    "CN-NM": ["Inner Mongol", "Inner Mongolia"],
    "CN-XZ": ["Tibet"],
    "CN-NX": ["Ningxia Huizu Zizhiqu"],
    "IN-AN": ["Andaman and Nicobar"],
    "IN-AP": ["Telangana"],
    "IN-DD": ["Dadra and Nagar Haveli and Daman and Diu"],
    "IN-DN": ["Dadra and Nagar Haveli and Daman and Diu"],
    "IN-DL": ["NCT", "National Capital Territory of Delhi"],
    "IN-JK": ["Kashmir", "Ladakh"],
    "RU-BRY": ["Brjansk"],
    "RU-CHU": ["Chukchi Autonomous Okrug"],
    "RU-CU": ["Chuvash Republic"],
    "RU-KAM": ["Kamtsjatka"],
    "RU-KB": ["Kabardino-Balkariya"],
    "RU-KC": ["Karachayevo-Cherkesiya"],
    "RU-KEM": ["Kuzbass"],
    "RU-KHM": ["Khanty-Mansia", "Khanty-Mansiyskiy Avtonomnyy Okrug"],
    "RU-NIZ": ["Nizjnij Novgorod"],
    "RU-ORL": ["Orjol"],
    "RU-PRI": ["Primorye"],
    "RU-RYA": ["Rjazan"],
    "RU-SA": ["Sakha (Yakutia)"],
    "RU-SE": ["North Ossetia"],
    "RU-TYU": ["Tjumen"],
    "RU-UD": ["Udmurtiya"],
    "RU-VOR": ["Voronezj"],
    "RU-YAN": ["Yamal-Nenets"],
    "RU-YAR": ["Jaroslavl"],
    "RU-ZAB": ["Zabaykalskiy (Transbaikal) Kray", "Transbaikal Territory"],
    "US-DC": ["Washington, D.C."],
}
OTHER_CODES = {
    "IN-AP": ["IN-TG", "IN-TS"],
    "IN-CT": ["IN-CG"],
    "IN-DD": ["IN-DH"],
    "IN-DN": ["IN-DH"],
    "IN-JK": ["IN-LA"],
    "IN-OR": ["IN-OD"],
    "IN-UT": ["IN-UK"],
}


def iso_names():
    with open(ISO_NAMES, encoding="utf-8") as file:
        return {entry["code"]: entry["name"] for entry in json.load(file)["3166-2"]}


def _names():
    """All names of each state by code: "Odisha (Orissa)" has two."""
    iso = iso_names()
    for code, name in dcw.state_names().items():
        parts = [part.strip() for part in re.split(r"[()\[\]]", name)]
        yield code, [*filter(None, [*parts, iso.get(code, ""), *OTHER_NAMES.get(code, [])])]


def states():
    names = dict(_names())
    boundaries = BoundaryMap(dcw.state_rings())
    generator = numpy.random.default_rng(4)
    missing = dict.fromkeys(COUNTRIES, POINTS_PER_COUNTRY)
    while any(missing.values()):
        latitudes, longitudes = sphere.random_points(SPHERE_POINTS, generator)
        labels = boundaries.labels(latitudes, longitudes)
        for latitude, longitude, code in zip(latitudes.tolist(), longitudes.tolist(), labels):
            country = code[:2]
            if code in ("", MORE_THAN_ONE) or code in LEFT_OUT or not missing.get(country):
                continue
            missing[country] -= 1
            yield {
                "latitude": latitude,
                "longitude": longitude,
                "country": country,
                "codes": "|".join([code, *OTHER_CODES.get(code, [])]),
                "names": "|".join(dict.fromkeys(names[code])),
            }
