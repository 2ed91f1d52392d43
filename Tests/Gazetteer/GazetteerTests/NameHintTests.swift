import PlacemarkModel
import Testing

@testable import Gazetteer

/// The hint against the names themselves, at home and abroad.
@Suite("Name hints")
struct NameHintTests {
    private let gazetteer: Gazetteer

    init() throws { gazetteer = try RealWorld.gazetteer }

    /// What the hint stands for.
    private func names(at coordinate: Coordinate) -> [String?] {
        guard let placemark = gazetteer.placemark(at: coordinate) else { return [] }
        return [
            placemark.locality, placemark.distant == true ? placemark.name : nil, placemark.subAdministrativeArea,
            placemark.administrativeArea, placemark.isoCountryCode, placemark.timeZone, placemark.inlandWater,
            placemark.ocean,
        ]
    }

    @Test("where the names differ, the hints differ; where the hints differ, the names nearly always do")
    func neighbours() throws {
        var random = SeededRandom(seed: 14)
        var (changes, idle) = (0, 0)
        for _ in 0..<20_000 {
            let index = Int.random(in: 0..<gazetteer.placeCount, using: &random)
            let place = try #require(gazetteer.place(at: index)).coordinate
            let (here, there) = (0..<2).map { _ in
                Coordinate(
                    clampingLatitude: place.latitude + Double.random(in: -0.1...0.1, using: &random),
                    wrappingLongitude: place.longitude + Double.random(in: -0.1...0.1, using: &random))
            }.pair
            let isSameByHint = gazetteer.nameHint(at: here) == gazetteer.nameHint(at: there)
            if names(at: here) != names(at: there) {
                changes += 1
                #expect(!isSameByHint, "place \(index)")
            } else if !isSameByHint {
                idle += 1
            }
        }
        #expect(changes > 5000 && idle * 50 < changes, "\(changes) changes, \(idle) for nothing")
    }

    @Test("at sea and on lakes as well")
    func water() {
        var random = SeededRandom(seed: 15)
        for _ in 0..<20_000 {
            let here = Coordinate(
                clampingLatitude: Double.random(in: -90...90, using: &random),
                wrappingLongitude: Double.random(in: -180...180, using: &random))
            let there = Coordinate(
                clampingLatitude: here.latitude + Double.random(in: -1...1, using: &random),
                wrappingLongitude: here.longitude + Double.random(in: -1...1, using: &random))
            guard names(at: here) != names(at: there) else { continue }
            #expect(gazetteer.nameHint(at: here) != gazetteer.nameHint(at: there), "\(here), \(there)")
        }
    }
}

extension [Coordinate] {
    fileprivate var pair: (Coordinate, Coordinate) { (self[0], self[1]) }
}
