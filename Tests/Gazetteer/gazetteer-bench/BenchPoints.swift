import ArgumentParser
import FoundationEssentials
import Gazetteer
import PlacemarkModel

/// The coordinates that `lookups` asks for: always the same ones.
enum BenchPoints {
    /// Of the rows of a CSV file whose header names the columns `latitude` and `longitude`, as many as there are.
    static func read(_ path: String) throws -> [Coordinate] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ValidationError("\(path) cannot be read")
        }
        var lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).makeIterator()
        let columns = lines.next()?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        guard let latitude = columns.firstIndex(of: "latitude"), let longitude = columns.firstIndex(of: "longitude")
        else {
            throw ValidationError("\(path) has no columns latitude and longitude")
        }
        var points: [Coordinate] = []
        while let line = lines.next() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count > max(latitude, longitude),
                let point = Coordinate(parsing: "\(fields[latitude]),\(fields[longitude])")
            else { throw ValidationError("\(path): no coordinate in the line: \(line)") }
            points.append(point)
        }
        guard !points.isEmpty else { throw ValidationError("\(path) has no points") }
        return points
    }

    /// Anywhere on the sphere, all areas alike.
    static func anywhere(count: Int) -> [Coordinate] {
        var generator = SeededRandom(seed: 1)
        return (0..<count).map { _ in random(using: &generator) }
    }

    /// Where fixes come from: within some 10 km of a place.
    static func nearPlaces(of gazetteer: Gazetteer, count: Int) -> [Coordinate] {
        var generator = SeededRandom(seed: 2)
        return (0..<count).map { _ in
            let place = gazetteer.place(at: Int.random(in: 0..<max(1, gazetteer.placeCount), using: &generator))
            let centre = place?.coordinate ?? Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
            return Coordinate(
                clampingLatitude: centre.latitude + .random(in: -0.1...0.1, using: &generator),
                wrappingLongitude: centre.longitude + .random(in: -0.1...0.1, using: &generator))
        }
    }

    /// A day's driving: within 50 km of Essen, where places are dense.
    static func local(count: Int) -> [Coordinate] {
        let centre = Coordinate(clampingLatitude: 51.4556, wrappingLongitude: 7.0116)
        let radiusInMeters = 50_000.0
        var generator = SeededRandom(seed: 3)
        var points: [Coordinate] = []
        while points.count < count {
            let point = Coordinate(
                clampingLatitude: centre.latitude + .random(in: -0.5...0.5, using: &generator),
                wrappingLongitude: centre.longitude + .random(in: -0.8...0.8, using: &generator))
            if centre.distance(to: point) <= radiusInMeters { points.append(point) }
        }
        return points
    }

    private static func random(using generator: inout SeededRandom) -> Coordinate {
        while true {
            let range = -1.0...1.0
            let (x, y, z) = (
                Double.random(in: range, using: &generator), Double.random(in: range, using: &generator),
                Double.random(in: range, using: &generator)
            )
            if (0.01...1).contains(x * x + y * y + z * z) { return Coordinate(x: x, y: y, z: z) }
        }
    }
}
