import Foundation
import FoundationXML
import PMTiles
@testable import PlacemarkModel
import TestSupport
import Testing

@testable import MapPicture

@Suite("Pictures of the map") struct MapPictureTests {
    private let directory: TemporaryDirectory
    private let style = PictureStyle.ofWorld

    init() throws { directory = try TemporaryDirectory() }

    @Test("land and sea have their colours at known places, by day and by night")
    func basemap() throws {
        for isDark in [false, true] {
            var style = style
            style.isDark = isDark
            let tiles = try SampleBasemap.world(in: directory)
            let picture = try MapPicture(of: PictureScene(), style: style, tiles: tiles, format: .png)
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
        func basemap(_ city: String) throws -> PMTilesReader { try SampleBasemap.world(in: directory, city: city) }
        let svg = try MapPicture(of: scene, style: style, tiles: try basemap(name), format: .svg)
        let text = String(decoding: svg.bytes, as: UTF8.self)
        #expect(text.hasPrefix("<?xml") && !text.contains("onerror") && !text.contains("<script"))
        let parser = XMLParser(data: Data(svg.bytes))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        let empty = try MapPicture(of: PictureScene(), style: style, tiles: try basemap(""), format: .svg)
        // The letters are there, as shapes: the name has been drawn.
        #expect(svg.bytes.count > empty.bytes.count + 1000)
    }

    @Test("the picture shows the way on both sides of the antimeridian as one piece")
    func antimeridian() throws {
        let points = try [179.9, -179.9].map { try #require(Coordinate(latitude: -17, longitude: $0)) }
        let viewport = Viewport(PictureStyle(), showing: points)
        #expect(viewport.zoom > 8)
        #expect(points.map { viewport.contains(viewport.point($0)) } == [true, true])
    }
}
