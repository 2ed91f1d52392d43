@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("LocalMagneticField")
struct LocalMagneticFieldTests {
    private var field = LocalMagneticField()

    @Test("a box at rest for a day has the model asked once")
    mutating func atRest() {
        #expect(field.declination == nil)
        for second in 0..<86_400 { field.moved(to: fix(cupertino, at: Double(second))) }
        #expect(field.computations == 1)
        // By GeographicLib's MagneticField.
        #expect(abs((field.declination ?? 0) - 12.67) < 0.01)
        #expect(!field.isSuspect)
    }

    @Test("under way it is asked every 2.2 km, and never wrong by more than a tenth of a degree")
    mutating func underWay() {
        for meters in stride(from: 0.0, through: 100_000, by: 30) {
            let location = fix(north(meters, of: coordinate(69.6, 18.9)), at: meters / 30)
            field.moved(to: location)
            let exact = MagneticModel.wmm2025.field(at: location.coordinate, year: 2026.89).declination
            #expect(abs((field.declination ?? 0) - exact) < 0.1)
        }
        #expect((40...46).contains(field.computations))
    }

    @Test("across ±180° it is near what is near")
    mutating func antimeridian() {
        field.moved(to: fix(coordinate(-17, 179.995), at: 0))
        field.moved(to: fix(coordinate(-17, -179.995), at: 1))
        #expect(field.computations == 1)
    }

    @Test(
        "a date outside of the model's years, and none at all, give a declination that is marked",
        arguments: [
            ("2024-12-30T00:00:00Z", true), ("2025-01-02T00:00:00Z", false), ("2029-12-30T00:00:00Z", false),
            ("2030-01-03T00:00:00Z", true), ("2060-01-01T00:00:00Z", true), (nil, true),
        ] as [(String?, Bool)])
    mutating func dates(text: String?, isSuspect: Bool) {
        let time = text.flatMap { Timestamp(parsing: $0) }
        field.moved(to: fix(cupertino, at: 0, timestamp: .some(time)))
        #expect(field.isSuspect == isSuspect)
        // A date that is decades away does not lead to a field that never was.
        #expect(abs((field.declination ?? 0) - 12.67) < 1)
    }

    @Test("a date that becomes known counts at once, and is not forgotten for a fix without one")
    mutating func lateDate() {
        field.moved(to: fix(cupertino, at: 0, timestamp: .some(nil)))
        #expect(field.isSuspect)
        field.moved(to: fix(cupertino, at: 1))
        #expect(!field.isSuspect)
        field.moved(to: fix(north(5000, of: cupertino), at: 2, timestamp: .some(nil)))
        #expect(!field.isSuspect)
        var rolledOver = fix(north(10_000, of: cupertino), at: 3, timestamp: Timestamp(parsing: "2007-04-06T00:00:00Z"))
        rolledOver.isTimestampSuspect = true
        field.moved(to: rolledOver)
        #expect(!field.isSuspect)
    }

    @Test("near a magnetic pole no compass points anywhere: there is no declination (fault 98)")
    mutating func blackout() {
        field.moved(to: fix(coordinate(85.8, 139), at: 0))
        #expect(field.hasPlace && field.declination == nil)
        field.moved(to: fix(coordinate(70, 139), at: 1))
        #expect(field.declination != nil)
    }
}
