"""What lies between the stays that scikit-mobility finds; it knows no trips. In and out as ask_trackintel.py has them."""

import itertools
import json
import sys
import warnings

import pandas
import skmob
from skmob.preprocessing import detection, filtering


def trips(fixes, minutes, kilometres):
    """From the end of each stay to the beginning of the next; the recording begins and ends a trip, too."""
    frame = pandas.DataFrame(fixes, columns=["seconds", "lat", "lng"])
    frame["datetime"] = pandas.to_datetime(frame.pop("seconds"), unit="s")
    frame["uid"] = 0
    stays = detection.stay_locations(
        filtering.filter(skmob.TrajDataFrame(frame)), minutes_for_a_stop=minutes, spatial_radius_km=kilometres)
    bounds = [fixes[0][0]]
    for stay in stays.itertuples():
        bounds += [stay.datetime.timestamp(), stay.leaving_datetime.timestamp()]
    bounds.append(fixes[-1][0])
    return [[start, end] for start, end in zip(bounds[::2], bounds[1::2]) if end > start]


warnings.simplefilter("ignore")
recordings = json.load(sys.stdin)
settings = [(20.0, 0.2)] + [pair for pair in itertools.product((5.0, 10.0, 20.0), (0.05, 0.1, 0.2)) if pair != (20.0, 0.2)]
for minutes, kilometres in settings:
    words = f"minutes_for_a_stop={minutes:g} spatial_radius_km={kilometres:g}"
    found = {name: trips(fixes, minutes, kilometres) for name, fixes in recordings.items()}
    print(json.dumps({"settings": words, "trips": found}))
