import Glibc
import LocationEngine
import PlacemarkModel
import TestSupport
import Testing

@testable import placemarkctl

@Suite("Doctor: the network geocoder")
struct GeocoderCheckTests {
    /// The status of a daemon whose network geocoder has answered so.
    private static func geocoding(_ inputs: LocationMachine.Input..., address: GeocoderAddress = .socket("/x"))
        -> GeocodingReport?
    {
        var settings = LocationMachine.Settings()
        settings.geocoder = address
        let now = BootInstant(sinceBoot: .seconds(10))
        var machine = LocationMachine(settings: settings, seed: 1, at: now)
        var report: GeocodingReport?
        let location = Location(
            coordinate: Coordinate(clampingLatitude: 47, wrappingLongitude: 9), horizontalAccuracy: 5, receivedAt: now)
        for input in [.source(.fix(location))] + inputs {
            for case .publish(let publication) in machine.handle(input, at: now) {
                report = publication.snapshot.status(at: now, precision: .precise).geocoding
            }
        }
        return report
    }

    private static func answer(_ outcome: GeocodeAnswer.Outcome) -> LocationMachine.Input {
        let placemark = Placemark(geocoder: "gazetteer")
        return .answered(GeocodeAnswer(placemark, gazetteer: placemark, outcome: outcome))
    }

    @Test("without a network geocoder there is nothing to say")
    func none() { #expect(GeocoderCheck.observe(.gazetteer, nil) == nil) }

    @Test("one that answers is ok, with its counts")
    func ok() {
        let check = GeocoderCheck(socketError: nil, path: "/x", geocoding: Self.geocoding(Self.answer(.answered)))
        #expect(check.finding == .ok(.geocoder, "network; 1 answered, 0 failed, 0 refused"))
    }

    @Test("one that fails is wrong, with its last error, and until when it rests")
    func failing() {
        let geocoding = Self.geocoding(
            Self.answer(.failed("it is gone")),
            .geocoderHealth(GeocoderHealth(.resting, reason: "the server says 403", retryAfter: .seconds(600))))
        let finding = GeocoderCheck(socketError: nil, path: "/x", geocoding: geocoding).finding
        #expect(finding.verdict == .wrong)
        #expect(
            finding.found.contains("it is gone 0 s ago; it rests for another 10 min: the server says 403"),
            "\(finding.found)")
    }

    @Test("a socket that is not there is wrong, and a daemon that does not ask it, too")
    func missing() throws {
        let directory = try TemporaryDirectory()
        let nothing = GeocoderCheck.observe(.socket(directory.file("none")), nil)
        #expect(nothing?.socketError == ENOENT && nothing?.finding.verdict == .wrong)
        try directory.write("file")
        #expect(GeocoderCheck.observe(.socket(directory.file("file")), nil)?.socketError == ENOTSOCK)
        let other = Self.geocoding(address: .gazetteer)
        #expect(GeocoderCheck(socketError: nil, path: "/x", geocoding: other).finding.verdict == .wrong)
    }
}
