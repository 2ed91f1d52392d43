import Foundation
import PlacemarkModel
import TestSupport
import Testing

@testable import LocationEngine

/// The filter, and the distance with its accuracy, on recordings: somebody carries a beacon past twelve receivers, and cameras see
/// where it is to four centimetres.
///
/// They are those of F. S. Daniş and others (CC0, github.com/philotuxo/Position-Annotated-BLE-RSSI-Dataset): of its `trk` the files
/// `*_all_sensors.mbd`, and `cnf/tetam.dev`, in `../shared/data/beacon-walks`.
@Suite("Recorded walks past beacons")
struct RecordedWalkTests {
    private static let recordings = SharedData.files(in: "beacon-walks", withExtension: "mbd")

    /// What a receiver has heard, and how far away the beacon was.
    private struct Advertisement {
        /// Since the first of the walk.
        let second: Double
        let strength: Int
        let meters: Double

        /// What it would be at one metre, in free space.
        var power: Double { Double(strength) + 20 * log10(meters) }
    }

    private struct Walk {
        let receiver: String
        let advertisements: [Advertisement]
    }

    /// A receiver in their list: where it is, in metres, and then what it is called.
    private struct Receiver: Decodable {
        let position: [Double]

        init(from decoder: any Decoder) throws {
            var members = try decoder.unkeyedContainer()
            position = try members.decode([Double].self)
        }
    }

    /// Each recording gives a walk for each receiver.
    private func recordedWalks() throws -> [Walk] {
        let list = try String(
            contentsOf: SharedData.directory.appending(path: "beacon-walks/tetam.dev"), encoding: .utf8)
        let line = try #require(list.split(separator: "\n").first)
        let json = try #require(line.split(separator: ":", maxSplits: 1).last)
        let receivers = try JSONDecoder().decode([String: Receiver].self, from: Data(json.utf8))
        var walks: [Walk] = []
        for recording in Self.recordings {
            let lines = try String(contentsOf: recording, encoding: .utf8).split(separator: "\n")
            let fields = lines.map { $0.split(separator: ",").map(String.init) }
            for (receiver, heard) in Dictionary(grouping: fields, by: { $0[1] }) {
                guard let position = receivers[receiver]?.position else { continue }
                walks.append(Walk(receiver: receiver, advertisements: advertisements(heard, at: position)))
            }
        }
        return walks
    }

    /// - Parameters:
    ///   - heard: time, receiver, beacon, strength, and where the beacon was: three numbers.
    ///   - receiver: where it is.
    private func advertisements(_ heard: [[String]], at receiver: [Double]) -> [Advertisement] {
        let start = heard.compactMap { Double($0[0]) }.min() ?? 0
        let advertisements = heard.compactMap { fields -> Advertisement? in
            guard let time = Double(fields[0]), let strength = Int(fields[3]) else { return nil }
            let beacon = fields[4...6].compactMap { Double($0) }
            let squares = zip(beacon, receiver).map { ($0 - $1) * ($0 - $1) }
            return Advertisement(
                second: time - start, strength: strength, meters: squares.reduce(0, +).squareRoot())
        }
        return advertisements.sorted { $0.second < $1.second }
    }

    /// The error of a filter in dB, root mean square, and the share of the seconds in which the beacon was within the accuracy;
    /// once a second, from the fourth second on.
    private func worth(
        _ filter: () -> StrengthFilters.Heard, _ walks: [Walk], power powerOf: (_ receiver: String) -> Double
    ) -> (error: Double, within: Double) {
        var (squares, within, count) = (0.0, 0.0, 0.0)
        for walk in walks {
            let (heard, power) = (filter(), powerOf(walk.receiver))
            var next = 3.0
            for advertisement in walk.advertisements {
                let filtered = heard(advertisement.strength, advertisement.second)
                guard advertisement.second >= next else { continue }
                next = advertisement.second + 1
                let error = filtered - (power - 20 * log10(advertisement.meters))
                squares += error * error
                let seen = BeaconDistance(strength: filtered, measuredPower: Int(power.rounded()))
                if seen.accuracy >= advertisement.meters { within += 1 }
                count += 1
            }
        }
        return ((squares / count).squareRoot(), within / count)
    }

    @Test(
        "of the filters the one that is used is nearest, and the beacon is within its accuracy in 95 of 100 seconds",
        .enabled(if: !recordings.isEmpty, "no recordings beside the checkout"))
    func filters() throws {
        let walks = try recordedWalks()
        // What a receiver makes of the same strength differs by several decibels from one to the next.
        let powers = Dictionary(grouping: walks, by: \.receiver).mapValues { walks in
            let powers = walks.flatMap(\.advertisements).map(\.power)
            return powers.reduce(0, +) / Double(powers.count)
        }
        #expect(powers.count == 12 && walks.count == 12 * Self.recordings.count)
        let rows = StrengthFilters.all.map { (name: $0.name, worth: worth($0.make, walks) { powers[$0] ?? 0 }) }
        print("| Filter | recorded walks, dB |\n|---|---|")
        for (name, worth) in rows { print("| \(name) | \(worth.error.fixed(decimals: 1)) |") }
        let used = rows[rows.count - 1].worth
        for (name, other) in rows.dropLast() { #expect(other.error > used.error, "\(name): \(other) against \(used)") }
        // What the accuracy takes for granted of the rest behind the filter.
        #expect(used.error < BeaconDistance.remainingFading && used.within > 0.95, "\(used)")
        let mean = powers.values.reduce(0, +) / Double(powers.count)
        let uncalibrated = worth(StrengthFilters.kalman, walks) { _ in mean }
        print("within its accuracy: \(used.within), with one power for all receivers \(uncalibrated.within)")
        #expect(uncalibrated.within > 0.9, "\(uncalibrated)")
    }
}
