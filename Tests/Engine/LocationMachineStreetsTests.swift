import Foundation
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

/// What the location manager makes of streets: two that lead east, 60 m apart. The northern one has an even number.
@Suite("LocationMachine and streets")
struct LocationMachineStreetsTests {
    private static func streets(_ south: UInt32, _ north: UInt32) -> (Coordinate) -> [StreetCandidate] {
        { place in
            let offset = (place.latitude - cupertino.latitude) * 111_195
            return [(south, offset), (north, 60 - offset)].map {
                StreetCandidate(
                    street: $0.0, kind: .residential, distanceInMeters: $0.1.magnitude, directionInDegrees: 90)
            }.sorted { $0.distanceInMeters < $1.distanceInMeters }
        }
    }

    private static func settings(
        _ mode: GeocodingMode, _ granularity: GeocodePolicy.Granularity = .street
    ) -> LocationMachine.Settings {
        var settings = LocationMachine.Settings()
        (settings.geocoding.mode, settings.geocoding.granularity) = (mode, granularity)
        return settings
    }

    /// A machine with a gazetteer that knows one city and two streets, and a geocoder that answers at once.
    private struct Box {
        var machine: LocationMachine
        var streets = LocationMachineStreetsTests.streets(1, 2)

        init(_ settings: LocationMachine.Settings) {
            machine = LocationMachine(settings: settings, seed: 1, offset: SecretOffset(key: (1, 2)), at: at(0))
        }

        /// Returns what the geocoder was asked.
        mutating func feed(_ input: LocationMachine.Input, at seconds: Double) -> GeocodeRequest? {
            var asked: GeocodeRequest?
            for case .geocode(let request) in machine.handle(
                input, hint: { _ in NameHint() }, streets: streets, at: at(seconds))
            {
                asked = request
                _ = machine.handle(.geocoded(Self.placemark(of: request)), at: at(seconds))
            }
            return asked
        }

        /// A fix so far north of the southern street.
        mutating func fix(north: Double, east: Double = 0, at seconds: Double) -> GeocodeRequest? {
            let place = RegionShapes.offset(cupertino, north: north, east: east)
            return feed(.source(.fix(LocationEngineTests.fix(place, at: seconds))), at: seconds)
        }

        private static func placemark(of request: GeocodeRequest) -> Placemark {
            var placemark = Placemark(geocoder: "test")
            (placemark.locality, placemark.thoroughfare) = ("Cupertino", "Street \(request.street ?? 0)")
            (placemark.subThoroughfare, placemark.subThoroughfareInterpolated) = ("4711", true)
            placemark.name = placemark.streetAddress
            return placemark
        }
    }

    @Test("the geocoder is told the street that the box is in, and not the one that the fix alone suggests")
    func request() {
        var box = Box(Self.settings(.everyFix))
        #expect(box.fix(north: 2, at: 0)?.street == 1)
        #expect(box.fix(north: 38, at: 1)?.street == 1)
        #expect(box.fix(north: 38, at: 2)?.street == 1)
        #expect(box.fix(north: 38, at: 3)?.street == 2)
        box.streets = { _ in [] }
        let nowhere = box.fix(north: 38, at: 4)
        #expect(nowhere != nil && nowhere?.street == nil)
    }

    @Test("with Granularity=street on-change asks when the street changes, with city it does not")
    func granularity() {
        for granularity in GeocodePolicy.Granularity.allCases {
            var box = Box(Self.settings(.onChange, granularity))
            #expect(box.fix(north: 0, at: 0)?.street == 1)
            #expect(box.fix(north: 3, east: 500, at: 100) == nil)
            let asked = [101.0, 102, 103].map { box.fix(north: 50, east: 500, at: $0)?.street }
            #expect(asked == [nil, nil, granularity == .street ? 2 : nil])
        }
    }

    @Test("a change of street within the interval is asked for at its end, if the box is still there")
    func interval() {
        var box = Box(Self.settings(.onChange))
        _ = box.fix(north: 0, at: 0)
        for second in 1...59 { #expect(box.fix(north: 60, east: Double(second), at: Double(second)) == nil) }
        #expect(box.fix(north: 60, east: 60, at: 60)?.street == 2)
    }

    @Test("a location that cannot tell the street does not ask for another one")
    func inaccurate() {
        var box = Box(Self.settings(.onChange))
        _ = box.fix(north: 0, at: 0)
        var far = LocationEngineTests.fix(RegionShapes.offset(cupertino, north: 0, east: 500), at: 100, accuracy: 101)
        box.streets = Self.streets(3, 4)
        #expect(box.feed(.source(.fix(far)), at: 100) == nil)
        (far.horizontalAccuracy, far.receivedAt) = (100, at(101))
        far.timestamp = nil
        #expect(box.feed(.source(.fix(far)), at: 101)?.street == 3)
    }

    @Test(
        "a reload that lets on-change watch the street asks when that changes and not before, one that ends it does not ask"
    )
    func reload() {
        var box = Box(Self.settings(.onChange, .city))
        _ = box.fix(north: 0, at: 0)
        #expect(box.feed(.configured(Self.settings(.onChange, .street)), at: 100) == nil)
        // That it is in this street, the placemark says already.
        #expect(box.fix(north: 0, east: 100, at: 101) == nil)
        #expect([102.0, 103, 104].map { box.fix(north: 60, east: 100, at: $0)?.street } == [nil, nil, 2])
        #expect(box.fix(north: 60, east: 300, at: 201) == nil)
        #expect(box.feed(.configured(Self.settings(.onChange, .city)), at: 202) == nil)
        #expect((203...300).allSatisfy { box.fix(north: 0, east: Double($0), at: Double($0)) == nil })
    }

    @Test("the street of a gazetteer that is replaced counts for nothing, and that of the new one at once")
    func replaced() {
        var box = Box(Self.settings(.onChange))
        _ = box.fix(north: 28, at: 0)
        _ = box.fix(north: 32, at: 1)
        // The same number now is the other street's.
        box.streets = Self.streets(2, 1)
        #expect(box.feed(.geocoderReplaced, at: 2)?.street == 1)
        #expect(box.fix(north: 32, at: 100) == nil)
    }

    @Test("a reader with reduced precision gets neither street nor number, in a status or in an event")
    func reduced() throws {
        var machine = LocationMachine(
            settings: Self.settings(.everyFix), seed: 1, offset: SecretOffset(key: (1, 2)), at: at(0))
        var placemark = Placemark(geocoder: "test")
        (placemark.locality, placemark.thoroughfare) = ("Cupertino", "Infinite Loop")
        (placemark.subThoroughfare, placemark.subThoroughfareInterpolated) = ("4711", true)
        placemark.name = placemark.streetAddress
        var texts: [Precision: String] = [:]
        for input in [LocationMachine.Input.source(.fix(fix(cupertino, at: 1))), .geocoded(placemark)] {
            for case .publish(let publication) in machine.handle(input, streets: Self.streets(1, 2), at: at(1)) {
                for precision in Precision.allCases {
                    let status = publication.snapshot.status(at: at(1), precision: precision)
                    let events = publication.events.compactMap { EventReport($0, precision: precision) }
                    for data in try [JSONEncoder().encode(status), JSONEncoder().encode(events)] {
                        texts[precision, default: ""] += String(decoding: data, as: UTF8.self)
                    }
                }
            }
        }
        for secret in ["Infinite", "4711", "horoughfare", "Interpolated"] {
            #expect(texts[.precise]?.contains(secret) == true)
            #expect(texts[.reduced]?.contains(secret) == false)
        }
        #expect(texts[.reduced]?.contains("Cupertino") == true)
    }
}
