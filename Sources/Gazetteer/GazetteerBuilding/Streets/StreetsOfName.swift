import Gazetteer
import PlacemarkModel

/// The streets of one name, in all settlements.
struct StreetsOfName {
    private(set) var streets: [Street] = []
    private let extracted: ExtractedStreets

    /// Pieces of a street lie so near to each other: a square, a river or a roundabout that has a name of its own is
    /// between them, and the next village with a street of that name is farther away.
    private static let gapInMeters = 300.0
    /// An address this far from all streets of its name belongs to none of them. A farm may lie a kilometre off its road.
    private static let largestDistanceInMeters = 1500.0
    /// Houses without a street on the map, and those of a village without streets, are scattered more widely.
    private static let gapOfHousesInMeters = 1000.0

    /// - Parameters:
    ///   - lines, addresses: Numbers of those in `extracted`; all have the same name.
    init(lines: [Int], addresses: [Int], of extracted: ExtractedStreets) {
        self.extracted = extracted
        let lines = extracted.withoutCopies(lines)
        var homeless = addresses
        if !lines.isEmpty {
            let segments = lines.enumerated().flatMap {
                StreetSegment.segments(of: extracted.points[extracted.lines[$1].points], owner: Int32($0))
            }
            let clusters = StreetClusters(segments, ownerCount: lines.count, gapInMeters: Self.gapInMeters)
            let classCount = StreetKind.Class.allCases.count
            let streetOfLine = lines.enumerated().map {
                clusters.ofOwner[$0] * classCount + Int(extracted.lines[$1].kind.streetClass.rawValue)
            }
            let nearest = NearestSegment(
                segments, handicaps: lines.map { extracted.lines[$0].kind.streetClass.handicapInMeters },
                largestDistanceInMeters: Self.largestDistanceInMeters)
            var members = [(lines: [Int], addresses: [Int])](
                repeating: ([], []), count: clusters.count * classCount)
            for (line, street) in zip(lines, streetOfLine) { members[street].lines.append(line) }
            homeless = []
            for address in addresses {
                if let line = nearest.owner(near: extracted.addresses[address].point.inSpace) {
                    members[streetOfLine[line]].addresses.append(address)
                } else {
                    homeless.append(address)
                }
            }
            for (lines, addresses) in members where !lines.isEmpty { add(lines, addresses) }
        }
        let points = homeless.enumerated().map {
            let point = extracted.addresses[$1].point.inSpace
            return StreetSegment(owner: Int32($0), from: point, to: point)
        }
        let clusters = StreetClusters(points, ownerCount: homeless.count, gapInMeters: Self.gapOfHousesInMeters)
        var members = [[Int]](repeating: [], count: clusters.count)
        for (address, cluster) in zip(homeless, clusters.ofOwner) { members[cluster].append(address) }
        for addresses in members { add([], addresses) }
    }

    private mutating func add(_ lines: [Int], _ addresses: [Int]) {
        var (names, kinds) = ([UInt32: Double](), [StreetKind: Double]())
        for line in lines {
            let (name, kind) = (extracted.lines[line].name, extracted.lines[line].kind)
            let length = extracted.lengthInMeters(ofLine: line)
            (names[name, default: 0], kinds[kind, default: 0]) = (
                names[name, default: 0] + length, kinds[kind, default: 0] + length
            )
        }
        if lines.isEmpty { for address in addresses { names[extracted.addresses[address].name, default: 0] += 1 } }
        // Among equals the first, so that the same extract gives the same pack.
        guard let name = names.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return }
        // Not each piece has all names.
        let shown = extracted.names.shown(name)
        let alike = names.filter { extracted.names.shown($0.key) == shown }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let translations = alike.reduce(into: [String: String]()) { found, name in
            found.merge(extracted.names.translations(name.key)) { first, _ in first }
        }
        let kind = kinds.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
        streets.append(
            Street(
                name: shown,
                otherNames: names.keys.reduce(into: []) { $0.formUnion(extracted.names.others($1)) },
                translations: translations, kind: kind ?? .place,
                lines: lines.map { extracted.points[extracted.lines[$0].points].map { StreetPoint($0) } },
                numbers: extracted.houseNumbers(of: addresses)))
    }
}
