import GzipCompression
import PMTiles
import TestSupport
import Testing
import VectorTiles

@testable import MapPicture

@Suite("The languages of names in pictures")
struct PictureLanguagesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The names that a picture of a file with these metadata has, of two cities.
    private func names(_ wanted: [String], metadata: String) throws -> [String] {
        let cities: [(Int32, [String: TileValue])] = [
            (1024, ["name": .text("Munich"), "name:de": .text("München"), "rank": .integer(0)]),
            (3072, ["name": .text("London"), "name:fr": .text("Londres"), "rank": .integer(0)]),
        ]
        let tile = VectorTile(layers: [
            TileLayer(
                name: "places", features: cities.map { TileFeature(.points([TilePoint(x: $0, y: 1024)]), $1) })
        ])
        let path = directory.file("world.pmtiles")
        let writer = try PMTilesWriter(path: path)
        try writer.add(try #require(TileID(zoom: 0, column: 0, row: 0)), packed: Gzip.packed(tile.encoded))
        _ = try writer.finish(.vectorTiles(smallestZoom: 0, largestZoom: 0), metadata: metadata)
        var style = PictureStyle()
        (style.width, style.height, style.zoom) = (512, 512, 3)
        let canvas = try #require(Canvas(width: 512, height: 512, format: .png))
        var painter = BasemapPainter(canvas: canvas, viewport: Viewport(style, showing: []), colors: .light)
        painter.draw(try PMTilesReader(path: path), languages: wanted)
        return painter.labels.map(\.text)
    }

    @Test(
        "of our own tiles the first language that they have is the only one, and English is what everybody is shown",
        arguments: [
            (["de", "fr"], ["München", "London"]), (["fr", "de"], ["Munich", "Londres"]),
            (["de-AT", "fr"], ["München", "London"]), (["en-GB", "de"], ["Munich", "London"]),
            (["sv", "de"], ["München", "London"]), (["sv"], ["Munich", "London"]), ([], ["Munich", "London"]),
        ])
    func own(wanted: [String], expected: [String]) throws {
        let metadata = #"{"generator": "placemark-gazetteer", "languages": ["de", "fr", "ru"]}"#
        #expect(try names(wanted, metadata: metadata) == expected)
    }

    @Test("of other tiles a name is in the first of the reader's languages that it has")
    func foreign() throws {
        for metadata in [
            #"{"languages": ["de", "fr"]}"#,
            #"{"vector_layers": [{"id": "places", "fields": {"name:de": "String", "name:fr": 1, "rank": "Number"}}]}"#,
        ] {
            #expect(try names(["de", "fr"], metadata: metadata) == ["München", "Londres"])
            #expect(try names(["fr-CH"], metadata: metadata) == ["Munich", "Londres"])
        }
    }

    @Test(
        "a reader of Chinese or Norwegian is understood, however they and the tiles write it, and no other script stands in",
        arguments: [
            ("zh-CN", ["zh_CN"]), ("zh", ["zh_CN"]), ("zh-Hans-SG", ["zh_CN"]), ("zh-TW", ["zh_TW"]),
            ("zh_TW", ["zh_TW"]), ("zh-Hant-HK", ["zh_TW"]), ("no", ["nb_NO"]), ("nb", ["nb_NO"]),
            ("nn-NO", ["nb_NO"]), ("pt-BR", ["pt"]), ("", []), ("xx", []),
        ])
    func written(tag: String, expected: [String]) {
        let offered = ["nb_NO", "pt", "zh_CN", "zh_TW"]
        #expect(PictureLanguages([tag], offered: offered, isOwn: false).keys == expected.map { "name:\($0)" })
    }

    @Test("traditional characters are not made up from simplified ones, and Norwegian may be called no")
    func missing() {
        #expect(PictureLanguages(["zh-TW"], offered: ["zh_CN"], isOwn: false).keys == [])
        #expect(PictureLanguages(["zh-TW"], offered: ["zh-Hant"], isOwn: true).keys == ["name:zh-Hant"])
        #expect(PictureLanguages(["nb", "de"], offered: ["no", "de"], isOwn: true).keys == ["name:no"])
        #expect(PictureLanguages(["de", "en"], offered: ["no", "de"], isOwn: true).keys == ["name:de"])
    }
}
