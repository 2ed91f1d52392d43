import CPango
import Foundation
import FoundationXML
import GzipCompression
import PMTiles
@testable import PlacemarkModel
import TestSupport
import Testing
import VectorTiles

@testable import MapPicture

@Suite("Pictures of the map") struct MapPictureTests {
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
            let picture = try MapPicture(of: PictureScene(), style: townStyle, tiles: tiles, format: .svg)
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
            let viewport = Viewport(townStyle, showing: [])
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
    private var townStyle: PictureStyle {
        var style = PictureStyle()
        (style.center, style.zoom) = (Coordinate(latitude: 0.01, longitude: 0.01), 14)
        return style
    }

    @Test("the land of a file may go on to larger zooms than its other layers; what the metadata say is kept in bounds")
    func zoomsOfLayers() throws {
        let reader = try world(
            metadata: #"{"vector_layers": [{"id": "land", "maxzoom": 99}, {"id": "places", "maxzoom": -3}]}"#)
        #expect(LayerZooms(reader).land == 0 && LayerZooms(reader).world == 0)
    }

    /// A world whose western half is land, with a city of this name in it.
    private func world(city: String = "Stadt", metadata: String = "{}") throws -> PMTilesReader {
        let land = [(-64, -64), (2048, -64), (2048, 4160), (-64, 4160)].map { TilePoint(x: $0, y: $1) }
        let tile = VectorTile(layers: [
            TileLayer(name: "land", features: [TileFeature(.polygons([land]))]),
            TileLayer(
                name: "places",
                features: [
                    TileFeature(.points([TilePoint(x: 1024, y: 1024)]), ["name": .text(city), "rank": .integer(0)])
                ]),
        ])
        return try file(tile.encoded, metadata: metadata)
    }

    /// A file of this one tile.
    private func file(_ tile: [UInt8], metadata: String = "{}") throws -> PMTilesReader {
        let path = directory.file("world.pmtiles")
        let writer = try PMTilesWriter(path: path)
        try writer.add(try #require(TileID(zoom: 0, column: 0, row: 0)), packed: Gzip.packed(tile))
        _ = try writer.finish(.vectorTiles(smallestZoom: 0, largestZoom: 0), metadata: metadata)
        return try PMTilesReader(path: path)
    }

    private var style: PictureStyle {
        var style = PictureStyle()
        (style.width, style.height, style.zoom) = (512, 512, 2)
        style.center = Coordinate(latitude: 0, longitude: 0)
        return style
    }

    @Test("land and sea have their colours at known places, by day and by night")
    func basemap() throws {
        for isDark in [false, true] {
            var style = style
            style.isDark = isDark
            let picture = try MapPicture(of: PictureScene(), style: style, tiles: try world(), format: .png)
            let pixels = try Pixels(png: picture.bytes, in: directory)
            let colors = isDark ? MapColors.dark : MapColors.light
            #expect(pixels.width == 512 && pixels.height == 512)
            #expect(pixels[100, 400] == colors.land)
            #expect(pixels[400, 200] == colors.water)
            #expect(picture.notes.isEmpty)
        }
    }

    @Test("the dot is in the middle, pale when it is old, and the circle is as large as the accuracy")
    func position() throws {
        let here = try #require(Coordinate(latitude: 0, longitude: 0))
        var colors: [UInt32] = []
        for isStale in [false, true] {
            var scene = PictureScene()
            scene.position = .init(coordinate: here, accuracyInMeters: 500_000, isStale: isStale)
            let pixels = try Pixels(
                png: try MapPicture(of: scene, style: style, tiles: nil, format: .png).bytes, in: directory)
            colors.append(pixels[256, 256])
            // 500 km are 25.6 pixels at zoom 2.
            #expect(pixels[256 + 20, 256] != MapColors.light.water)
            #expect(pixels[256 + 32, 256] == MapColors.light.water)
        }
        #expect(colors[0] == MapColors.light.user)
        #expect(colors[1] != colors[0] && colors[1] & 0xFF00 > colors[0] & 0xFF00)
    }

    @Test("regions are drawn as they are, with their holes, and bright where the box is inside")
    func regions() throws {
        func feature(_ name: String, _ state: RegionState, _ shape: Region.Shape) -> RegionFeature {
            RegionFeature(
                region: Region(identifier: name, shape: shape),
                report: RegionReport(identifier: name, state: state, origin: .file))
        }
        func square(_ side: Double, at longitude: Double) -> [Coordinate] {
            [(-side, -side), (-side, side), (side, side), (side, -side)].map {
                Coordinate(clampingLatitude: $0, wrappingLongitude: longitude + $1)
            }
        }
        var scene = PictureScene()
        scene.regions = [
            feature(
                "away", .outside,
                .polygons([.init(exterior: square(15, at: -20), holes: [square(5, at: -20)])])),
            feature(
                "here", .inside,
                .circle(center: try #require(Coordinate(latitude: 0, longitude: 20)), radiusInMeters: 800_000)),
            // Behind the edge of the picture.
            feature("elsewhere", .outside, .polygons([.init(exterior: square(5, at: 170))])),
        ]
        let pixels = try Pixels(
            png: try MapPicture(of: scene, style: style, tiles: nil, format: .png).bytes, in: directory)
        // At zoom 2 a degree is 5.7 pixels.
        let (hole, away, here) = (pixels[256 - 114, 256], pixels[256 - 114 + 57, 256], pixels[256 + 114, 256])
        #expect(hole == MapColors.light.water)
        #expect(away != hole && here != hole && here != away)
        // Green for inside, violet for outside: the red tells.
        #expect(here >> 16 & 0xFF < away >> 16 & 0xFF)
        #expect(pixels[256 + 114, 256 + 60] == MapColors.light.water)
    }

    @Test("the track has the colour of its speed, and a gap where nothing is known")
    func track() throws {
        var scene = PictureScene()
        for (longitude, startsSegment) in [(-40.0, true), (-20, false), (20, true), (40, false)] {
            scene.track.append(
                TrackPoint(
                    coordinate: try #require(Coordinate(latitude: 0, longitude: longitude)),
                    time: .sinceBoot(.seconds(1)),
                    speed: 40, startsSegment: startsSegment))
        }
        let pixels = try Pixels(
            png: try MapPicture(of: scene, style: style, tiles: nil, format: .png).bytes, in: directory)
        let fastest = try #require(MapColors.light.speeds.last)
        // 30° are 170.7 pixels at zoom 2.
        #expect(pixels[256 - 170, 256] == fastest && pixels[256 + 170, 256] == fastest)
        #expect(pixels[256, 256] == MapColors.light.water)
    }

    @Test("a picture in nautical units has a grid and its labels, by day and by night, and one in other units has none")
    func grid() throws {
        for isDark in [false, true] {
            func pixels(_ units: ScaleUnits) throws -> Pixels {
                var style = style
                (style.units, style.isDark) = (units, isDark)
                let picture = try MapPicture(of: PictureScene(), style: style, tiles: nil, format: .png)
                return try Pixels(png: picture.bytes, in: directory)
            }
            let (metric, imperial, nautical) = try (pixels(.metric), pixels(.imperial), pixels(.nautical))
            let water = isDark ? MapColors.dark.water : MapColors.light.water
            // At zoom 2 the lines are 20° from each other: Greenwich, the equator, 20° W and 20° N.
            let lines = [(256, 100), (100, 256), (142, 100), (100, 139)]
            // The grounds of the labels of Greenwich and of the equator, beside their letters.
            let labels = [(248, 470), (509, 249)]
            for (x, y) in lines + labels {
                #expect(metric[x, y] == water && imperial[x, y] == water, "\(x), \(y)")
                #expect(nautical[x, y] != water, "\(x), \(y)")
            }
            #expect(nautical[200, 100] == water && nautical[200, 470] == water)
        }
    }

    @Test("a name with markup in it is text, in the SVG as well")
    func markup() throws {
        let name = "<img onerror=alert(1)> & <b>"
        var (scene, style) = (PictureScene(), style)
        // Cities have their names from here on.
        style.zoom = 3
        scene.visits = [.init(coordinate: try #require(Coordinate(latitude: 10, longitude: 10)), name: name)]
        let svg = try MapPicture(of: scene, style: style, tiles: try world(city: name), format: .svg)
        let text = String(decoding: svg.bytes, as: UTF8.self)
        #expect(text.hasPrefix("<?xml") && !text.contains("onerror") && !text.contains("<script"))
        let parser = XMLParser(data: Data(svg.bytes))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        let empty = try MapPicture(of: PictureScene(), style: style, tiles: try world(city: ""), format: .svg)
        // The letters are there, as shapes: the name has been drawn.
        #expect(svg.bytes.count > empty.bytes.count + 1000)
    }

    @Test("without a basemap, and with a damaged one, the picture is drawn and says what it lacks")
    func damagedBasemap() throws {
        _ = try world()
        let path = directory.file("world.pmtiles")
        var bytes = try Data(contentsOf: URL(filePath: path))
        let (whole, header) = (bytes.count, 127)
        for index in whole - 40..<whole { bytes[index] ^= 0x55 }
        try bytes.write(to: URL(filePath: path))
        let picture = try MapPicture(
            of: PictureScene(), style: style, tiles: try PMTilesReader(path: path), format: .png)
        #expect(picture.notes.count == 1 && picture.notes[0].contains("world.pmtiles: damaged"))
        #expect(whole > header && !picture.bytes.isEmpty)
        var scene = PictureScene()
        scene.notes = ["no basemap"]
        #expect(try MapPicture(of: scene, style: style, tiles: nil, format: .png).notes == ["no basemap"])
    }

    @Test(
        "a zoom that cannot be, in the metadata of a file, is taken for the next that can (fault 78)",
        arguments: [-5, -1, 64, Int.max, Int.min])
    func impossibleZoom(zoom: Int) throws {
        let metadata = #"{"vector_layers":[{"id":"land","maxzoom":\#(zoom)}]}"#
        let tiles = try world(metadata: metadata)
        let picture = try MapPicture(of: PictureScene(), style: style, tiles: tiles, format: .png)
        #expect(try Pixels(png: picture.bytes, in: directory)[100, 400] == MapColors.light.land)
    }

    @Test("a small file that unpacks to millions of lines makes a picture that says so, and no gigabyte (fault 78)")
    func bomb() throws {
        // A command to move to 2,000,000 points, all of them 0 and 0: nobody's encoder writes that.
        func varint(_ value: Int) -> [UInt8] {
            value < 128 ? [UInt8(value)] : [UInt8(value & 127) | 128] + varint(value >> 7)
        }
        func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] { varint(number << 3 | 2) + varint(bytes.count) + bytes }
        let count = 2_000_000
        let geometry = varint(count << 3 | 1) + [UInt8](repeating: 0, count: 2 * count)
        let feature = [24, 2] + field(4, geometry)
        let tiles = try file(field(3, [120, 2] + field(1, Array("land".utf8)) + field(2, feature)))
        let before = try ProcessUse(of: getpid()).peakKibibytes
        let picture = try MapPicture(of: PictureScene(), style: style, tiles: tiles, format: .png)
        #expect(picture.notes.contains { $0.contains("more than fits in a picture") }, "\(picture.notes)")
        // Without a bound it takes 785 MB.
        let taken = try ProcessUse(of: getpid()).peakKibibytes - before
        #expect(taken < 400 << 10, "\(taken) KiB")
    }

    @Test("the picture shows the way on both sides of the antimeridian as one piece")
    func antimeridian() throws {
        let points = try [179.9, -179.9].map { try #require(Coordinate(latitude: -17, longitude: $0)) }
        let viewport = Viewport(PictureStyle(), showing: points)
        #expect(viewport.zoom > 8)
        #expect(points.map { viewport.contains(viewport.point($0)) } == [true, true])
    }
}

/// The pixels of a PNG, read back by Cairo.
private struct Pixels {
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
