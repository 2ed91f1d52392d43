package import Gazetteer
import PlacemarkModel

/// Makes of the lines and addresses of extracts the streets of a detail pack, one name after the other: the lines and
/// numbers of one name in one settlement are a street.
///
/// It is made anew each time that somebody goes through it: all streets at once would take more memory than the tables.
package struct StreetsSource: Sequence {
    private let extracted: ExtractedStreets
    /// The number of the text that each name is compared by.
    private let keyOfName: [UInt32]
    private let keyCount: Int
    /// In the order of their keys.
    private let lines, addresses: ExtractTable<UInt32>
    private let progress: (Double) -> Void

    /// Throws when the disk had no room for the tables.
    ///
    /// - Parameter progress: Is told now and then what share of the names it has gone through since the last time.
    init(_ extracted: ExtractedStreets, progress: @escaping (Double) -> Void = { _ in }) throws(TableFault) {
        self.progress = progress
        // Streets and places with the same name have nothing to do with each other.
        var keys = Numbered<String>()
        let keyOfName = extracted.names.keys.map { keys.number(of: $0) }
        (self.extracted, self.keyOfName, keyCount) = (extracted, keyOfName, keys.values.count)
        let (lines, addresses) = (extracted.lines, extracted.addresses)
        self.lines = .order(lines.count, fileIn: extracted.directory) {
            (keyOfName[Int(lines[$0].name)], $0) < (keyOfName[Int(lines[$1].name)], $1)
        }
        self.addresses = .order(addresses.count, fileIn: extracted.directory) {
            (addresses[$0].key(keyOfName), $0) < (addresses[$1].key(keyOfName), $1)
        }
        if let reason = extracted.fault ?? self.lines.fault ?? self.addresses.fault {
            throw TableFault(directory: extracted.directory ?? "memory", reason: reason)
        }
    }

    var isEmpty: Bool { lines.count == 0 && addresses.count == 0 }

    package func makeIterator() -> Iterator { Iterator(source: self) }

    package struct Iterator: IteratorProtocol {
        fileprivate let source: StreetsSource
        private var nextKey: UInt64 = 0
        private var (nextLine, nextAddress) = (0, 0)
        private var made: ArraySlice<Street> = []
        private static let keysPerReport: UInt64 = 2048

        fileprivate init(source: StreetsSource) { self.source = source }

        package mutating func next() -> Street? {
            while made.isEmpty {
                guard nextKey < UInt64(source.keyCount) << 1 else { return nil }
                makeStreets(of: nextKey)
                nextKey += 1
                if nextKey % Self.keysPerReport == 0 {
                    source.progress(Double(Self.keysPerReport) / Double(source.keyCount << 1))
                }
            }
            return made.popFirst()
        }

        private mutating func makeStreets(of key: UInt64) {
            let (extracted, keyOfName) = (source.extracted, source.keyOfName)
            var (lines, addresses): ([Int], [Int]) = ([], [])
            while nextLine < source.lines.count, case let line = Int(source.lines[nextLine]),
                UInt64(keyOfName[Int(extracted.lines[line].name)]) << 1 == key
            {
                lines.append(line)
                nextLine += 1
            }
            while nextAddress < source.addresses.count, case let address = Int(source.addresses[nextAddress]),
                extracted.addresses[address].key(keyOfName) == key
            {
                addresses.append(address)
                nextAddress += 1
            }
            made = StreetsOfName(lines: lines, addresses: addresses, of: extracted).streets[...]
        }
    }
}

extension ExtractedAddress {
    /// What it is sorted by: the key of its name, and streets before places.
    fileprivate func key(_ keyOfName: [UInt32]) -> UInt64 { UInt64(keyOfName[Int(name)]) << 1 | (isPlace ? 1 : 0) }
}

extension StreetCounts {
    /// What the pack holds, in a line.
    var summary: String {
        "\(roads) streets of \(Int((lengthInMeters / 1000).rounded())) km and \(places) places without streets, with "
            + "\(houses) house numbers (\(interpolatedHouses) interpolated)"
    }
}

extension Street {
    package var lengthInMeters: Double {
        lines.reduce(0) { length, line in
            zip(line, line.dropFirst()).reduce(length) {
                $0 + SourcePoint($1.0).distanceInMeters(to: SourcePoint($1.1))
            }
        }
    }
}

extension StreetPoint {
    init(_ point: SourcePoint) { self.init(longitude: point.longitude, latitude: point.latitude) }
}

extension SourcePoint {
    package init(_ point: StreetPoint) { self.init(longitude: point.longitude, latitude: point.latitude) }
}
