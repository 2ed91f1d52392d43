"""When two names mean the same: accents, case, abbreviations and words like "County" do not count."""

import functools
import re
import unicodedata

# Letters that have no decomposition.
LETTERS = str.maketrans({"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
ABBREVIATIONS = {"saint": "st", "sainte": "ste", "fort": "ft", "mount": "mt"}
COUNTY_WORDS = ("county", "parish", "borough", "censusarea", "municipality", "cityandborough", "city")
STATE_WORDS = {
    "autonoma", "autonomnaya", "autonomnyy", "autonomous", "avtonomnaya", "avtonomnyy", "capital", "city", "district",
    "kray", "krai", "oblast", "oblst", "of", "okrug", "province", "provincia", "region", "republic", "respublika", "state",
    "territory", "the", "union", "zizhiqu", "sheng",
}


def words(name):
    decomposed = unicodedata.normalize("NFKD", name.casefold().translate(LETTERS))
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter) and letter not in "'’ʼ`.")
    return [ABBREVIATIONS.get(word, word) for word in re.findall(r"\w+", plain)]


@functools.cache
def city(name):
    return "".join(words(name))


@functools.cache
def county(name):
    folded = "".join(words(name))
    for word in COUNTY_WORDS:
        folded = folded.removesuffix(word) or folded
    return folded


@functools.cache
def state(name):
    return "".join(word for word in words(name) if word not in STATE_WORDS) or "".join(words(name))
