import LocationEngine
import PlacemarkModel
import Testing

@testable import DaemonSettings
@testable import Settings

@Suite("The settings of the location manager")
struct MachineTests {
    @Test("each key of [Location] and [Geocoding] is one of them")
    func keys() throws {
        var expected = LocationMachine.Settings()
        expected.distanceFilterInMeters = 20
        expected.desiredAccuracy = .tenMeters
        expected.fixFilter.maximumAccuracyInMeters = 300
        expected.activity = .fitness
        expected.headingFilterInDegrees = 7
        expected.geocoding = .init(mode: .distanceOrTime, distanceInMeters: 400, interval: .seconds(50))
        expected.geocoding.granularity = .street
        expected.geocoding.asksAtRest = false
        let configuration = try TemporaryConfiguration(
            """
            [Location]
            DistanceFilter=20m
            DesiredAccuracy=10m
            MaximumAccuracy=300m
            ActivityType=fitness
            HeadingFilter=7
            [Geocoding]
            Policy=distance-or-time
            Distance=400m
            Interval=50s
            Granularity=street
            AtRest=no
            """
        ).load()
        #expect(configuration.machine == expected)
    }
}
