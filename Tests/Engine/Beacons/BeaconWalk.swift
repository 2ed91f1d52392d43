import Glibc
import PlacemarkModel

@testable import LocationEngine

/// What a receiver hears of a beacon, made up: free space, reflections and people in between.
///
/// The fading of reflections is Rician with K = 3 dB, each advertisement its own, since each goes out on another channel; what
/// stands in the way changes slowly, by 3 dB with a memory of ten seconds. A fifth of the advertisements is lost.
struct BeaconWalk {
    static let measuredPower = -59
    private static let directPart = 2.0
    private static let shadow = (decibels: 3.0, seconds: 10.0)

    private var random: SeededRandom
    private var shadow = 0.0

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// In dBm; nil for an advertisement that is lost.
    ///
    /// - Parameter interval: seconds since the last one.
    mutating func strength(atMeters distance: Double, after interval: Double) -> Int? {
        let memory = exp(-interval / Self.shadow.seconds)
        shadow = shadow * memory + Self.shadow.decibels * (1 - memory * memory).squareRoot() * normal()
        guard Double.random(in: 0..<1, using: &random) > 0.2 else { return nil }
        let direct = (Self.directPart / (Self.directPart + 1)).squareRoot()
        let scattered = (1 / (2 * (Self.directPart + 1))).squareRoot()
        let (x, y) = (direct + scattered * normal(), scattered * normal())
        return Int((Self.strength(atMeters: distance) + shadow + 10 * log10(x * x + y * y)).rounded())
    }

    /// Without any fading.
    static func strength(atMeters distance: Double) -> Double { Double(measuredPower) - 20 * log10(distance) }

    /// Where somebody is who walks past at 1.2 m/s, from twenty metres before it, at a distance of one metre.
    static func distance(atSecond second: Double) -> Double {
        let way = 20 - 1.2 * second
        return (way * way + 1).squareRoot()
    }

    /// Box and Muller.
    private mutating func normal() -> Double {
        (-2 * log(Double.random(in: 1e-12..<1, using: &random))).squareRoot()
            * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
}

extension BootInstant {
    static func second(_ seconds: Double) -> BootInstant { BootInstant(sinceBoot: .seconds(seconds)) }
}
