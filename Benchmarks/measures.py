"""What is measured: a truth set, when an answer is right, the goal, and who else can be asked."""

import dataclasses
import typing

import names
import peers
from truth import sphere

FOUND_WITHIN_KM = 10
# The coordinates of queries are from memory, to 0.01°, and a city's centre is a matter of taste.
QUERY_WITHIN_KM = 15


@dataclasses.dataclass(frozen=True)
class Measure:
    title: str
    truth: str
    # Whether an answer, a placemark's keys, counts for a row of the truth set.
    counts: typing.Callable
    # Percent of answers that count. `at_most`: what counts is an error.
    goal: float | None
    # The class that a row belongs to, to show where the errors are.
    group: typing.Callable
    at_most: bool = False
    peers: tuple = ()
    search: bool = False


def country(row, answer):
    return answer.get("isoCountryCode") == row["country"]


def state_of_code(row, answer):
    """By ISO 3166-2 code where the answer has one, by name otherwise."""
    if answer.get("isoCountryCode") != row["country"]:
        return False
    if code := answer.get("isoSubdivisionCode"):
        return code in row["codes"].split("|")
    name = answer.get("administrativeArea")
    return bool(name) and names.state(name) in map(names.state, row["names"].split("|"))


def us_state(row, answer):
    name = answer.get("administrativeArea")
    return answer.get("isoCountryCode") == "US" and bool(name) and names.state(name) == names.state(row["state"])


def us_state_by_code(row, answer):
    """By ISO's code where the answer has one, by name otherwise; territories are countries of their own there."""
    if answer.get("isoCountryCode") != "US":
        return answer.get("isoCountryCode") == row["state"]
    if code := answer.get("isoSubdivisionCode"):
        return code == f"US-{row['state']}"
    name = answer.get("administrativeArea")
    return bool(name) and names.state(name) == names.state(row["stateName"])


def us_county(row, answer):
    name = answer.get("subAdministrativeArea")
    return us_state(row, answer) and bool(name) and names.county(name) in map(names.county, row["counties"].split("|"))


def town(row, answer):
    name = answer.get("locality")
    return bool(name) and names.city(name) in map(names.city, row["names"].split("|"))


def airport_town(row, answer):
    name = answer.get("locality")
    return bool(name) and names.city(name) == names.city(row["town"])


def zone(row, answer):
    return answer.get("timeZone") == row["zone"]


def claimed(_, answer):
    return bool(answer.get("isoCountryCode"))


def named_ocean(_, answer):
    return bool(answer.get("ocean"))


def in_water(_, answer):
    return bool(answer.get("ocean") or answer.get("inlandWater"))


def at_sea(row, answer):
    """On a sea or a lake, and far from any town."""
    return in_water(row, answer) and not answer.get("locality")


def found_first(row, answer):
    """The first result is within 10 km of the city."""
    results = answer.get("results")
    if not results:
        return False
    place = results[0]["coordinate"]
    there = float(row["latitude"]), float(row["longitude"])
    return sphere.distance_km((place["latitude"], place["longitude"]), there) <= FOUND_WITHIN_KM


def query_first(row, answer):
    """The first result is what the row expects: `Benchmarks/queries.tsv` says how that is written."""
    expected, results = row["expected"], answer.get("results")
    if expected == "-" or not results:
        return expected == "-" and not results
    first = results[0]
    if "," not in expected:
        key, wider = ("isoSubdivisionCode", "locality") if "-" in expected else ("isoCountryCode", "administrativeArea")
        return first.get(key) == expected and wider not in first
    latitude, longitude = expected.rstrip("?").split(",")
    place = first["coordinate"]["latitude"], first["coordinate"]["longitude"]
    is_near = sphere.distance_km(place, (float(latitude), float(longitude))) <= QUERY_WITHIN_KM
    return is_near and (first["match"] == "withoutStreet") == expected.endswith("?")


def address_first(row, answer):
    """The first result is the street and the house number of the row, or has its name."""
    results = answer.get("results")
    if not results:
        return False
    first = results[0]
    names_of_street = [first.get("thoroughfare"), None if row["number"] else first.get("name")]
    is_street = names.city(row["street"]) in [names.city(name) for name in names_of_street if name]
    return is_street and (first.get("subThoroughfare") or "") == row["number"]


def _by(key):
    return lambda row: row[key]


def _by_codes(row):
    return row["codes"].partition("|")[0]


# timezonefinder has the very zones that the points on land and near borders were agreed with: it is no peer there.
_BESIDES_TRUTH = (*peers.PLACES, peers.tzfpy)

MEASURES = {
    "land": Measure("country, land", "land", country, 99.9, _by("country"), peers=_BESIDES_TRUTH),
    "border-10km": Measure(
        "country, within 10 km of a border", "border-10km", country, 99.9, _by("country"), peers=_BESIDES_TRUTH),
    "border-1km": Measure(
        "country, within 1 km of a border", "border-1km", country, 99.5, _by("country"), peers=_BESIDES_TRUTH),
    "airports": Measure(
        "country, airports", "airports", country, 99.7, _by("country"), peers=peers.PLACES + peers.ZONES),
    "states": Measure("state, 8 countries", "states", state_of_code, 99.4, _by_codes, peers=peers.PLACES),
    "us-states": Measure("state, USA", "us-states", us_state, 99.9, _by("state"), peers=peers.PLACES),
    "zip-state": Measure("state by ZIP", "zips", us_state_by_code, 99.5, _by("state"), peers=peers.PLACES),
    "place-state": Measure(
        "state by GeoNames' places, USA", "us-places", us_state_by_code, None, _by("state"),
        peers=peers.PLACES),
    "us-counties": Measure("county, USA", "us-counties", us_county, 98.5, _by("state"), peers=peers.PLACES),
    "zip-city": Measure("city by ZIP", "zips-even", town, 92, _by("state"), peers=peers.PLACES),
    "zip-beside": Measure("city, 2 km beside a ZIP's point", "zips-beside", town, 92, _by("state"), peers=peers.PLACES),
    "well-known": Measure("city, well-known positions", "well-known", town, 88, _by("kind"), peers=peers.PLACES),
    "zip-zone": Measure("time zone by ZIP", "zips-even", zone, 99.8, _by("zone"), peers=peers.ZONES),
    "ocean-claimed": Measure(
        "open ocean: a country", "ocean", claimed, 0, _by("claimant"), at_most=True, peers=peers.PLACES + peers.ZONES),
    "ocean-named": Measure("open ocean: its name", "ocean", named_ocean, None, _by("claimant")),
    "inhabited": Measure("inhabited places in water", "inhabited", in_water, 0, _by("country"), at_most=True),
    "postal-shore": Measure(
        "postal codes at sea: GB KR NO SG", "postal-shore", at_sea, 0.3, _by("country"), at_most=True),
    "search": Measure("search, by name", "cities", found_first, 95, _by("country"), search=True),
    "search-native": Measure(
        "search, by native name", "cities-native", found_first, 95, _by("country"), search=True),
    "queries-blind": Measure(
        "search, queries made blind", "queries-blind", query_first, 98, _by("query"), search=True),
    "queries-second": Measure(
        "search, queries made blind, second list", "queries-second", query_first, 98, _by("query"), search=True),
    "queries-faults": Measure(
        "search, reported faults and their kind", "queries-faults", query_first, 95, _by("query"), search=True),
    "spellings": Measure("search, addresses in packs", "spellings", address_first, 94, _by("query"), search=True),
}

# For choosing parameters: nothing of what the goals are measured with.
TUNING = {
    "tune-zip-city": Measure("TUNING: city by odd ZIP", "zips-odd", town, None, _by("state"), peers=peers.PLACES),
    "tune-zip-zone": Measure("TUNING: time zone by odd ZIP", "zips-odd", zone, None, _by("zone"), peers=peers.ZONES),
    "tune-airport-town": Measure(
        "TUNING: town of large airports", "airport-towns", airport_town, None, _by("country"), peers=peers.PLACES),
}
