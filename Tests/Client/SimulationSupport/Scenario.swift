public import LocationEngine
import PlacemarkModel
import Simulation

/// What a seed stands for: a world, a geocoder, settings, regions, and when the operator changes his mind.
public struct Scenario: Sendable {
    public let seed: UInt64
    public var world: World.Parameters
    public var geocoder: SimulatedGeocoder.Parameters
    public var settings: LocationMachine.Settings
    /// How many regions are watched, and how far from home they are.
    public var regionCount: Int
    public var regionsWithinMeters: Double
    /// How often new settings come; nil for never.
    public var meanTimeBetweenReconfigurations: Duration?
    public var thoroughness = Invariants.Thoroughness()

    /// Minutes to hours of anything: as many reports as a test has time for, at whatever rate.
    public static func short(seed: UInt64) -> Scenario {
        // Seeds that follow each other must not give worlds that are alike.
        var random = SeededRandom(seed: seed ^ 0x5EED_0F57_0917_0000)
        let receivers = (0..<random.choice([(1, weight: 3), (2, 2), (3, 1)])).map {
            ReceiverModel.drawn(device: "/dev/ttyACM\($0)", random: &random)
        }
        let reportsPerSecond = receivers.reduce(0) { $0 + 1 / $1.period.inSeconds }
        let duration = Duration.seconds(min(14_400, random.number(in: 800...1800) / reportsPerSecond))
        let world = World.Parameters(
            start: BootInstant(sinceBoot: .seconds(random.magnitude(in: 5...3e7))), duration: duration,
            receivers: receivers, meanTimeBetweenFaults: duration / random.number(in: 5...25), haste: 4)
        return Scenario(
            seed: seed, world: world, geocoder: SimulatedGeocoder.Parameters(random: &random),
            settings: Self.settings(&random), regionCount: 20, regionsWithinMeters: 5000,
            meanTimeBetweenReconfigurations: random.happens(0.5) ? duration / 2 : nil)
    }

    /// Days of a box with a usual receiver of 1 Hz, and two poor ones that report now and then.
    public static func long(seed: UInt64, duration: Duration) -> Scenario {
        var random = SeededRandom(seed: seed ^ 0x5EED_0F10_2600_0000)
        let receivers = [
            ReceiverModel(
                device: "/dev/ttyACM0", sigmaInMeters: 4, correlation: .seconds(60), compass: SimulatedCompass()),
            ReceiverModel(
                device: "/dev/ttyUSB0", period: .seconds(20), sigmaInMeters: 12, correlation: .seconds(300),
                claim: .tooGood),
            ReceiverModel(
                device: "/dev/ttyUSB1", period: .seconds(30), sigmaInMeters: 8, claim: .nothing, givesVelocity: false),
        ]
        let world = World.Parameters(
            start: BootInstant(sinceBoot: .seconds(30)), duration: duration, receivers: receivers,
            meanTimeBetweenFaults: .seconds(1800))
        var geocoder = SimulatedGeocoder.Parameters()
        geocoder.meanLatency = .milliseconds(300)
        geocoder.failureProbability = 0.02
        geocoder.meanTimeBetweenOutages = .seconds(86_400)
        var scenario = Scenario(
            seed: seed, world: world, geocoder: geocoder, settings: Self.settings(&random), regionCount: 1000,
            regionsWithinMeters: 60_000, meanTimeBetweenReconfigurations: .seconds(86_400))
        scenario.thoroughness = Invariants.Thoroughness(statusSampling: 16, jsonSampling: 10_000)
        return scenario
    }

    /// Any settings that an operator may choose: usual ones most of the time.
    static func settings(_ random: inout SeededRandom) -> LocationMachine.Settings {
        var settings = LocationMachine.Settings()
        settings.geocoding = GeocodePolicy.Settings(
            mode: random.choice(GeocodingMode.weighted),
            distanceInMeters: random.choice([(1000, weight: 6), (100, 2), (0, 1), (20_000, 1)]),
            interval: .seconds(random.choice([(60, weight: 6), (0.1, 1), (10, 2), (3600, 1)])))
        settings.distanceFilterInMeters = random.choice([(0, weight: 4), (10, 2), (100, 2), (2000, 1)])
        settings.desiredAccuracy = random.choice(DesiredAccuracy.allCases.map { ($0, weight: 1) })
        settings.activity = random.choice(ActivityType.allCases.map { ($0, weight: 1) })
        settings.headingFilterInDegrees = random.choice([(1, weight: 4), (0, 1), (45, 1)])
        settings.fixFilter.maximumAccuracyInMeters = random.choice([(10_000, weight: 4), (500, 1), (1_000_000, 1)])
        settings.geocoding.asksAtRest = random.happens(0.75)
        settings.trips = TripSettings(box: "simulated")
        return settings
    }
}
