import Foundation
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestSupport
import Testing

@Suite("The track of real trips")
struct TrackTraceTests {
    /// What a track says about a trip.
    private struct Measure {
        var points: [TrackPoint] = []
        var deviations: [Double] = []
        /// By how much a fix is farther from the track than it may be at rest, at most.
        var excess = -Double.infinity
    }

    private func measure(_ fixes: [Location]) -> Measure {
        var thinning = TrackThinning()
        var measure = Measure()
        measure.points = fixes.flatMap { thinning.accept($0) } + thinning.interrupt()
        // As they are kept: rounded to a centimetre.
        let points = measure.points.compactMap { TrackRecord.decode(TrackRecord.encode($0)[...]) }
        let times = points.compactMap(\.timestamp)
        var next = 0
        for fix in fixes {
            guard let time = fix.timestamp else { continue }
            while times[next] < time { next += 1 }
            let deviation: Double
            if times[next] == time {
                deviation = fix.coordinate.distance(to: points[next].coordinate)
            } else {
                let fraction = time.duration(since: times[next - 1]) / times[next].duration(since: times[next - 1])
                let place = points[next - 1].coordinate.interpolated(to: points[next].coordinate, fraction: fraction)
                deviation = fix.coordinate.distance(to: place)
            }
            measure.deviations.append(deviation)
            let accuracy = [points[max(0, next - 1)].horizontalAccuracy, fix.horizontalAccuracy].compactMap(\.self)
            measure.excess = max(measure.excess, deviation - 1.5 * max(10, accuracy.reduce(0, +)))
        }
        return measure
    }

    @Test(
        "no fix is farther from the track than promised, and a box that stands still costs little",
        arguments: SharedData.files(in: "traces", withExtension: "nmea"))
    func trace(url: URL) throws {
        let fixes = try NMEARecording(contentsOf: url).fixes.map { fix in
            Location(
                coordinate: Coordinate(clampingLatitude: fix.latitude, wrappingLongitude: fix.longitude),
                horizontalAccuracy: 19 * fix.dilution, altitude: fix.altitude,
                timestamp: Timestamp(secondsSinceEpoch: Int64(fix.seconds)), receivedAt: at(Double(fix.seconds)))
        }
        var filter = FixFilter()
        let accepted = fixes.filter { filter.evaluate($0, at: $0.receivedAt) == nil }
        let measure = measure(accepted)
        #expect(measure.excess <= 0.02)
        let sorted = measure.deviations.sorted()
        let hours = zip(accepted, accepted.dropFirst()).reduce(0.0) { sum, pair in
            let step = pair.0.receivedAt.duration(to: pair.1.receivedAt).inSeconds
            return step <= 300 ? sum + step / 3600 : sum
        }
        print(
            "\(url.lastPathComponent): \(accepted.count) fixes, \(hours.rounded(toDecimals: 2)) h, "
                + "\(measure.points.count) points, \(measure.points.count * TrackRecord.byteCount) bytes, deviation "
                + "median \(sorted[sorted.count / 2].rounded(toDecimals: 1)) m, "
                + "95 % \(sorted[sorted.count * 95 / 100].rounded(toDecimals: 1)) m, "
                + "most \(sorted[sorted.count - 1].rounded(toDecimals: 1)) m")
        // Indoors the receiver strays by more than it admits. What is then a movement, the motion detector says better.
        if url.lastPathComponent.hasPrefix("still") { #expect(measure.points.count < accepted.count / 10) }
    }
}
