import GzipCompression
import PMTiles
@testable import PlacemarkModel
import TestSupport
import Testing
import VectorTiles

@testable import MapPicture

@Suite("Pictures of streets") struct StreetPictureTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("a road's number stands on a shield, once in each tile")
    func shields() throws {
        let road = [TilePoint(x: 0, y: 2048), TilePoint(x: 4096, y: 2048)]
        func picture(_ numbers: [String]) throws -> String {
            let features = numbers.map {
                TileFeature(.lines([road]), ["ref": .text($0), "class": .text("motorway")])
            }
            let tiles = try town(TileLayer(name: "road_numbers", features: features))
            let picture = try MapPicture(of: PictureScene(), style: style, tiles: tiles, format: .svg)
            // Cairo counts its surfaces on from picture to picture.
            return String(decoding: picture.bytes, as: UTF8.self).replacing(/surface\d+/, with: "surface")
        }
        let (none, one, same) = try (picture([]), picture(["A 1"]), picture(["A 1", "A 1"]))
        #expect(none != one && one == same)
    }

    @Test("the name of a street stands along it, once in each tile, and where it is too short there is none")
    func streetNames() throws {
        /// The size of a picture that has nothing but names, of so many equal streets.
        func size(_ name: String, length: Int32 = 2048, streets: Int = 1) throws -> Int {
            let street = [TilePoint(x: 1024, y: 1024), TilePoint(x: 1024 + length, y: 1024 + length)]
            let feature = TileFeature(.lines([street]), ["name": .text(name), "class": .text("residential")])
            let tiles = try town(TileLayer(name: "streets", features: Array(repeating: feature, count: streets)))
            let viewport = Viewport(style, showing: [])
            let ground = try #require(Canvas(width: 800, height: 600, format: .svg))
            var basemap = BasemapPainter(canvas: ground, viewport: viewport, colors: .light)
            basemap.draw(tiles, languages: [])
            let names = try #require(Canvas(width: 800, height: 600, format: .svg))
            var painter = LabelPainter(canvas: names, viewport: viewport, colors: .light)
            painter.draw(basemap.labels)
            return names.finished().count
        }
        let nothing = try size("")
        let written = try size("Long Lane")
        #expect(written > nothing + 1000)
        #expect(try size("Long Lane", streets: 2) == written)
        #expect(try size("Long Lane", length: 200) == nothing)
    }

    /// A file whose streets go on where its world ends, with this layer in one tile.
    private func town(_ layer: TileLayer) throws -> PMTilesReader {
        let path = directory.file("town.pmtiles")
        let writer = try PMTilesWriter(path: path)
        let tile = VectorTile(layers: [layer])
        try writer.add(try #require(TileID(zoom: 14, column: 8192, row: 8191)), packed: Gzip.packed(tile.encoded))
        let layers = #"{"vector_layers": [{"id": "land", "maxzoom": 8}, {"id": "places", "maxzoom": 8}]}"#
        _ = try writer.finish(.vectorTiles(smallestZoom: 0, largestZoom: 14), metadata: layers)
        return try PMTilesReader(path: path)
    }

    /// That tile.
    private var style: PictureStyle {
        var style = PictureStyle()
        (style.center, style.zoom) = (Coordinate(latitude: 0.01, longitude: 0.01), 14)
        return style
    }
}
