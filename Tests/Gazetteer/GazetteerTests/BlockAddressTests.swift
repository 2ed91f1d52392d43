import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Japanese addresses: quarters and blocks instead of streets.
@Suite("Block addresses", .timeLimit(.minutes(3)))
struct BlockAddressTests {
    @Test(
        "quarter, part, block and house become a place and a number, whichever of them the tags have",
        arguments: [
            (["quarter": "大手町", "neighbourhood": "一丁目", "block_number": "5", "housenumber": "12"], "大手町一丁目", ["5-12"]),
            (["neighbourhood": "大手町一丁目", "block_number": "5", "housenumber": "5-12"], "大手町一丁目", ["5-12"]),
            (
                ["quarter": "大手町", "neighbourhood": "1", "block_number": "5", "housenumber": "1;2"], "大手町1丁目",
                ["5-1", "5-2"]
            ),
            (["quarter": "本町", "block_number": "3"], "本町", ["3"]),
            (["quarter": "本町", "housenumber": "7"], "本町", ["7"]),
            (["street": "中央通り", "quarter": "本町", "block_number": "3", "housenumber": "7"], "中央通り", ["7"]),
            (["place": "Weiler", "neighbourhood": "Nord", "housenumber": "7"], "Weiler", ["7"]),
            (["quarter": "Nord", "neighbourhood": "Park", "housenumber": "7"], "Nord Park", ["7"]),
        ] as [([String: String], String, [String])])
    func tags(_ tags: [String: String], name: String, numbers: [String]) throws {
        let keyed = Dictionary(uniqueKeysWithValues: tags.map { ("addr:\($0)", $1) })
        let address = try #require(AddressTags(keyed))
        #expect(address.name?.local == name && address.numbers == numbers)
        #expect(address.isPlace == (tags["street"] == nil))
    }

    @Test("quarters alone, and a block beside a street, are no address")
    func nothing() {
        #expect(AddressTags(["addr:quarter": "本町"]) == nil)
        #expect(AddressTags(["addr:street": "中央通り", "addr:block_number": "3"]) == nil)
    }

    @Test("they are shown from the large to the small in Japanese letters, and found as people write them")
    func wholeWay() async throws {
        let directory = try TemporaryDirectory()
        var extract = SmallExtract()
        extract.boundary(
            "千代田区", level: 7, [extract.rectangle(35.67, 139.74, 35.70, 139.78)],
            label: extract.node(35.69, 139.75, ["place": "city", "name": "千代田区", "name:en": "Chiyoda"]))
        for (number, place) in [(35.6870, 139.7640), (35.6872, 139.7640), (35.6874, 139.7640)].enumerated() {
            _ = extract.node(
                place.0, place.1,
                [
                    "addr:quarter": "大手町", "addr:neighbourhood": "一丁目", "addr:block_number": "5",
                    "addr:housenumber": "\(12 + number)", "addr:postcode": "100-0004",
                ])
        }
        _ = extract.node(35.6890, 139.7740, ["addr:quarter": "本町", "addr:block_number": "3", "addr:housenumber": "7"])
        let path = try await extract.write(to: directory.file("tokyo.osm.pbf"))
        let file = directory.file("tokyo.gazetteer")
        _ = try DetailPackImport.make(file, of: [path], gazetteer: RealWorld.path)
        let pack = try DetailPack(path: file, check: .full)
        let gazetteer = try Gazetteer(path: RealWorld.path, check: .structure, details: [pack])
        let placemark = try #require(gazetteer.placemark(at: Coordinate(35.68721, 139.76401)))
        #expect(placemark.thoroughfare == "大手町一丁目" && placemark.subThoroughfare == "5-13")
        #expect(placemark.streetAddress == "大手町一丁目5-13" && placemark.name == "大手町一丁目5-13")
        let written = try #require(placemark.fullAddress)
        for text in [
            "大手町一丁目5-13", "大手町1丁目5-13", "大手町1-5-13", "大手町一丁目5番13号", "大手町1丁目5番地13", "大手町一丁目 5-13",
            "大手町1-5-13", "5-13 大手町一丁目", written,
        ] {
            let found = (try? gazetteer.search(text)) ?? []
            #expect(found.first?.placemark.name == "大手町一丁目5-13", "\(text): \(found.first?.placemark.name ?? "nothing")")
        }
        #expect(try gazetteer.search("本町3-7").first?.placemark.name == "本町3-7")
        #expect(try gazetteer.search("大手町一丁目").first?.placemark.thoroughfare == "大手町一丁目")
        #expect((try? gazetteer.search("大手町二丁目5-13"))?.first?.placemark.subThoroughfare == nil)
    }
}
