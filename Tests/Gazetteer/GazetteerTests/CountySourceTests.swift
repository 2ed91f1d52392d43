import TestSupport
import Testing

@testable import GazetteerBuilding

/// Which counties come from which source.
@Suite("Sources of counties")
struct CountySourceTests {
    @Test(
        "the counties of the United States are the Census Bureau's under today's names, and Puerto Rico is land alone")
    func census() throws {
        let sources = try SmallSources()
        let counties = try CensusCounties.boundaries(in: sources.directory.path)
        #expect(counties.map(\.name) == ["Hamilton", "Oglala Lakota", ""])
        #expect(counties.map(\.parent) == ["OH", "SD", nil])
        #expect(counties.map(\.isoCountryCode) == ["US", "US", "PR"])
        #expect(counties.allSatisfy { $0.rings.count == 1 })
    }

    @Test(
        "geoBoundaries' counties of the United States are left out, and its territories are land of their own countries"
    )
    func geoBoundaries() throws {
        let sources = try SmallSources()
        try sources.put(
            "countries.json",
            #"{"AD": {"iso": "AD", "iso3": "AND", "name": ""}, "US": {"iso": "US", "iso3": "USA", "name": ""}}"#)
        let counties = [
            (1.0, "AND", "State", "Valley"), (-84, "USA", "Ohio", "Hamilton"), (144, "USA", "Guam", "Guam"),
        ]
        let polygons = counties.map {
            SourceFormat.polygon([SmallSources.square($0.0, 13, $0.0 + 1, 14)])
        }
        try sources.put("counties.wkb", polygons.flatMap { $0 })
        let rows = zip(counties, polygons).enumerated().map { index, county in
            #"{"id": \#(index), "country": "\#(county.0.1)", "state": "\#(county.0.2)", "#
                + #""name": "\#(county.0.3)", "byteCount": \#(county.1.count)}"#
        }
        try sources.put("counties.json", "[\(rows.joined(separator: ", "))]")
        let read = try CountySource.boundaries(in: sources.directory.path)
        #expect(read.map(\.name) == ["Valley", "Hamilton", "Oglala Lakota", "", ""])
        #expect(read.map(\.isoCountryCode) == ["AD", "US", "US", "PR", "GU"])
        #expect(read.map(\.parent) == ["State", "OH", "SD", nil, nil])
    }

    @Test("a table of another length than the polygons, and a county without a name, are errors that say where")
    func damaged() throws {
        let sources = try SmallSources()
        let columns = [("FIPS", 5), ("STATE", 2), ("NAME", 25)]
        func boundaries(_ rows: [[String]]) throws -> [SourceBoundary] {
            try sources.put("us-counties.dbf", SourceFormat.table(columns, rows.map { $0.map { Array($0.utf8) } }))
            return try CensusCounties.boundaries(in: sources.directory.path)
        }
        let row = ["39061", "OH", "Hamilton"]
        #expect(throws: SourceError.self) { try boundaries([row, row]) }
        let error = #expect(throws: SourceError.self) { try boundaries([row, ["39063", "OH", ""], row]) }
        #expect(error.map { "\($0)".contains("record 2") && "\($0)".contains("us-counties.dbf") } == true)
    }
}
