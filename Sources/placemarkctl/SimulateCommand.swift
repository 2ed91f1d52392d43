import ArgumentParser
import FoundationEssentials
import Gazetteer
import PlacemarkCore
import Simulation

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Be a receiver that isn't there: drive from one place to another.",
        discussion: """
            Sends NMEA sentences to a real gpsd. Places are names from the gazetteer or coordinates.

            EXAMPLE
              gpsd -N -n -S 5947 udp://127.0.0.1:5948 &
              placemarkctl simulate "San Jose, California" "San Francisco" --speed 100 --device udp://127.0.0.1:5948
            """)

    @Argument(help: ArgumentHelp("The start: a city, “City, State”, or LAT,LON.", valueName: "from"))
    var from: String
    @Argument(help: ArgumentHelp("The destination; the start itself to stand still there.", valueName: "to"))
    var to: String
    @Option(help: ArgumentHelp("Speed in km/h.", valueName: "kmh"))
    var speed = 100.0
    @Option(help: ArgumentHelp("Seconds from fix to fix, in the time of the trip.", valueName: "seconds"))
    var interval = 1.0
    @Option(help: ArgumentHelp("How many times faster than real time to drive.", valueName: "times"))
    var accelerate = 1.0
    @Option(help: ArgumentHelp("udp://HOST:PORT or pty.", valueName: "device"), transform: destination)
    var device = ReceiverDestination.udp(host: "127.0.0.1", port: 5948)
    @OptionGroup var world: GazetteerOptions

    func validate() throws {
        guard speed.isFinite, 0.1...100_000 ~= speed else {
            throw ValidationError("--speed is from 0.1 to 100000 km/h")
        }
        guard interval.isFinite, 0.01...3600 ~= interval else {
            throw ValidationError("--interval is from 0.01 to 3600 s")
        }
        guard accelerate.isFinite, 0.001...10_000 ~= accelerate else {
            throw ValidationError("--accelerate is from 0.001 to 10000")
        }
    }

    func run() async throws {
        let gazetteer = try world.open()
        let (start, destination) = (try end(named: from, in: gazetteer), try end(named: to, in: gazetteer))
        let drive = Drive(
            from: start.coordinate, to: destination.coordinate, speedInKilometersPerHour: speed,
            interval: .seconds(interval), startingAt: Self.wallTime)
        let receiver: SimulatedReceiver<Drive>
        do throws(SimulationError) {
            receiver = try SimulatedReceiver(drive, every: drive.interval, acceleration: accelerate, to: device)
        } catch {
            throw CommandFailure(error.description)
        }
        let distance = start.coordinate.distance(to: destination.coordinate)
        let duration = distance / (speed / 3.6) / accelerate
        Terminal.error("From \(start.name) to \(destination.name): \(Words.length(distance)), \(Words.age(duration))")
        Terminal.error("Sending to \(receiver.device)")
        var progress = Progress(total: distance)
        try await receiver.run { state in
            if let fix = state.fix { progress.show(start.coordinate.distance(to: fix.coordinate)) }
        }
        progress.finish()
    }

    /// A coordinate as typed, or the largest place of that name.
    private func end(named text: String, in gazetteer: Gazetteer) throws(CommandFailure) -> (
        name: String, coordinate: Coordinate
    ) {
        if let coordinate = Coordinate(parsing: text) { return (text, coordinate) }
        do throws(SearchError) {
            guard let place = try gazetteer.search(text, limit: 1).first else { throw SearchError.noResult }
            return (Words.place(place.placemark), place.coordinate)
        } catch .noResult {
            throw CommandFailure("no place is called “\(text)”; try “City, State” or “City, Country”, or LAT,LON")
        } catch {
            throw CommandFailure(error.description, exitStatus: error.exitStatus)
        }
    }

    private static var wallTime: Timestamp {
        Timestamp(nanosecondsSinceEpoch: Int64(Date.now.timeIntervalSince1970 * 1e9))
    }

    @Sendable private static func destination(_ text: String) throws -> ReceiverDestination {
        do throws(SimulationError) {
            return try ReceiverDestination(parsing: text)
        } catch {
            throw ValidationError(error.description)
        }
    }
}

/// A line on a terminal that tells how far the drive is. Says nothing elsewhere.
private struct Progress {
    private let total: Double
    private let isShown = Terminal.isErrorTerminal
    private var shown = -1

    init(total: Double) { self.total = max(total, 1) }

    mutating func show(_ done: Double) {
        let percent = Int(min(100, max(0, done / total * 100)))
        guard isShown, percent != shown else { return }
        shown = percent
        Terminal.error(
            "\r\(Words.rightAligned("\(percent)", width: 3)) %  \(Words.length(done)) of \(Words.length(total)) ",
            terminator: "")
    }

    func finish() { if isShown { Terminal.error("") } }
}
