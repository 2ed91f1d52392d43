import Foundation
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@Suite("Grid references beside the programs of others", .timeLimit(.minutes(5)), .tags(.waits))
struct GridOracleTests {
    /// 100,000 places by seed: anywhere, at the poles, where zones have exceptions, along ±180°, and on whole degrees.
    private static let places: [(text: String, coordinate: Coordinate)] = {
        var random = SeededRandom(seed: 32)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        return (0..<100_000).map { index in
            var (latitude, longitude) = (number(-90...90), number(-180...180))
            switch index % 10 {
            case 0: latitude = number(79...90) * (index.isMultiple(of: 20) ? 1 : -1)
            case 1: (latitude, longitude) = (number(55...65), number(-1...13))
            case 2: (latitude, longitude) = (number(71...85), number(-1...43))
            case 3: longitude = number(179.999...180) * (index.isMultiple(of: 20) ? 1 : -1)
            case 4: longitude = index % 20 == 4 ? 180 : -180
            case 5:
                // Without a sign of zero.
                (latitude, longitude) = (latitude.rounded() + 0, longitude.rounded() + 0)
            default: break
            }
            // The others read the same number as we do, without an exponent.
            let texts = [latitude, longitude].map { String(format: "%.10f", $0) }
            guard let coordinate = Coordinate(parsingLatitude: texts[0], longitude: texts[1]) else {
                preconditionFailure("no place: \(texts)")
            }
            return (texts.joined(separator: " "), coordinate)
        }
    }()

    private static func answers(of program: String, _ arguments: String...) throws -> [Substring] {
        let answers = try LineProgram.answers(of: program, arguments, to: places.map(\.text))
        try #require(answers.count == places.count, "\(program) is content with \(answers.count) places")
        return answers
    }

    /// What differs, of which a handful is enough.
    private static func differences<Answer>(
        _ answers: [Answer], _ difference: (Coordinate, Answer) throws -> String?
    ) rethrows -> [String] {
        var found: [String] = []
        for (place, answer) in zip(places, answers) {
            if let text = try difference(place.coordinate, answer) { found.append("\(place.text): \(text)") }
        }
        return Array(found.prefix(10))
    }

    @Test("MGRS is GeographicLib's, to 1 m and to 10 km")
    func mgrs() throws {
        for (precision, kilometres) in [(Precision.precise, "0"), (.reduced, "-4")] {
            let answers = try Self.answers(of: "/usr/bin/GeoConvert", "-m", "-p", kilometres)
            let differences = Self.differences(answers) { coordinate, answer in
                let ours = GridReference.mgrs.text(of: coordinate, for: precision)
                return ours == answer ? nil : "\(ours), not \(answer)"
            }
            #expect(differences == [])
        }
    }

    @Test("UTM and UPS are GeographicLib's to a micrometre, with the same zone and hemisphere")
    func utm() throws {
        let answers = try Self.answers(of: "/usr/bin/GeoConvert", "-u", "-p", "9")
        let differences = try Self.differences(answers) { coordinate, answer in
            let words = answer.split(separator: " ")
            let (easting, northing) = (try #require(Double(words[1])), try #require(Double(words[2])))
            let ours = UniversalGridPosition(coordinate)
            let zone = ours.zone.map { Double($0).fixed(decimals: 0, width: 2) } ?? ""
            let isSame =
                words[0] == "\(zone)\(ours.isNorthern ? "n" : "s")" && abs(ours.eastingInMeters - easting) <= 1e-6
                && abs(ours.northingInMeters - northing) <= 1e-6
            return isSame ? nil : "\(ours), not \(answer)"
        }
        #expect(differences == [])
    }

    /// Whether a name is that of a cell whose border is nearer than the package calculates: maidenhead half a millionth of a
    /// degree of latitude and twice as much of longitude, mgrs a millimetre.
    private static func isBeside(
        _ name: String, _ place: Coordinate, _ grid: GridReference, _ precision: Precision
    ) -> Bool {
        let (north, east): (Double, Double)
        switch grid {
        case .maidenhead: (north, east) = (6e-7, 1.2e-6)
        case .mgrs: (north, east) = (1e-8, 1e-8 / cos(place.latitude * .pi / 180))
        case .utm, .plusCode, .geohash: return false
        }
        let directions: [(Double, Double)] = [
            (1, 1), (1, 0), (0, 1), (-1, -1), (-1, 0), (0, -1), (1, -1), (-1, 1),
        ]
        return directions.contains { direction in
            let beside = Coordinate(
                clampingLatitude: place.latitude + direction.0 * north,
                wrappingLongitude: place.longitude + direction.1 * east)
            return grid.text(of: beside, for: precision) == name
        }
    }

    @Test("each package of PyPI calls a place what we call it, as far as it knows the place")
    func peers() throws {
        let answers = try Self.answers(of: Checkout.file("Tests/Model/GridReferences/name-with-peers"))
        let grids: [(GridReference, Precision)] = [.maidenhead, .mgrs, .plusCode, .geohash].flatMap {
            [($0, .precise), ($0, .reduced)]
        }
        let differences = Self.differences(answers) { coordinate, answer in
            let words = answer.split(separator: " ")
            for ((grid, precision), word) in zip(grids, words) where word != "-" {
                let ours = grid.text(of: coordinate, for: precision)
                let isSame = ours == word || Self.isBeside(String(word), coordinate, grid, precision)
                guard isSame else { return "\(ours), not \(word)" }
            }
            guard let easting = Double(words[8]), let northing = Double(words[9]) else { return nil }
            // That package's series is right to some millimetres.
            let ours = UniversalGridPosition(coordinate)
            let distance = hypot(ours.eastingInMeters - easting, ours.northingInMeters - northing)
            return distance < 0.02 ? nil : "\(ours), not \(answer)"
        }
        #expect(differences == [])
    }
}
