import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// The municipalities whose polygons have been simplified one by one, and whose names have been damaged.
@Suite("Municipalities")
struct MunicipalityTests {
    @Test(
        "are found again under their names although letters are lost, the end is cut off, or a canton stands behind",
        arguments: [
            ("Vr0tno", "CZ", "Vrátno", true), ("Vr0tno", "CZ", "Vratno", false), ("Vr0tno", "AT", "Vrátno", false),
            ("Szilvsgy", "HU", "Szilvágy", true), ("Olcsvaapti", "HU", "Olcsvaapáti", true), ("P", "HU", "Pécs", true),
            ("Dolnk Strhcre", "SK", "Dolné Stráhcre", true), ("Trebi", "SK", "Trebišov", true),
            ("Sankt Michael in Obersteierma*", "AT", "Sankt Michael in Obersteiermark", true),
            ("St. Michael in Obersteierma*", "AT", "Sankt Michael in Obersteiermark", true),
            ("Bruck an der Großglocknerstra", "AT", "Bruck an der Großglocknerstraße", true),
            ("Bruck an der Großglocknerstr", "AT", "Bruck an der Großglocknerstraße", false),
            ("Hainburg a.d. Donau", "AT", "Hainburg an der Donau", true),
            ("Reinach (BL)", "CH", "Reinach", true), ("gmina Jarosław", "PL", "Jarosław", true),
            ("Sankt Gallen", "CH", "St. Gallen", true), ("Elche/Elx", "ES", "Elche", false),
        ])
    func names(source: String, country: String, place: String, isMeant: Bool) {
        #expect(MunicipalName(source, country: country).isBorne(by: place) == isMeant)
    }

    @Test("are found by half of their names")
    func halves() {
        #expect(MunicipalName("Elche/Elx", country: "ES").hasHalf("Elx"))
        #expect(MunicipalName("Nikaia-Agios Ioannis Rentis", country: "GR").hasHalf("Nikaia"))
        #expect(!MunicipalName("Elche", country: "ES").hasHalf("Elche"))
        #expect(MunicipalName("Maó-Mahón", country: "ES").hasHalf("Mahon"))
        #expect(!MunicipalName("Val-de-Travers", country: "CH").hasHalf("Travers"), "a valley, not two villages")
    }

    @Test("join villages by a hyphen where there is one language")
    func unions() {
        #expect(MunicipalName("Rapperswil-Jona", country: "CH").isUnion)
        #expect(MunicipalName("Wals-Siezenheim", country: "AT").isUnion)
        #expect(!MunicipalName("Maó-Mahón", country: "ES").isUnion)
        #expect(!MunicipalName("Yverdon-les-Bains", country: "CH").isUnion)
        #expect(!MunicipalName("Biel/Bienne", country: "CH").isUnion)
    }

    @Test("are no commons, lakes or reserves")
    func commons() {
        #expect(CommonLand.isMeant(by: "Bodensee (TG)", country: "CH"))
        #expect(CommonLand.isMeant(by: "Comunidad de 09076, 09498 y 09578", country: "ES"))
        #expect(!CommonLand.isMeant(by: "Greifensee", country: "CH"))
        #expect(MunicipalityRules.isDistrictOfManila("Binondo", country: "PH"))
        #expect(!MunicipalityRules.isDistrictOfManila("Binondo", country: "ES"))
    }

    private static func boundary(_ points: [(Double, Double)], _ name: String) throws -> SourceBoundary {
        SourceBoundary(
            rings: [try points.map { try #require(SourcePoint(longitudeDegrees: $0.0, latitudeDegrees: $0.1)) }],
            name: name,
            isoCountryCode: "AA")
    }

    /// Two squares side by side, whose border bends 0.002° to the east at its middle; only the western one still has the bend.
    private static func neighbours() throws -> [SourceBoundary] {
        [
            try boundary([(0, 0), (0, 0.1), (0.1, 0.1), (0.102, 0.05), (0.1, 0)], "West"),
            try boundary([(0.1, 0), (0.1, 0.1), (0.2, 0.1), (0.2, 0)], "East"),
        ]
    }

    @Test("share their borders again after mending: no overlap, and each border once")
    func mending() throws {
        let mended = BorderMending.mended(try Self.neighbours())
        let bend = try #require(SourcePoint(longitudeDegrees: 0.102, latitudeDegrees: 0.05))
        #expect(mended[1].rings[0].contains(bend))
        #expect(mended[0].rings == (try Self.neighbours())[0].rings, "it had all vertices")
        let borders = BoundaryDrawing(mended, format: .fine) { _ in 1 }.borders
        #expect(borders.count { $0.boundaries == [0, 1] } == 1)
        let before = BoundaryDrawing(try Self.neighbours(), format: .fine) { _ in 1 }.borders
        #expect(!before.contains { $0.boundaries == [0, 1] }, "without mending they share nothing")
    }

    @Test(
        "get no vertex of a border that is not theirs: beyond a strip of land, or farther away than the source simplifies by"
    )
    func strips() throws {
        var boundaries = try Self.neighbours()
        // A strip of 0.003° beyond the eastern square, with a vertex on its far side.
        boundaries.append(try Self.boundary([(0.2, 0), (0.2, 0.1), (0.203, 0.1), (0.203, 0.05), (0.203, 0)], "Strip"))
        boundaries.append(try Self.boundary([(0, -0.2), (0.05, -0.006), (0.1, -0.2)], "Far"))
        let mended = BorderMending.mended(boundaries)
        #expect(mended[1].rings[0].count == 5, "the bend, and nothing from behind the strip")
        #expect(mended[0].rings[0].count == 5)
    }

    @Test("are read with their country, and a polygon that is cut off is refused with its id")
    func source() throws {
        let sources = try SmallSources()
        let polygon = SourceFormat.polygon([SmallSources.square(19, 47, 20, 48)])
        func put(_ byteCount: Int, country: String = "HU", name: String = "Telep") throws {
            try sources.put("municipalities.wkb", polygon)
            try sources.put(
                "municipalities.json",
                #"[{"id": "7B1", "country": "\#(country)", "name": "\#(name)", "byteCount": \#(byteCount)}]"#)
        }
        try put(polygon.count)
        let boundaries = try MunicipalitySource.boundaries(in: sources.directory.path)
        #expect(boundaries.map(\.name) == ["Telep"] && boundaries.map(\.isoCountryCode) == ["HU"])
        try put(polygon.count, country: "PL", name: "Horseshoe Grove")
        #expect(try MunicipalitySource.boundaries(in: sources.directory.path).map(\.name) == ["Podkowa Leśna"])
        try put(polygon.count + 1)
        do {
            _ = try MunicipalitySource.boundaries(in: sources.directory.path)
            Issue.record("a polygon behind the end of the file was read")
        } catch {
            #expect("\(error)".contains("record 7B1"))
        }
    }
}
