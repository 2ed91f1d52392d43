"""A small basemap about Liechtenstein, made up: its layers are those of docs/explain/basemap.md."""

import gzip
import io
import math

import mapbox_vector_tile
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer
from shapely.geometry import LineString, Point, Polygon, box, mapping

EXTENT = 4096
MOST_ZOOM = 8

LAND = Polygon([(-9, 36), (-9, 43), (-1, 43.5), (-4, 48.5), (2, 51), (8, 53.5), (8, 57), (12, 55), (20, 54.5), (30, 59), (40, 60), (40, 41), (28, 41), (22, 36.5), (19, 42), (13, 45.5), (18, 40), (16, 38), (10, 44), (3, 43), (0, 39), (-5, 36)])
FEATURES = {
    "land": [(LAND, {})],
    "water": [(Polygon([(9.05, 47.65), (9.25, 47.66), (9.75, 47.5), (9.6, 47.47), (9.3, 47.55)]), {"name": "Bodensee", "kind": "lake"}),
              (Polygon([(9.0, 47.13), (9.28, 47.11), (9.3, 47.13), (9.05, 47.15)]), {"name": "Walensee", "kind": "lake"})],
    "water_names": [(Point(9.4, 47.57), {"name": "Bodensee", "name:en": "Lake Constance", "kind": "lake", "rank": 3}),
                    (Point(5.5, 41.0), {"name": "Mediterranean Sea", "kind": "sea", "rank": 0})],
    "borders": [(LineString([(9.53, 47.27), (9.48, 47.18), (9.5, 47.06), (9.6, 47.05), (9.63, 47.15), (9.57, 47.22), (9.53, 47.27)]), {"level": 2}),
                (LineString([(9.6, 47.5), (9.53, 47.27)]), {"level": 2}), (LineString([(9.6, 47.05), (10.4, 46.9)]), {"level": 2}),
                (LineString([(9.48, 47.06), (9.2, 46.9)]), {"level": 4}), (LineString([(9.2, 47.4), (9.5, 47.18)]), {"level": 6})],
    "countries": [(Point(8.2, 46.8), {"name": "Schweiz", "name:en": "Switzerland", "name:ar": "سويسرا", "code": "CH", "rank": 1}),
                  (Point(14.0, 47.6), {"name": "Österreich", "name:en": "Austria", "name:ar": "النمسا", "code": "AT", "rank": 1}),
                  (Point(9.55, 47.16), {"name": "Liechtenstein", "name:en": "Liechtenstein", "name:ar": "ليختنشتاين", "code": "LI", "rank": 5}),
                  (Point(10.4, 51.1), {"name": "Deutschland", "name:en": "Germany", "name:ar": "ألمانيا", "code": "DE", "rank": 0})],
    "states": [(Point(9.2, 47.3), {"name": "Sankt Gallen", "code": "SG", "rank": 3}), (Point(9.9, 47.25), {"name": "Vorarlberg", "code": "V", "rank": 3}),
               (Point(12.45, 48.1), {"name": "Salzburg", "code": "5", "rank": 3})],
    # These lie beyond what the pictures of `states` show.
    "rivers": [(LineString([(12.3, 47.5), (12.6, 47.5)]), {"name": "Salzach", "rank": 3})],
    "streets": [(LineString([(12.3, 47.8), (12.6, 47.8)]), {"name": "Alte Landstraße", "class": "residential"})],
    "ports": [(Point(12.45, 47.65), {"name": "Port of Seeham"})],
    "airports": [(Point(12.45, 47.95), {"name": "Salzburg Airport", "code": "SZG"})],
    "counties": [(Point(9.45, 47.1), {"name": "Werdenberg", "rank": 5})],
    "places": [(Point(x, y), {"name": name, "population": population, "rank": rank}) for x, y, name, population, rank in [
        (8.54, 47.37, "Zürich", 400000, 2), (9.5215, 47.141, "Vaduz", 5700, 5), (9.37, 47.42, "St. Gallen", 75000, 4),
        (9.5, 47.165, "Schaan", 5900, 6), (9.48, 47.168, "Buchs", 12000, 5), (9.52, 47.12, "Triesen", 5000, 7),
        (9.6, 47.24, "Feldkirch", 34000, 4), (9.53, 47.065, "Balzers", 4600, 7), (9.55, 47.21, "Eschen", 4400, 7),
        (11.58, 48.14, "München", 1500000, 1), (9.19, 45.46, "Milano", 1350000, 1), (2.35, 48.86, "Paris", 2100000, 0),
        (9.75, 47.5, "Bregenz", 29000, 4), (9.44, 47.05, "Sargans", 6000, 6), (9.5, 47.2, "<img src=x onerror=alert(1)>", 900, 8)]],
}


def _world(longitude, latitude):
    sine = math.sin(math.radians(max(-85.0511, min(85.0511, latitude))))
    return (longitude + 180) / 360, 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)


def _projected(shape, zoom, x, y):
    from shapely.ops import transform

    def move(longitudes, latitudes):
        worlds = [_world(*pair) for pair in zip(longitudes, latitudes)]
        return ([(w[0] * 2**zoom - x) * EXTENT for w in worlds], [(w[1] * 2**zoom - y) * EXTENT for w in worlds])

    return transform(move, shape)


def _tile(zoom, x, y, features):
    frame = box(-256, -256, EXTENT + 256, EXTENT + 256)
    layers = []
    for name, members in features.items():
        clipped = [(_projected(shape, zoom, x, y).intersection(frame), properties) for shape, properties in members]
        kept = [{"geometry": mapping(shape), "properties": properties} for shape, properties in clipped if not shape.is_empty]
        if kept:
            layers.append({"name": name, "features": kept})
    return mapbox_vector_tile.encode(layers, default_options={"y_coord_down": True}) if layers else None


def basemap(renamed=None, metadata=None):
    """The bytes of a PMTiles file. `renamed` maps layers to other names, as another program would call them."""
    features = {(renamed or {}).get(name, name): members for name, members in FEATURES.items()}
    file = io.BytesIO()
    writer = Writer(file)
    for zoom in range(MOST_ZOOM + 1):
        ranges = [(0, 1, 0, 1)] if zoom == 0 else [tiles_about(zoom)]
        for left, right, top, bottom in ranges:
            for x in range(left, right):
                for y in range(top, bottom):
                    tile = _tile(zoom, x, y, features)
                    if tile:
                        writer.write_tile(zxy_to_tileid(zoom, x, y), gzip.compress(tile, mtime=0))
    writer.finalize(
        {"tile_type": TileType.MVT, "tile_compression": Compression.GZIP, "min_zoom": 0, "max_zoom": MOST_ZOOM, "min_lon_e7": -1800000000,
         "min_lat_e7": -850000000, "max_lon_e7": 1800000000, "max_lat_e7": 850000000, "center_zoom": 0, "center_lon_e7": 0, "center_lat_e7": 0},
        {"generator": "placemark-gazetteer", "version": "0.1.0", "languages": ["en", "ar"], "attribution": "Made up for tests",
         "vector_layers": [{"id": name, "fields": {}} for name in features], **(metadata or {})})
    return file.getvalue()


def tiles_about(zoom):
    """The tiles of the made-up land, or of what lies about Vaduz at the higher zooms."""
    west, east, south, north = (-12, 42, 34, 61) if zoom <= 5 else (7, 12, 46, 48.5)
    left, top = _world(west, north)
    right, bottom = _world(east, south)
    return int(left * 2**zoom), int(right * 2**zoom) + 1, int(top * 2**zoom), int(bottom * 2**zoom) + 1
