import Foundation
import LocationEngine
import PlacemarkModel
import TestSupport
import Testing

@testable import PrometheusMetrics
@testable import Publishing

/// The samples of a text in Prometheus' format, by what stands before the value.
func samples(_ text: String) -> [String: Double] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.reduce(into: [:]) { samples, line in
        guard let space = line.lastIndex(of: " ") else { return }
        samples[String(line[..<space])] = Double(line[line.index(after: space)...])
    }
}

@Suite("Metrics")
struct DaemonFiguresTests {
    static let process = ProcessFigures(
        residentMemoryInBytes: 17_000_000, processorTimeInSeconds: 1.25, startTimeInSeconds: 1_795_161_600.25,
        openDescriptors: 12, mostDescriptors: 1024)

    private func report(_ snapshot: StatusSnapshot, _ precision: Precision = .precise) -> DaemonFigures {
        StatusFeed(snapshot, track: nil, now: { at(6) }).metrics(precision)
    }

    @Test("at the start every counter is there, at 0; there are no ages, and one state")
    func start() throws {
        let report = report(Snapshots.empty)
        let samples = samples(report.text(Self.process))
        for family in report.families(Self.process) where family.kind == .counter {
            guard family.name != "placemarkd_process_cpu_seconds_total" else { continue }
            #expect(!family.samples.isEmpty, "\(family.name)")
            #expect(family.samples.allSatisfy { $0.value == 0 }, "\(family.name)")
        }
        #expect(samples.keys.filter { $0.hasPrefix("placemarkd_fixes_total") }.count == Rejection.allCases.count + 1)
        #expect(
            samples.keys.filter { $0.hasPrefix("placemarkd_requests_total") }.count
                == 4 * (LineRequest.Word.allCases.count + 1))
        #expect(samples["placemarkd_source_state{state=\"connecting\"}"] == 1)
        #expect(samples.filter { $0.key.hasPrefix("placemarkd_source_state") }.values.reduce(0, +) == 1)
        #expect(samples["placemarkd_fix_age_seconds"] == nil)
        #expect(samples["placemarkd_placemark_age_seconds"] == nil)
        #expect(samples["placemarkd_build_info{version=\"\(Installation.version)\"}"] == 1)
    }

    @Test("they say what has happened")
    func figures() {
        var random = SeededRandom(seed: 11)
        var snapshot = Snapshots.cupertino
        for rejection in Rejection.allCases {
            snapshot.counters.rejected[rejection] = Int.random(in: 1...9999, using: &random)
        }
        snapshot.counters.results[.noResult] = 3
        snapshot.regions = ["home", "\"work\""]
        snapshot.regionCount = 20
        let samples = samples(report(snapshot).text(Self.process))
        for (rejection, count) in snapshot.counters.rejected {
            #expect(samples["placemarkd_fixes_total{outcome=\"\(rejection.rawValue)\"}"] == Double(count))
        }
        #expect(samples["placemarkd_fixes_total{outcome=\"accepted\"}"] == 1)
        #expect(samples["placemarkd_fix_age_seconds"] == 4)
        #expect(samples["placemarkd_placemark_age_seconds"] == 4)
        #expect(samples["placemarkd_placemark_stale"] == 0)
        #expect(samples["placemarkd_source_state{state=\"live\"}"] == 1)
        #expect(samples["placemarkd_source_state{state=\"connecting\"}"] == 0)
        #expect(samples["placemarkd_gpsd_connections_total"] == 1)
        #expect(samples["placemarkd_geocode_requests_total{reason=\"first\"}"] == 1)
        #expect(samples["placemarkd_geocode_requests_total{reason=\"moved\"}"] == 0)
        #expect(samples["placemarkd_geocode_results_total{result=\"answered\"}"] == 1)
        #expect(samples["placemarkd_geocode_results_total{result=\"noResult\"}"] == 3)
        #expect(samples["placemarkd_regions"] == 20)
        #expect(samples["placemarkd_regions_inside"] == 2)
        #expect(samples["placemarkd_process_resident_memory_bytes"] == 17_000_000)
        #expect(samples["placemarkd_process_start_time_seconds"] == 1_795_161_600.25)
        #expect(samples["placemarkd_process_open_fds"] == 12)
    }

    @Test("what is heard of beacons is for precise readers")
    func beacons() {
        var snapshot = StubRooms.besideBeacon
        snapshot.counters.malformedAdvertisements = 7
        let told = samples(report(snapshot).text(nil))
        #expect(told["placemarkd_beacon_regions"] == 1 && told["placemarkd_beacon_regions_heard"] == 1)
        #expect(told["placemarkd_beacons_listening"] == 1)
        #expect(told["placemarkd_beacon_observations_total{outcome=\"taken\"}"] == 1)
        #expect(told["placemarkd_beacon_observations_total{outcome=\"unwanted\"}"] == 0)
        #expect(told["placemarkd_beacon_advertisements_malformed_total"] == 7)
        #expect(!report(snapshot, .reduced).text(nil).contains("beacon"))
        #expect(!report(snapshot, .reduced).text(nil).contains("observation"))
    }

    @Test("a heading and the states of the compasses are for precise readers")
    func headings() {
        var snapshot = Snapshots.cupertino
        snapshot.heading = Heading(
            trueHeading: 10, magneticHeading: 357.3, declination: 12.7, origin: .compass, receivedAt: at(5))
        snapshot.compasses = [StubRooms.compass]
        let samples = samples(report(snapshot).text(nil))
        #expect(samples["placemarkd_heading_degrees{north=\"true\"}"] == 10)
        #expect(samples["placemarkd_heading_degrees{north=\"magnetic\"}"] == 357.3)
        #expect(samples["placemarkd_declination_degrees"] == 12.7)
        #expect(samples["placemarkd_compasses{state=\"working\"}"] == 1)
        #expect(samples["placemarkd_compasses{state=\"stuck\"}"] == 0)
        let reduced = report(snapshot, .reduced).text(nil)
        #expect(!["heading", "declination", "compass"].contains { reduced.contains($0) })
    }

    @Test("readers with reduced precision get no counter that goes up as the box moves")
    func reduced() {
        var snapshot = Snapshots.cupertino
        snapshot.regionCount = 1
        let before = report(snapshot, .reduced).text(nil)
        snapshot.regions = ["home"]
        snapshot.counters = .init()
        snapshot.counters.connections = 1
        #expect(report(snapshot, .reduced).text(nil) == before)
        let counters = report(snapshot, .reduced).families(Self.process).filter { $0.kind == .counter }.map(\.name)
        #expect(
            counters == [
                "placemarkd_gpsd_connections_total", "placemarkd_connections_refused_total",
                "placemarkd_file_write_failures_total",
            ])
    }

    @Test("they hold no coordinate, no name of a place or a region, and no device")
    func noPlace() {
        var snapshot = Snapshots.cupertino
        snapshot.regions = ["Summer house"]
        let text = report(snapshot).text(Self.process)
        for secret in ["37.3", "122.0", "Cupertino", "California", "Los_Angeles", "Summer", "ttyACM0", "4.1"] {
            #expect(!text.contains(secret), "\(secret)")
        }
    }

    @Test("an age is never negative, though a publication may be newer than the question")
    func age() {
        let report = StatusFeed(Snapshots.cupertino, track: nil, now: { at(1) }).metrics(.precise)
        #expect(samples(report.text(nil))["placemarkd_fix_age_seconds"] == 0)
    }

    @Test("docs/admin/metrics.md has a row for each metric, with its type and its labels, and no other")
    func document() throws {
        let rows = try Checkout.text("docs/admin/metrics.md").split(separator: "\n")
            .filter { $0.hasPrefix("| `placemarkd_") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        var snapshot = Snapshots.cupertino
        snapshot.heading = Heading(trueHeading: 10, magneticHeading: 357, origin: .compass, receivedAt: at(0))
        let families = report(snapshot).families(Self.process)
        #expect(rows.map { $0[0] } == families.map { "`\($0.name)`" })
        for (row, family) in zip(rows, families) {
            #expect(row[1] == family.kind.rawValue, "\(family.name)")
            #expect(row[3] == (family.precision == .reduced ? "all" : "precise"), "\(family.name)")
            var labels: [String] = []
            for key in family.samples.flatMap({ $0.labels.map(\.key) }) where !labels.contains(key) {
                labels.append(key)
            }
            #expect(row[2] == labels.map { "`\($0)`" }.joined(separator: ", "), "\(family.name)")
            // Names of rejections, words and versions are other pages' matter.
            guard !["outcome", "request", "version"].contains(labels.first ?? "") else { continue }
            let words = row[4].split { !$0.isLetter }.map(String.init)
            for value in family.samples.flatMap({ $0.labels.map(\.value) }) {
                #expect(words.contains(value), "\(family.name): \(value)")
            }
        }
    }
}
