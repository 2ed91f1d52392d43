import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

/// The daemon under libfaketime: its wall clock is set as the test likes, its monotonic and boot-time clocks are real.
@Suite("The wall clock is set while the daemon runs", .timeLimit(.minutes(2)), .tags(.waits))
struct ClockTests {
    /// A daemon whose wall clock follows a file.
    private struct Daemon {
        let running: RunningDaemon
        let directory: TemporaryDirectory

        init(gpsdPort: UInt16, clock: String, directory: TemporaryDirectory) async throws {
            self.directory = directory
            try directory.write("clock", clock + "\n")
            let library = try #require(Self.library, "libfaketime is not installed: run Scripts/setup test")
            let timers = try await Self.realTimers(in: directory)
            running = try await RunningDaemon(
                gpsdPort: gpsdPort, configuration: "[Geocoding]\nDistance=300m\nInterval=1s\n", directory: directory,
                environment: [
                    "LD_PRELOAD": "\(timers) \(library)", "FAKETIME_TIMESTAMP_FILE": directory.file("clock"),
                    "FAKETIME_NO_CACHE": "1",
                    "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                ],
                // libfaketime changes the environment of the first program that it is loaded into, and then Swift's
                // runtime does not find its arguments any more. So the first one is a shell.
                launcher: ["/bin/sh", "-c", #"exec "$0" "$@""#])
        }

        /// libfaketime 0.9.10 moves the deadlines of timerfd too, whatever clock they are for, so that a timer of the
        /// boot-time clock would come in 56 years. This library, loaded before it, leaves them alone.
        private static func realTimers(in directory: TemporaryDirectory) async throws -> String {
            try await Interposition.library(
                "timers",
                """
                #include <sys/syscall.h>
                #include <sys/timerfd.h>
                #include <unistd.h>
                int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
                    return syscall(SYS_timerfd_settime, fd, flags, new, old);
                }
                """, in: directory)
        }

        private static var library: String? {
            let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
            return folders.map { "/usr/lib/\($0)/faketime/libfaketime.so.1" }.first {
                FileManager.default.fileExists(atPath: $0)
            }
        }

        /// The wall time at which the saved placemark was current, as the daemon has it.
        var savedTime: Timestamp? {
            guard let text = directory.contents("state/placemark.json"),
                let saved = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            else { return nil }
            return ((saved["content"] as? [String: Any])?["time"] as? String).flatMap { Timestamp(parsing: $0) }
        }

        func waitForSave(in years: ClosedRange<Int>) async -> Bool {
            await poll(atMost: .seconds(20)) { savedTime.map { years.contains($0.civilTime.year) } ?? false }
        }
    }

    /// Back to the first minute of 1970, in seconds from the real time. A box without a battery starts there.
    private static let since1970 = "-\(Int(Date.now.timeIntervalSince1970) - 60)"

    /// Feeds a box that flies north at 250 m/s from Vaduz, at 10 Hz, with the right time.
    private func fly(_ gpsd: RealGPSD) async {
        for epoch in 0... {
            let place = Coordinate(clampingLatitude: 47.141 + Double(epoch) * 25 / 111_195, wrappingLongitude: 9.521)
            gpsd.feed(
                NMEAEpoch(
                    ReceiverState(
                        time: .now, fix: .init(coordinate: place, speedInMetersPerSecond: 250, courseInDegrees: 0))
                ).bytes)
            guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
        }
    }

    @Test(
        "from 1970 by 56 years, and by 20 years to and fro: no age, timer or limit is affected (faults 31, 32)",
        arguments: [
            (since1970, 1970...1970, "+0", 2025...2100),
            ("+0", 2025...2100, "+20y", 2045...2120),
            ("+0", 2025...2100, "-20y", 2005...2080),
        ])
    func stepped(before: String, yearsBefore: ClosedRange<Int>, after: String, yearsAfter: ClosedRange<Int>)
        async throws
    {
        let gpsd = try await RealGPSD()
        let directory = try TemporaryDirectory()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await fly(gpsd) }
            var daemon: Daemon? = try await Daemon(gpsdPort: gpsd.port, clock: before, directory: directory)
            _ = try await #require(daemon).running.status("a placemark") { $0.placemark?.stale == false }
            // Before the first count: what is asked between the two must not be too many.
            let started = ContinuousClock.now
            let first = try await #require(daemon).running.client.status()
            #expect(await daemon?.waitForSave(in: yearsBefore) == true, "the first clock did not take effect")

            try directory.write("clock", after + "\n")
            for _ in 0..<40 {
                expectCurrent(try await #require(daemon).running.status("fixes") { $0.source.state == .live })
                // The pace of the samples, not a wait for anything.
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(await daemon?.waitForSave(in: yearsAfter) == true, "the second clock did not take effect")

            let last = try await #require(daemon).running.status("fixes") { $0.source.state == .live }
            expectCurrent(last)
            // One request in a second, and neither a burst nor a pause of 56 years.
            let requests = try #require(last.geocoding).requests - #require(first.geocoding).requests
            let elapsed = (ContinuousClock.now - started).inSeconds
            #expect(requests >= 2 && Double(requests) <= elapsed + 2, "\(requests) requests in \(elapsed) s")

            // Started again with the first clock, what was saved is neither from the future nor decades old.
            #expect(daemon?.running.process.terminate() == 0)
            group.cancelAll()
            daemon = nil
            daemon = try await Daemon(gpsdPort: 1, clock: before, directory: directory)
            let age = try #require(try await daemon?.running.client.status().placemark?.age)
            #expect(age >= 0 && age <= (ContinuousClock.now - started).inSeconds + 5)
        }
    }

    private func expectCurrent(_ status: Status) {
        #expect(status.source.state == .live)
        #expect(status.location.map { $0.age >= 0 && $0.age < 5 && !$0.stale && $0.timestampSuspect == nil } == true)
        #expect(status.placemark.map { $0.age >= 0 && $0.age < 30 && !$0.stale } == true)
        #expect(status.source.since >= 0 && status.source.since < 120)
        #expect(status.rejectedFixes.filter { $0.key != "duplicate" } == [:])
    }
}
