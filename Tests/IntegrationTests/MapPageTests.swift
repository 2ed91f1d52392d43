import TestConditions
import TestSupport
import Testing

@Suite("The map's page in a browser", .timeLimit(.minutes(20)), .tags(.waits, .busy))
struct MapPageTests {
    @Test("the map follows the position, regions are drawn and saved, a trip is played, markup stays text (fault 76)")
    func everyday() async throws {
        try await MapPage.pass([
            "live", "regions", "places", "trips", "markup", "languages", "foreign",
        ])
    }

    @Test("a drive that a real receiver has recorded is a way with its length, its cities and a comparison of policies")
    func recordedDrive() async throws {
        _ = try SharedData.traceOrCancel("drive-tokyo-fuji.nmea")
        try await MapPage.pass(["recorded_trip"])
    }

    @Test("a recorded drive comes through gpsd: its way grows, the map follows, the city of its end is told")
    func recordedLive() async throws {
        _ = try SharedData.traceOrCancel("drive-fukushima.nmea")
        try await MapPage.pass(["recorded_live"])
    }
}

@Suite("The map's page at the helm", .timeLimit(.minutes(20)), .tags(.waits, .busy))
struct MapPageHelmTests {
    @Test("course and chart, satellites and compass are shown, and the box is guarded")
    func helm() async throws {
        try await MapPage.pass(["helm", "chart", "satellites", "compass", "guard", "guard_untouched"])
    }
}

@Suite("Ways and places on the map's page", .timeLimit(.minutes(20)), .tags(.waits, .busy))
struct MapPagePlacesTests {
    @Test("the way of a day and its trips are shown, a link opens a place, and a click on a name tells it")
    func places() async throws {
        try await MapPage.pass(["links", "way", "day_trips", "click_names", "callouts"])
    }
}

@Suite("The map's page when something fails", .timeLimit(.minutes(20)), .tags(.waits, .busy))
struct MapPageFaultTests {
    @Test("without a receiver, a daemon, tiles or graphics it says so, and heals (faults 77, 78, 80)")
    func faults() async throws {
        try await MapPage.pass(["receiver", "faults", "damage", "late", "without_graphics", "tabs"])
    }
}

@Suite("The looks of the map's page", .timeLimit(.minutes(20)), .tags(.waits, .busy))
struct MapPageLooksTests {
    @Test("twelve states look as in their pictures, and shut nobody out; a keyboard or a small screen suffices")
    func everybody() async throws {
        try await MapPage.pass(["states", "by_keyboard", "small_screen", "phone", "fingers"])
    }
}
