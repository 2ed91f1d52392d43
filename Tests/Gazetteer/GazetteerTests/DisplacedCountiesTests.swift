import PlacemarkModel
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Polygons that lie beside the ground.
@Suite("Displaced counties")
struct DisplacedCountiesTests {
    /// Sixty squares of 0.1° in a row, each with a seat 500 m north of its southern side, moved by so many metres.
    private static func counties(north: Double) throws -> (boundaries: [SourceBoundary], places: [Place]) {
        var boundaries: [SourceBoundary] = []
        var places: [Place] = []
        for number in 0..<60 {
            let west = Double(number) * 0.1
            let corners = [(west, 40.0), (west, 40.1), (west + 0.1, 40.1), (west + 0.1, 40.0)]
            let ring = try corners.map {
                try #require(
                    SourcePoint(longitudeDegrees: $0.0, latitudeDegrees: $0.1)?.moved(north: north, east: 0))
            }
            boundaries.append(SourceBoundary(rings: [ring], name: "Seat \(number)", isoCountryCode: "AA"))
            places.append(
                Place(
                    name: "Seat \(number)", coordinate: Coordinate(40.0045, west + 0.05), population: 100,
                    isoCountryCode: "AA"))
        }
        return (boundaries, places)
    }

    @Test("end the build where more seats would lie in their own when all are moved")
    func displaced() throws {
        let right = try Self.counties(north: 0)
        try DisplacedCounties.refuse(right.boundaries, places: right.places, isSeat: { _ in true })
        let wrong = try Self.counties(north: 1500)
        #expect(throws: DisplacedCounties.self) {
            try DisplacedCounties.refuse(wrong.boundaries, places: wrong.places, isSeat: { _ in true })
        }
        let measured = DisplacedCounties.measured(wrong.boundaries, places: wrong.places, isSeat: { _ in true })
        #expect(measured == [.init(code: "AA", seats: 60, inside: 0, insideWhenMoved: 60)])
        // Too few to tell.
        try DisplacedCounties.refuse(wrong.boundaries, places: wrong.places, isSeat: { $0 < 40 })
    }

    @Test("are put back where their displacement is known, but for islands far away")
    func undone() throws {
        let mainland = try #require(SourcePoint(longitudeDegrees: -8, latitudeDegrees: 40))
        let island = try #require(SourcePoint(longitudeDegrees: -25, latitudeDegrees: 37))
        let moved = Displacement(north: -2000, east: 1000).undone(in: [[mainland], [island]])
        #expect(moved[1] == [island])
        let distance = Coordinate(mainland).distance(to: Coordinate(moved[0][0]))
        #expect(abs(distance - 2236) < 5)
    }
}
