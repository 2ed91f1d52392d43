import Foundation
import PMTiles
import TestSupport
import Testing

@testable import MapPicture

@Suite("Pictures of a basemap that is damaged or hostile") struct BadBasemapTests {
    private let directory: TemporaryDirectory
    private let style = PictureStyle.ofWorld

    init() throws { directory = try TemporaryDirectory() }

    @Test("the land of a file may go on to larger zooms than its other layers; what the metadata say is kept in bounds")
    func zoomsOfLayers() throws {
        let metadata = #"{"vector_layers": [{"id": "land", "maxzoom": 99}, {"id": "places", "maxzoom": -3}]}"#
        let reader = try SampleBasemap.world(in: directory, metadata: metadata)
        #expect(LayerZooms(reader).land == 0 && LayerZooms(reader).world == 0)
    }

    @Test("without a basemap, and with a damaged one, the picture is drawn and says what it lacks")
    func damagedBasemap() throws {
        _ = try SampleBasemap.world(in: directory)
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
        let tiles = try SampleBasemap.world(in: directory, metadata: metadata)
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
        let tiles = try SampleBasemap.file(
            of: field(3, [120, 2] + field(1, Array("land".utf8)) + field(2, feature)), in: directory)
        let before = try ProcessUse(of: getpid()).peakKibibytes
        let picture = try MapPicture(of: PictureScene(), style: style, tiles: tiles, format: .png)
        #expect(picture.notes.contains { $0.contains("more than fits in a picture") }, "\(picture.notes)")
        // Without a bound it takes 785 MB.
        let taken = try ProcessUse(of: getpid()).peakKibibytes - before
        #expect(taken < 400 << 10, "\(taken) KiB")
    }
}
