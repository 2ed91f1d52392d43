import ArgumentParser
import FoundationEssentials
import Gazetteer
@preconcurrency import Glibc
import LocationEngine
import PlacemarkModel
import Simulation

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Simulate a receiver that drives from one place to another.",
        discussion: """
            Sends NMEA sentences to a real gpsd, or writes them to a file. Places are names from the gazetteer or \
            coordinates.

            EXAMPLES
              /usr/sbin/gpsd -N -n -S 5947 udp://127.0.0.1:5948 &
              placemarkctl simulate "San Jose, California" "San Francisco" --speed 100 --device udp://127.0.0.1:5948
              placemarkctl simulate -33.868,151.209 Newcastle,AU --output trip.nmea
              placemarkctl simulate Hamburg Bremen --compass magnetic --compass-error 40 --output compass.nmea
            """)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The start and the destination, each a city, “City, State”, or LAT,LON.", valueName: "from> <to"))
    var places: [String]
    @Option(help: ArgumentHelp("Speed in km/h.", valueName: "kmh"))
    var speed = 100.0
    @Option(help: ArgumentHelp("Seconds from fix to fix, in the time of the trip.", valueName: "seconds"))
    var interval = 1.0
    @Option(help: ArgumentHelp("How many times faster than real time to drive.", valueName: "times"))
    var accelerate = 1.0
    @Option(
        help: ArgumentHelp(
            "A compass on board, which points along the course: true (HDT), or magnetic (HDM), by the declination there.",
            valueName: "north"), completion: .list(CompassReading.North.allCases.map(\.rawValue)), transform: north)
    var compass: CompassReading.North?
    @Option(
        help: ArgumentHelp("Degrees clockwise by which the compass points wrong, -180 to 180.", valueName: "degrees"))
    var compassError = 0.0
    @Flag(help: "The compass is stuck: it goes on showing what it showed at the start.")
    var stuckCompass = false
    @Option(
        help: ArgumentHelp(
            "Write the whole trip to this file at once, instead of sending it; - for standard output.",
            valueName: "file"), completion: .file())
    var output: String?
    @Option(
        help: ArgumentHelp("udp://HOST:PORT or pty.", valueName: "device"),
        completion: .list(["udp://127.0.0.1:5948", "pty"]), transform: destination)
    var device = ReceiverDestination.udp(host: "127.0.0.1", port: 5948)
    @OptionGroup var world: GazetteerOptions

    mutating func validate() throws {
        places = try HyphenatedWords.checked(places)
        guard places.count == 2 else {
            throw ValidationError(
                "expected a start and a destination, such as: \"San Jose, California\" \"San Francisco\"")
        }
        guard speed.isFinite, 0.1...100_000 ~= speed else {
            throw ValidationError("--speed is from 0.1 to 100000 km/h")
        }
        guard interval.isFinite, 0.01...3600 ~= interval else {
            throw ValidationError("--interval is from 0.01 to 3600 s")
        }
        guard accelerate.isFinite, 0.001...10_000 ~= accelerate else {
            throw ValidationError("--accelerate is from 0.001 to 10000")
        }
        guard -180...180 ~= compassError else {
            throw ValidationError("--compass-error is from -180 to 180 degrees")
        }
        guard compass != nil || (compassError == 0 && !stuckCompass) else {
            throw ValidationError("--compass-error and --stuck-compass need --compass true or --compass magnetic")
        }
    }

    func run() async throws {
        let gazetteer = try world.open()
        let (start, destination) = (try end(named: places[0], in: gazetteer), try end(named: places[1], in: gazetteer))
        let now = Timestamp.wallClock
        let drive = Drive(
            from: start.coordinate, to: destination.coordinate, speedInKilometersPerHour: speed,
            interval: .seconds(interval), startingAt: now,
            compass: compass.map {
                SimulatedCompass(north: $0, errorInDegrees: compassError, isStuck: stuckCompass)
            }, declination: { LocalMagneticField.declination(at: $0, on: now) })
        if let output { return try write(drive, to: output) }
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
        var progress = ProgressBar(total: distance, inWords: Words.length)
        try await receiver.run { state in
            if let fix = state.fix { progress.show(start.coordinate.distance(to: fix.coordinate)) }
        }
        progress.finish()
    }

    private func write(_ drive: Drive, to path: String) throws(CommandFailure) {
        guard let file = path == "-" ? stdout : fopen(path, "we") else {
            throw CommandFailure("\(path): \(String(cString: strerror(errno)))", exitStatus: EX_CANTCREAT)
        }
        for state in drive {
            let bytes = NMEAEpoch(state).bytes
            fwrite(bytes, 1, bytes.count, file)
        }
        // The last bytes are written when it is closed: a full disk may show then only.
        guard ferror(file) == 0, fclose(file) == 0 else {
            throw CommandFailure("\(path): \(String(cString: strerror(errno)))", exitStatus: EX_IOERR)
        }
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

    @Sendable private static func north(_ text: String) throws -> CompassReading.North {
        guard let north = CompassReading.North(rawValue: text) else {
            throw ValidationError(
                "a compass counts from true or from magnetic north: --compass true, --compass magnetic")
        }
        return north
    }

    @Sendable private static func destination(_ text: String) throws -> ReceiverDestination {
        do throws(SimulationError) {
            return try ReceiverDestination(parsing: text)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
