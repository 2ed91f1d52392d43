import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestConditions
import TestSupport
import Testing

/// Detail packs beside the world file of the real daemon: made by the real program, found, and left out again.
@Suite("Detail packs", .timeLimit(.minutes(3)), .tags(.waits))
struct DetailPackTests {
    /// A boundary round the middle of Vaduz, with a street and a house, in the text form of osmium.
    private static let extract = """
        n1 v1 t2026-01-02T03:04:05Z Tname=Neustadt,place=town x9.52 y47.141
        n2 v1 x9.50 y47.13
        n3 v1 x9.54 y47.13
        n4 v1 x9.54 y47.15
        n5 v1 x9.50 y47.15
        n6 v1 x9.52 y47.1412
        n7 v1 x9.522 y47.1412
        n8 v1 Taddr:housenumber=4,addr:street=Lange%20%Gasse x9.52105 y47.14105
        w1 v1 Nn2,n3,n4,n5,n2
        w2 v1 Thighway=residential,name=Lange%20%Gasse Nn6,n7
        r1 v1 Tadmin_level=8,boundary=administrative,name=Neustadt,type=boundary Mw1@outer,n1@label

        """

    /// Puts a pack of the town where the daemon looks for them. Returns that directory.
    private static func makePack(for daemon: RunningDaemon) async throws -> String {
        let directory = daemon.directory.file("state/gazetteers.d")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try daemon.directory.write("town.opl", extract)
        let pbf = daemon.directory.file("town.osm.pbf")
        #expect(
            try await Programs.run("osmium", ["cat", "--output", pbf, daemon.directory.file("town.opl")]).status == 0)
        let made = try await Programs.run(
            "placemark-gazetteer", ["import", pbf, "--output", "\(directory)/town.gazetteer"])
        #expect(made.output.hasPrefix("\(directory)/town.gazetteer: 1 cities and 0 parts of cities, "), "\(made)")
        #expect(made.output.hasSuffix(", of 2026-01-02\n"), "\(made)")
        return directory
    }

    @Test("a reload finds a pack, names the city by its limits though the box stands still, and forgets it again")
    func reload() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: "[Publishing]\nStateFilePrecision=precise\n")
        _ = try await daemon.status("the receiver") { $0.source.device == gpsd.device }
        let fix = ReceiverState.Fix(coordinate: Coordinate(clampingLatitude: 47.141, wrappingLongitude: 9.521))
        let isNamed = await poll(every: .milliseconds(100), atMost: .seconds(30)) {
            gpsd.feed(NMEAEpoch(ReceiverState(time: .now, fix: fix)).bytes)
            return (try? await daemon.client.status())?.placemark?.placemark.locality == "Vaduz"
        }
        #expect(isNamed)

        let directory = try await Self.makePack(for: daemon)
        try daemon.directory.write("state/gazetteers.d/broken.gazetteer", "nothing")

        daemon.process.signal(SIGHUP)
        let status = try await daemon.status("the pack's city") { $0.placemark?.placemark.locality == "Neustadt" }
        #expect(status.placemark?.placemark.geocoder == "gazetteer+openstreetmap")
        #expect(status.placemark?.placemark.isoCountryCode == "LI")
        #expect(status.placemark?.placemark.thoroughfare == "Lange Gasse")
        let complaint = "a detail pack is left out: \(directory)/broken.gazetteer: this is not a gazetteer"
        // What a process has said reaches the tests a little later.
        #expect(await poll(atMost: .seconds(10)) { daemon.process.standardError.contains(complaint) })

        // What the program of the same configuration answers, and whom it thanks.
        let configuration = daemon.directory.file("placemarkd.conf")
        try daemon.directory.write(
            "placemarkd.conf", "[Publishing]\nPersistentDirectory=\(daemon.directory.file("state"))\n")
        let reverse = try await Programs.run(
            "placemarkctl", ["reverse", "47.141,9.521", "--json", "--config", configuration])
        #expect(reverse.output.contains(#""locality":"Neustadt""#), "\(reverse)")
        #expect(reverse.output.contains(#""name":"Lange Gasse 4""#), "\(reverse)")
        let search = try await Programs.run(
            "placemarkctl", ["search", "Lange Gasse 4, Neustadt", "--config", configuration])
        #expect(search.output.contains("Lange Gasse 4  Neustadt  Liechtenstein"), "\(search)")
        let thanks = try await Programs.run("placemarkctl", ["attribution", "--config", configuration])
        #expect(thanks.output.contains("OpenStreetMap contributors"), "\(thanks)")
        let info = try await Programs.run("placemark-gazetteer", ["info", "\(directory)/town.gazetteer"])
        #expect(info.output.contains("cities") && info.output.contains("ODbL 1.0"), "\(info)")
        let verified = try await Programs.run("placemark-gazetteer", ["verify", "\(directory)/town.gazetteer"])
        #expect(verified.status == 0 && verified.output.contains("1 cities"), "\(verified)")

        try FileManager.default.removeItem(atPath: "\(directory)/town.gazetteer")
        daemon.process.signal(SIGHUP)
        _ = try await daemon.status("the world file's city") { $0.placemark?.placemark.locality == "Vaduz" }
    }

    @Test("a pack answers precise readers, and nobody else: they get the same as without it (fault 88)")
    func reducedReaders() async throws {
        guard geteuid() == 0 else { try Test.cancel("only root can be another user") }
        let groups = try ReaderGroups()
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port, configuration: "", launcher: groups.launcher)
        ReaderGroups.open(daemon)
        /// What a member of a group is answered.
        let socket = daemon.socket
        @Sendable func answer(_ request: String, group: Int) async throws -> String {
            try await Programs.run(
                "/usr/bin/env", ReaderGroups.member(of: group) + ["nc", "-U", socket], input: request + "\n"
            ).output
        }
        let requests = ["reverse 47.141 9.521", "search Lange Gasse 4, Neustadt", "search Neustadt"]
        var before: [String] = []
        for request in requests { before.append(try await answer(request, group: ReaderGroups.reduced)) }
        _ = try await Self.makePack(for: daemon)
        daemon.process.signal(SIGHUP)
        let isFound = await poll(every: .milliseconds(100), atMost: .seconds(30)) {
            (try? await answer(requests[0], group: ReaderGroups.precise))?.contains("Lange Gasse 4") == true
        }
        #expect(isFound)
        #expect(try await answer(requests[1], group: ReaderGroups.precise).contains("Lange Gasse"))
        for (request, known) in zip(requests, before) {
            let now = try await answer(request, group: ReaderGroups.reduced)
            #expect(now == known, "\(request)")
        }
        #expect(before[0].contains(#""locality":"Vaduz""#), "\(before[0])")
        withExtendedLifetime(groups) {}
    }
}
