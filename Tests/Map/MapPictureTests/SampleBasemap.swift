import CPango
import Foundation
import GzipCompression
import PMTiles
@testable import PlacemarkModel
import TestSupport
import Testing
import VectorTiles

@testable import MapPicture

/// Files of one tile, as basemaps of pictures.
enum SampleBasemap {
    /// A world whose western half is land, with a city of this name in it.
    static func world(
        in directory: TemporaryDirectory, city: String = "Stadt", metadata: String = "{}"
    ) throws -> PMTilesReader {
        let land = [(-64, -64), (2048, -64), (2048, 4160), (-64, 4160)].map { TilePoint(x: $0, y: $1) }
        let tile = VectorTile(layers: [
            TileLayer(name: "land", features: [TileFeature(.polygons([land]))]),
            TileLayer(
                name: "places",
                features: [
                    TileFeature(.points([TilePoint(x: 1024, y: 1024)]), ["name": .text(city), "rank": .integer(0)])
                ]),
        ])
        return try file(of: tile.encoded, in: directory, metadata: metadata)
    }

    /// A file of this one tile.
    static func file(
        of tile: [UInt8], in directory: TemporaryDirectory, metadata: String = "{}"
    ) throws -> PMTilesReader {
        let path = directory.file("world.pmtiles")
        let writer = try PMTilesWriter(path: path)
        try writer.add(try #require(TileID(zoom: 0, column: 0, row: 0)), packed: Gzip.packed(tile))
        _ = try writer.finish(.vectorTiles(smallestZoom: 0, largestZoom: 0), metadata: metadata)
        return try PMTilesReader(path: path)
    }
}

extension PictureStyle {
    /// All of that world.
    static var ofWorld: PictureStyle {
        var style = PictureStyle()
        (style.width, style.height, style.zoom) = (512, 512, 2)
        style.center = Coordinate(latitude: 0, longitude: 0)
        return style
    }
}

/// The pixels of a PNG, read back by Cairo.
struct Pixels {
    let width, height: Int
    private var colors: [UInt32] = []

    init(png: [UInt8], in directory: TemporaryDirectory) throws {
        let path = directory.file("picture.png")
        try Data(png).write(to: URL(filePath: path))
        let surface = try #require(cairo_image_surface_create_from_png(path))
        defer { cairo_surface_destroy(surface) }
        (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
        let stride = Int(cairo_image_surface_get_stride(surface))
        let data = try #require(cairo_image_surface_get_data(surface))
        for y in 0..<height {
            for x in 0..<width {
                let word = UnsafeRawPointer(data).loadUnaligned(fromByteOffset: y * stride + x * 4, as: UInt32.self)
                colors.append(word & 0xFF_FFFF)
            }
        }
    }

    subscript(x: Int, y: Int) -> UInt32 { colors[y * width + x] }
}
