import PlacemarkModel
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

    @Test("a house number that was calculated is told to be so, and one that is known has no line of its own")
    func interpolated() {
        var placemark = Placemark(geocoder: "test")
        (placemark.thoroughfare, placemark.subThoroughfare) = ("Städtle", "49")
        #expect(Table(placemark).text == "Placemark  Städtle 49")
        placemark.subThoroughfareInterpolated = true
        #expect(Table(placemark).text.hasSuffix("House number  49, calculated from those on both sides"))
    }

    @Test("a network geocoder that tells its state only has one line, and one that tells all has a line for each thing")
    func geocoder() {
        var report = GeocoderHealthReport(.resting)
        #expect(Table(report).text == "State  resting")
        (report.reason, report.retryAfter) = ("the server says no", 90)
        (report.server, report.provider, report.granularity) = ("https://example.org", "photon", "street")
        (report.requestsToday, report.dailyLimit, report.waiting) = (7, 1000, 2)
        var cache = GeocoderHealthReport.Cache()
        (cache.entries, cache.sizeInBytes, cache.hits, cache.misses) = (123, 1_260_000, 3, 1)
        cache.failure = "database is locked"
        report.cache = cache
        #expect(
            Table(report).text == """
                State        resting
                Reason       the server says no
                Asks again   in 90 s
                Server       https://example.org (photon)
                Granularity  street
                Requests     7 in 24 hours, 1000 at most
                Waiting      2
                Cache        123 answers, 1.3 MB; asked 4 times, 3 of them with success
                             does not work: database is locked
                """)
    }
}
