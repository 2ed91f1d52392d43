import ArgumentParser
import Gazetteer
import PlacemarkCore

/// `placemark-gazetteer bench`: how the figures of docs/gazetteer.md are measured.
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure opening and lookups.", shouldDisplay: false)

    @Argument(help: "The gazetteer.", completion: .file(extensions: ["gazetteer"]))
    var file: String

    func run() throws {
        report("open, structure", try times(count: 200) { _ in _ = try Gazetteer(path: file, check: .structure) })
        report("open, full", try times(count: 50) { _ in _ = try Gazetteer(path: file) })

        let gazetteer = try Gazetteer(path: file)
        var generator = SplitMix64(state: 1)
        let anywhere = (0..<200_000).map { _ in Coordinate.random(using: &generator) }
        // Where fixes come from: within some 10 km of a place.
        let nearPlaces = anywhere.map { _ in
            let place = gazetteer.place(at: Int.random(in: 0..<max(1, gazetteer.placeCount), using: &generator))
            let centre = place?.coordinate ?? Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
            return Coordinate(
                clampingLatitude: centre.latitude + .random(in: -0.1...0.1, using: &generator),
                wrappingLongitude: centre.longitude + .random(in: -0.1...0.1, using: &generator))
        }
        for (name, coordinates) in [("near places", nearPlaces), ("anywhere", anywhere)] {
            report(
                "index of nearest, \(name)",
                times(count: coordinates.count) { index in
                    blackHole(gazetteer.indexOfNearestPlace(to: coordinates[index]))
                })
            report(
                "placemark, \(name)",
                times(count: coordinates.count) { index in
                    blackHole(gazetteer.placemark(at: coordinates[index]))
                })
        }
        report(
            "places(named: \"Springfield\")",
            times(count: 20) { _ in blackHole(gazetteer.places(named: "Springfield")) })
        report("places(named: \"Zürich\")", times(count: 20) { _ in blackHole(gazetteer.places(named: "Zürich")) })
    }

    private func times(count: Int, _ body: (Int) throws -> Void) rethrows -> [Duration] {
        let clock = ContinuousClock()
        return try (0..<count).map { index in try clock.measure { try body(index) } }.sorted()
    }

    private func report(_ name: String, _ sorted: [Duration]) {
        func microseconds(_ duration: Duration) -> String { "\((duration.inSeconds * 1e6).rounded(toDecimals: 2)) µs" }
        let median = microseconds(sorted[sorted.count / 2])
        print("\(name): median \(median), p99 \(microseconds(sorted[sorted.count * 99 / 100])), \(sorted.count) times")
    }
}

/// Keeps the optimizer from leaving out what nobody uses.
@inline(never)
private func blackHole<Value>(_ value: Value) {}

/// A seeded generator, so that each run asks for the same points. Sebastiano Vigna, splitmix64.c.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension Coordinate {
    /// A point anywhere on the sphere, all areas alike.
    fileprivate static func random(using generator: inout some RandomNumberGenerator) -> Coordinate {
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
