import Files
import Glibc
import LocationEngine
import PlacemarkModel
@testable import Publishing
import SystemClocks
import TestConditions
import TestSupport
import Testing

@Suite("trips.json (fault 91)")
struct SavedTripsTests {
    private let directory: TemporaryDirectory
    private let log = LogRecorder()

    init() throws { directory = try TemporaryDirectory() }

    /// What a detector knows after so many seconds at 20 m/s, of which the first minute does not tell a trip yet.
    private static func memory(seconds: Int = 500) -> MonitoringMemory {
        var detector = TripDetector(box: "test")
        for second in 0..<seconds {
            let place = Coordinate(clampingLatitude: 0, wrappingLongitude: Double(second) * 20 / 111_195)
            _ = detector.accepted(Location(coordinate: place, horizontalAccuracy: 5, receivedAt: at(Double(second))))
        }
        return MonitoringMemory(trips: detector.memory)
    }

    /// What the next run goes on with.
    private static func next(_ memory: MonitoringMemory?) -> TripDetector {
        var detector = TripDetector(box: "test")
        if let trips = memory?.trips { detector.restore(trips) }
        return detector
    }

    private func files(keepsTrips: Bool = true) -> SavedMonitoring.Files {
        SavedMonitoring.Files(directory: directory.path, keepsTrips: keepsTrips)
    }

    private func read(keepsTrips: Bool = true) -> TripDetector {
        var files = files(keepsTrips: keepsTrips)
        return Self.next(files.read(log: log.logger))
    }

    private func write(_ memory: MonitoringMemory, keepsTrips: Bool = true) throws {
        var files = files(keepsTrips: keepsTrips)
        try files.write(memory)
    }

    @Test("the trip under way and the odometer outlive damage to all other files, and are for their own user only")
    func ownFile() throws {
        try write(Self.memory())
        #expect(directory.mode("trips.json") == 0o600)
        #expect(directory.contents("monitoring.json")?.contains("trip") == false)
        try directory.write("monitoring.json", "damaged")
        let next = read()
        #expect(next.current?.state == .underway && next.current?.id == Self.next(Self.memory()).current?.id)
        #expect(next.odometer > 9000 && next.odometer == Self.next(Self.memory()).odometer)
    }

    @Test("a trip that gets longer writes no other file")
    func ownRhythm() throws {
        var files = files()
        try files.write(Self.memory())
        try directory.write("monitoring.json", "not written again")
        try files.write(Self.memory(seconds: 600))
        #expect(directory.contents("monitoring.json") == "not written again")
        #expect(read().odometer > 11_000)
    }

    @Test("trips that are kept in memory only are in no file, and what was kept before stays as it is")
    func memoryOnly() throws {
        try write(Self.memory(), keepsTrips: false)
        #expect(directory.names == ["monitoring.json"])
        #expect(directory.contents("monitoring.json")?.contains("trip") == false)
        try write(Self.memory())
        let kept = directory.contents("trips.json")
        try write(Self.memory(seconds: 600), keepsTrips: false)
        #expect(directory.contents("trips.json") == kept)
        #expect(read(keepsTrips: false).odometer == 0)
        #expect(read().odometer > 9000)
    }

    @Test("what an earlier version has kept in monitoring.json moves into the file, if it may be kept")
    func upgrade() throws {
        func writeAsBefore() throws {
            try SavedFile<SavedMonitoring>(
                directory: directory.path, name: "monitoring.json", version: 2, maximumBytes: 1 << 20
            ).write(SavedMonitoring(memory: Self.memory(), bootID: BootIdentity.current))
        }
        try writeAsBefore()
        #expect(read(keepsTrips: false).odometer == 0)
        var files = files()
        let found = files.read(log: log.logger)
        #expect(Self.next(found).odometer > 9000)
        try files.write(try #require(found))
        #expect(directory.contents("monitoring.json")?.contains("trip") == false)
        #expect(read().odometer > 9000 && log.lines.isEmpty)
        // From now on the new file counts.
        try write(Self.memory(seconds: 600))
        try writeAsBefore()
        #expect(read().odometer > 11_000)
    }

    @Test("while the file cannot be written trips are kept in the other one, and none is lost (fault 40)")
    func noRoom() throws {
        mkdir(directory.file("trips.json"), 0o700)
        #expect(throws: AtomicFile.WriteError.self) { try write(Self.memory()) }
        rmdir(directory.file("trips.json"))
        #expect(read().odometer > 9000)
    }

    @Test("a damaged file is set aside and told of, and the next trip begins a new odometer (fault 41)")
    func damage() throws {
        try directory.write("trips.json", "damaged")
        #expect(read().odometer == 0)
        #expect(directory.contents("trips.json.damaged") == "damaged" && log.lines.count == 1)
    }

    @Test("who wants trips to be kept from now on goes on with what was kept before")
    func keptFromNowOn() throws {
        try write(Self.memory())
        let settings = StateFileSettings(
            directory: directory.path, persistentDirectory: directory.path, precision: .precise)
        let files = StateFiles(settings, access: .ownUser, now: { at(3) }, log: log.logger)
        #expect(files.restore().memory?.trips == nil)
        let kept = try #require(files.restoreTrips())
        #expect(Self.next(MonitoringMemory(trips: kept)).odometer > 9000)
        files.configure(precision: .precise, hasPreciseFile: false, keepsTrips: true)
        files.offer(Publication(snapshot: Snapshots.cupertino, events: [], memory: Self.memory(seconds: 600)))
        files.write()
        #expect(read().odometer > 11_000)
        files.configure(precision: .precise, hasPreciseFile: false, keepsTrips: false)
        files.offer(Publication(snapshot: Snapshots.cupertino, events: [], memory: Self.memory(seconds: 700)))
        files.write()
        #expect(read().odometer < 12_500)
    }
}
