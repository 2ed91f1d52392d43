import TestSupport
import Testing

@testable import GazetteerBuilding

/// All sources of a world of one village: everything that `Scripts/gazetteer-sources` unpacks, with a record or two each.
///
/// France is the square from 2° W to 1° E and from 42° to 43° N, Andorra the one east of it, up to 2° E. A sea lies
/// north of both.
struct SmallSources {
    let directory: TemporaryDirectory

    static let versions = SourceVersions.packages.map { "\($0)==1.2.3 --hash=sha256:00\n" }.joined()

    init() throws {
        directory = try TemporaryDirectory()
        try put("sources.txt", "# comment\n\n" + Self.versions)
        try put(
            "countries.json",
            #"{"AD": {"iso": "AD", "iso3": "AND", "name": "Andorra"}, "XX": {"iso": "XX", "iso3": "XXX", "name": ""}}"#)
        try put(
            "cities500.json",
            #"{"1": {"geonameid": 1, "name": "Vila", "latitude": 42.5, "longitude": 1.5, "countrycode": "AD"}}"#)
        try put("places-with-states.json", "[]")
        try putZones()
        try putStatesAndCounties()
        try putCountiesOfCensus()
        try putWater()
        try putShores([])
        try put("postal-codes.tsv", "AD\tAD100\t42.5\t1.5\t6\nAD\tAD200\t42.8\t1.5\t6\n")
        try put("postal-cities.tsv", "US\t42.5\t1.5\tVila\n")
        try put("village-names.tsv", "HU\t47.5\t19.5\tTelep\n")
        try put("municipalities.json", "[]")
        try put("municipalities.wkb", [])
        try put("airports.tsv", "AD\t42.5\t1.5\tVila Airport\tVila\tXXX\n")
        try put("place-kinds.tsv", "1\tPPL\t08\t\t\t\n")
        try put("iso3166-1.json", #"{"3166-1": [{"alpha_2": "AD", "name": "Andorra"}]}"#)
        try put("iso3166-2.json", #"{"3166-2": [{"code": "AD-08", "name": "Escaldes"}]}"#)
        try put("country-names/de.mo", SourceFormat.catalogue([("Andorra", "Andorra (deutsch)")]))
        try put("subdivision-names/en.mo", SourceFormat.catalogue([]))
        try put("place-names.tsv", "de\t1\tWeiler\nen\t1\tVila\nde\tAD\tAndorra\nca\tAD.08\tEscaldes\n")
        try put("state-names.tsv", "en\tAD-08\tEscaldes\n")
        try put("chinese.tsv", "罗\t羅\n")
    }

    func put(_ name: String, _ text: String) throws { try put(name, Array(text.utf8)) }

    func put(_ name: String, _ bytes: [UInt8]) throws { _ = try directory.write(bytes, to: name) }

    static func square(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [(Double, Double)] {
        [(west, south), (west, north), (east, north), (east, south)]
    }

    private static let (france, andorra) = (square(-2, 42, 1, 43), square(1, 42, 2, 43))

    private func putZones() throws {
        func ring(_ degrees: [(Double, Double)]) throws -> [SourcePoint] {
            try degrees.map { try #require(SourcePoint(longitudeDegrees: $0.0, latitudeDegrees: $0.1)) }
        }
        try put("zone.tab", "AD\t+4230+00131\tEurope/Andorra\nFR\t+4852+00220\tEurope/Paris\n")
        try put("zones/timezone_names.txt", "Europe/Andorra\nEurope/Paris\nEtc/GMT\n")
        try put("zones/hole_registry.json", "{}")
        try put("zones/zone_positions.npy", SourceFormat.npy("<u2", [4], [0, 1, 2, 3].flatMap { UInt16($0).bytes }))
        try put("zones/holes/poly_ref.npy", SourceFormat.npy("<i4", [0], []))
        for (folder, rings) in [
            ("boundaries", [try ring(Self.andorra), try ring(Self.france), try ring(Self.square(-20, 30, 20, 60))]),
            ("holes", []),
        ] {
            for (name, bytes) in SourceFormat.packed(rings) { try put("zones/\(folder)/\(name)", bytes) }
        }
    }

    private func putStatesAndCounties() throws {
        try put("states.shp", SourceFormat.shapefile([[Self.andorra], [Self.france]]))
        try put(
            "states.dbf",
            SourceFormat.table(
                [("name", 12), ("iso_a2", 2)],
                [["Escaldes", "AD"], ["Ariège", "FR"]].map { $0.map { Array($0.utf8) } }))
        let polygon = SourceFormat.polygon([Self.andorra])
        try put("counties.wkb", polygon)
        try put(
            "counties.json",
            #"[{"id": 1, "country": "AND", "state": "State", "name": "Valley", "byteCount": \#(polygon.count)}]"#)
    }

    /// Two counties of the United States, of which one has been renamed since, and a municipality of Puerto Rico.
    private func putCountiesOfCensus() throws {
        let counties = [Self.square(-85, 39, -84, 40), Self.square(-85, 38, -84, 39), Self.square(-67, 18, -66, 18.5)]
        try put("us-counties.shp", SourceFormat.shapefile(counties.map { [$0] }))
        let rows = [
            ["39061", "OH", "Hamilton"], ["46113", "SD", "Shannon"], ["72033", "PR", "Catano"],
        ]
        try put(
            "us-counties.dbf",
            SourceFormat.table([("FIPS", 5), ("STATE", 2), ("NAME", 25)], rows.map { $0.map { Array($0.utf8) } }))
    }

    private func putWater() throws {
        let lake = Self.square(1.2, 42.2, 1.3, 42.3)
        try put("lakes.shp", SourceFormat.shapefile([[lake]]))
        try put(
            "lakes.dbf",
            SourceFormat.table(
                [("name", 8), ("featurec_2", 8)], [["Estany", "Lake"]].map { $0.map { Array($0.utf8) } }))
        try put("seas.json", #"[{"name": "Small Sea", "rings": [[-2, 44, -2, 46, 2, 46, 2, 44]]}]"#)
    }

    /// The rings of GSHHG, each with its level and its area.
    func putShores(_ shores: [(level: Int, areaInSquareKilometers: Double, ring: [(Double, Double)])]) throws {
        var (lines, data): (String, [UInt8]) = ("", [])
        for (number, shore) in shores.enumerated() {
            let vertices = shore.ring.flatMap { [$0.0, $0.1] }.flatMap { Float($0).bitPattern.bytes }
            let latitudes = shore.ring.map(\.1)
            lines += "\(shore.level) \(shore.areaInSquareKilometers) \(shore.ring.count) "
            lines += "\(latitudes.min() ?? 0) \(latitudes.max() ?? 0) \(data.count) \(vertices.count) \(number)\n"
            data += vertices
        }
        try put("coast.txt", lines)
        try put("coast.dat", data)
    }
}
