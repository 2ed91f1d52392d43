"""Other programs for the same task, with answers in the keys of a placemark."""

from truth.osm_zones import country_of_zone


def _coordinates(rows):
    return [(float(row["latitude"]), float(row["longitude"])) for row in rows]


def reverse_geocoder(rows):
    import reverse_geocoder as peer

    return [
        {
            "isoCountryCode": answer["cc"],
            "administrativeArea": answer["admin1"],
            "subAdministrativeArea": answer["admin2"],
            "locality": answer["name"],
        }
        for answer in peer.search(_coordinates(rows), mode=1, verbose=False)
    ]


def reverse_geocode(rows):
    import reverse_geocode as peer

    return [
        {
            "isoCountryCode": answer["country_code"],
            "administrativeArea": answer.get("state"),
            "subAdministrativeArea": answer.get("county"),
            "locality": answer["city"],
        }
        for answer in peer.search(_coordinates(rows))
    ]


def _of_zone(zone):
    return {"timeZone": zone, "isoCountryCode": country_of_zone().get(zone)}


def tzfpy(rows):
    import tzfpy as peer

    return [_of_zone(peer.get_tz(longitude, latitude)) for latitude, longitude in _coordinates(rows)]


def timezonefinder(rows):
    from truth.osm_zones import finder

    return [_of_zone(finder().timezone_at(lng=longitude, lat=latitude)) for latitude, longitude in _coordinates(rows)]


PLACES = (reverse_geocoder, reverse_geocode)
ZONES = (tzfpy, timezonefinder)
