import Gazetteer
import PlacemarkCore

/// Makes of the lines and addresses of extracts the streets of a detail pack: the lines and numbers of one name in one
/// settlement are a street.
struct StreetsSource {
    private(set) var streets: [Street] = []

    /// - Parameter progress: Is told the share that is done, 0…1.
    init(_ extracted: ExtractedStreets, progress: (Double) -> Void = { _ in }) {
        let keys = extracted.names.keys
        // Streets and places with the same name have nothing to do with each other.
        var (ofKeys, names) = ([String: UInt32](), Numbered<String>())
        for key in keys { ofKeys[key] = names.number(of: key) }
        let keyOfName = keys.map { ofKeys[$0] ?? 0 }
        func key(_ address: ExtractedAddress) -> UInt64 {
            UInt64(keyOfName[Int(address.name)]) << 1 | (address.isPlace ? 1 : 0)
        }
        let lines = extracted.lines.indices.sorted {
            (keyOfName[Int(extracted.lines[$0].name)], $0) < (keyOfName[Int(extracted.lines[$1].name)], $1)
        }
        let addresses = extracted.addresses.indices.sorted {
            (key(extracted.addresses[$0]), $0) < (key(extracted.addresses[$1]), $1)
        }
        var (nextLine, nextAddress) = (0, 0)
        for number in names.values.indices {
            if number % 1024 == 0 { progress(Double(number) / Double(names.values.count)) }
            let firstLine = nextLine
            while nextLine < lines.count, keyOfName[Int(extracted.lines[lines[nextLine]].name)] == number {
                nextLine += 1
            }
            for isPlace in [false, true] {
                let firstAddress = nextAddress
                let wanted = UInt64(number) << 1 | (isPlace ? 1 : 0)
                while nextAddress < addresses.count, key(extracted.addresses[addresses[nextAddress]]) == wanted {
                    nextAddress += 1
                }
                streets +=
                    StreetsOfName(
                        lines: isPlace ? [] : lines[firstLine..<nextLine],
                        addresses: addresses[firstAddress..<nextAddress],
                        of: extracted
                    ).streets
            }
        }
    }

    /// What the pack holds, in a line.
    var summary: String {
        var (roads, places, numbers, interpolated, length) = (0, 0, 0, 0, 0.0)
        for street in streets {
            if street.kind == .place { places += 1 } else { roads += 1 }
            numbers += street.numbers.count
            interpolated += street.numbers.count(where: \.isInterpolated)
            length += street.lengthInMeters
        }
        return "\(roads) streets of \(Int((length / 1000).rounded())) km and \(places) places without streets, with "
            + "\(numbers) house numbers (\(interpolated) interpolated)"
    }
}

extension Street {
    var lengthInMeters: Double {
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
    init(_ point: StreetPoint) { self.init(longitude: point.longitude, latitude: point.latitude) }
}
