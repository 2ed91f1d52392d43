"""The trips that trackintel finds. In: recordings as JSON, {name: [[seconds, latitude, longitude], …]}. Out: for each of its
settings {"settings": words, "trips": {name: [[start, end], …]}}. The first settings are its defaults."""

import itertools
import json
import sys
import warnings

import geopandas
import pandas
import trackintel


def trips(fixes, distance, minutes, gap, last):
    """Stays, those of them that are more than a wait, and what lies between these. No stay is no error of its own."""
    frame = geopandas.GeoDataFrame(
        {"user_id": 0, "tracked_at": pandas.to_datetime([fix[0] for fix in fixes], unit="s", utc=True)},
        geometry=geopandas.points_from_xy([fix[2] for fix in fixes], [fix[1] for fix in fixes]),
        crs="EPSG:4326",
    )
    frame.index.name = "id"
    positions = trackintel.Positionfixes(frame)
    positions, stays = positions.generate_staypoints(
        dist_threshold=distance, time_threshold=minutes[0], gap_threshold=gap, include_last=last)
    if stays.empty:
        return [[fixes[0][0], fixes[-1][0]]]
    stays = stays.create_activity_flag(time_threshold=minutes[1])
    positions, legs = positions.generate_triplegs(stays, gap_threshold=gap)
    if legs.empty:
        return []
    found = legs.generate_trips(stays, gap_threshold=gap, add_geometry=False)[2]
    return [[trip.started_at.timestamp(), trip.finished_at.timestamp()] for trip in found.itertuples()]


warnings.simplefilter("ignore")
recordings = json.load(sys.stdin)
settings = [(100, (5, 15), 15, False)]
settings += itertools.product((50, 100, 200), ((5, 10), (10, 10)), (15, 360), (True,))
for distance, minutes, gap, last in settings:
    words = f"dist_threshold={distance} time_threshold={minutes[0]} activity={minutes[1]} gap_threshold={gap} include_last={last}"
    found = {name: trips(fixes, distance, minutes, gap, last) for name, fixes in recordings.items()}
    print(json.dumps({"settings": words, "trips": found}))
