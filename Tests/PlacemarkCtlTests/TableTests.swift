import PlacemarkCore
import Testing

@testable import placemarkctl

@Suite("A status as a table")
struct TableTests {
    private func names(_ status: String) throws -> [String] {
        Table(try Reports.status(status)).text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    }

    @Test("a precise reader sees what the daemon counts")
    func precise() throws {
        let names = try names(Reports.statusText("live", #""daemonVersion":"1.2.3""#))
        #expect(names == ["Source", "Location", "Placemark", "Precision", "Version", "Geocoding", "Requests", "Fixes"])
    }

    @Test("a reduced reader, who is told no counters, sees none, and no zero in their place")
    func reduced() throws {
        let status =
            #"{"version":1,"sequence":7,"precision":"reduced","source":{"state":"live","since":3},"#
            + Reports.placemark("Vaduz")
            + "}"
        let names = try names(status)
        #expect(names.contains("Placemark") && names.contains("Precision"))
        #expect(!names.contains("Geocoding") && !names.contains("Requests") && !names.contains("Fixes"))
    }
}
