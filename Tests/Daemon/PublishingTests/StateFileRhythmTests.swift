import Foundation
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestConditions
import Synchronization
import TestSupport
import Testing

/// When `state.json` is written, by the virtual clock of a box: whoever may look into its directory sees that.
@Suite("The rhythm of state.json", .timeLimit(.minutes(2)))
struct StateFileRhythmTests {
    /// An hour of a box, whose `state.json` is written by the real loop.
    private final class Hour: Sendable {
        private struct State {
            var machine = LocationMachine(seed: 1, offset: SecretOffset(key: (1, 2)), at: at(0))
            var timer: BootInstant?
            var now = at(0)
            var random = SeededRandom(seed: 7)
            var nextFix = 0.3
            var inode: ino_t?
            var writtenAt: [Double] = []
            var requests = 0
        }

        private static let start = ReducedReader.middleOfACell()

        private let drives: Bool
        private let directory: TemporaryDirectory
        private let files: WritingThread<StateFileWriter>
        private let state: Mutex<State>

        init(drives: Bool) throws {
            self.drives = drives
            directory = try TemporaryDirectory()
            let state = Mutex(State())
            let settings = StateFileSettings(
                directory: directory.path, persistentDirectory: directory.path, precision: .reduced)
            let clock = Clock()
            self.clock = clock
            files = WritingThread(
                "", StateFileWriter(settings, access: .ownUser), settings, now: { clock.now },
                log: LogRecorder().logger)
            self.state = state
        }

        private let clock: Clock

        final class Clock: Sendable {
            private let seconds = Mutex(0.0)
            var now: BootInstant { at(seconds.withLock(\.self)) }
            func set(to instant: BootInstant) { seconds.withLock { $0 = instant.sinceBoot.inSeconds } }
        }

        /// The seconds at which the file was written, and how often the geocoder was asked.
        func run() async -> (writtenAt: [Double], requests: Int) {
            await files.run { instant in
                self.state.withLock { self.look(&$0) }
                guard instant < at(3601) else { throw CancellationError() }
                self.state.withLock { self.live(until: instant, &$0) }
                self.clock.set(to: instant)
            }
            return state.withLock { ($0.writtenAt, $0.requests) }
        }

        /// Whether the file has been written since the last look.
        private func look(_ state: inout State) {
            var status = stat()
            guard stat(directory.file("state.json"), &status) == 0, status.st_ino != state.inode else { return }
            state.inode = status.st_ino
            state.writtenAt.append(clock.now.sinceBoot.inSeconds)
            // What else there is to write under way takes its time.
            if drives {
                clock.set(to: clock.now.advanced(by: .seconds(Double.random(in: 0...0.4, using: &state.random))))
            }
        }

        private func live(until instant: BootInstant, _ state: inout State) {
            while at(state.nextFix) <= instant {
                state.now = at(state.nextFix)
                if let timer = state.timer, timer <= state.now { feed(.timer, &state) }
                feed(.source(.fix(fix(at: state.nextFix))), &state)
                // A receiver's second is not the clock's, and its fixes come a little early or late.
                state.nextFix += 1.0003 + Double.random(in: -0.05...0.05, using: &state.random)
            }
        }

        private func feed(_ input: LocationMachine.Input, _ state: inout State) {
            for action in state.machine.handle(input, at: state.now) {
                switch action {
                case .geocode:
                    state.requests += 1
                    feed(.geocoded(Snapshots.placemark), &state)
                case .setTimer(let instant): state.timer = instant
                case .publish(let publication): files.take(publication)
                case .log: break
                }
            }
        }

        private func fix(at seconds: Double) -> Location {
            var fix = Snapshots.fix
            let (phase, radius) = (seconds / 25, drives ? 700.0 : 1)
            fix.coordinate = Self.start.moved(
                north: radius * cos(phase), east: radius * sin(phase))
            fix.speed = radius / 25
            fix.course = (phase * 180 / .pi + 90).truncatingRemainder(dividingBy: 360)
            fix.timestamp = nil
            fix.receivedAt = at(seconds)
            return fix
        }
    }

    @Test("for an hour it is written at the same instants by a box at rest and by one that drives within its cell")
    func sameInstants() async throws {
        let (atRest, driving) = (try await Hour(drives: false).run(), try await Hour(drives: true).run())
        #expect(atRest.requests == 1 && driving.requests > 20)
        #expect(atRest.writtenAt == driving.writtenAt)
        let minutes = (1...60).map { Double($0) * 60 }
        #expect(minutes.allSatisfy(atRest.writtenAt.contains))
        #expect(
            atRest.writtenAt.allSatisfy { $0 == $0.rounded() } && atRest.writtenAt.count < 75, "\(atRest.writtenAt)")
    }
}
