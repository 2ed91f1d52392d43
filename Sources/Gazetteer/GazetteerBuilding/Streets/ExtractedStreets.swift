import Gazetteer
import Glibc
import PlacemarkModel

/// The streets and addresses of extracts, in tables with numbers instead of texts, so that a country has room in memory,
/// and a larger one in files.
package final class ExtractedStreets {
    static let selection = ExtractFile.Selection(
        nodeKeys: AddressTags.keys, wayKeys: AddressTags.keys + ["highway", "addr:interpolation"],
        areaKeys: AddressTags.keys + ["highway"], groupTypes: StreetGroups.types)

    /// A larger area is a site, such as a school's: not all of it is nearer to its own address than to its neighbours'.
    private static let largestRadiusInMeters: Float = 100

    package internal(set) var names = StreetNames()
    package private(set) var numbers = Numbered<String>()
    private(set) var postalCodes = Numbered<String>()
    let lines: ExtractTable<ExtractedLine>
    let points: ExtractTable<SourcePoint>
    let addresses: ExtractTable<ExtractedAddress>
    let directory: String?
    private let languages: PackLanguages
    private(set) var interpolations: [Interpolation] = []
    private(set) var leftOut = StreetsLeftOut()
    private var groups = StreetGroups()

    /// - Parameters:
    ///   - directory: Where the tables are files; nil for memory.
    ///   - languages: Those in which streets get names besides.
    init(fileIn directory: String? = nil, languages: PackLanguages = .none) {
        (self.directory, self.languages) = (directory, languages)
        (lines, points, addresses) = (.init(fileIn: directory), .init(fileIn: directory), .init(fileIn: directory))
    }

    /// Why the tables are incomplete; nil when they are whole.
    var fault: String? { lines.fault ?? points.fault ?? addresses.fault }

    func add(_ group: ExtractFile.Group) {
        groups.add(group)
    }

    func add(_ node: ExtractFile.Node) {
        add(node.tags, of: .init(kind: .node, id: node.id), at: node.point)
    }

    func add(_ way: ExtractFile.Way) {
        groups.name(street: way)
        if let street = HighwayKinds.street(way.tags, languages) {
            for piece in way.pieces { addParts(piece.points, street) }
        }
        if let kind = way.tags["addr:interpolation"] {
            // Its own number would be one of those between its ends.
            interpolations.append(Interpolation(kind: kind, way: way))
        } else if let point = way.pieces.first?.points.first {
            add(way.tags, of: .init(kind: .way, id: way.id), at: point, rings: way.ring.map { [$0] } ?? [])
        }
    }

    func add(_ area: ExtractFile.Area) {
        guard let point = area.rings.first?.first else { return }
        if let street = HighwayKinds.street(area.tags, languages) {
            for ring in area.rings { addParts(ring + [ring[0]], street) }
        }
        add(area.tags, of: .init(kind: .relation, id: area.id), at: point, rings: area.rings)
    }

    /// Adds a line, without the edges that cross the antimeridian: on the plane they would go round the globe.
    private func addParts(_ line: [SourcePoint], _ street: (kind: StreetKind, name: StreetNames.Name)) {
        var start = 0
        for next in line.indices.dropFirst()
        where abs(Int(line[next].longitude) - Int(line[next - 1].longitude)) > 1_800_000_000 {
            add(Array(line[start..<next]), street)
            start = next
        }
        add(start == 0 ? line : Array(line[start...]), street)
    }

    private func add(_ line: [SourcePoint], _ street: (kind: StreetKind, name: StreetNames.Name)) {
        let start = points.count
        for point in line where points.count == start || point != points.last { points.append(point) }
        guard points.count - start >= 2 else {
            points.removeLast(points.count - start)
            return
        }
        lines.append(
            ExtractedLine(name: names.number(of: street.name), kind: street.kind, points: start..<points.count))
    }

    private func add(
        _ tags: ExtractFile.Tags, of member: ExtractFile.Group.Member, at point: SourcePoint,
        rings: [[SourcePoint]] = []
    ) {
        guard let address = AddressTags(tags) else { return }
        guard !address.numbers.isEmpty else {
            leftOut.unusableNumbers += 1
            return
        }
        let building = BuildingShape(rings)
        if address.name == nil { groups.add(addresses.count..<addresses.count + address.numbers.count, of: member) }
        for number in address.numbers {
            addresses.append(
                ExtractedAddress(
                    name: address.name.map { names.number(of: $0) } ?? ExtractedAddress.none, isPlace: address.isPlace,
                    number: numbers.number(of: number),
                    postalCode: address.postalCode.map { postalCodes.number(of: $0) } ?? ExtractedAddress.none,
                    point: building?.centre ?? point,
                    radius: min(Self.largestRadiusInMeters, building.map { Float($0.radiusInMeters) } ?? 0),
                    nodeID: member.kind == .node ? member.id : 0))
        }
    }

    /// Gives the addresses without a street the one that their relation names, adds those between others, and leaves out
    /// the rest that has none. To be called once, when all is read.
    ///
    /// - Parameter isTakenOut: Is asked once for each address with a street, in order. Those for which it returns true
    ///   are left out as if the extract had no such house: a measurement asks for them later.
    func complete(takingOut isTakenOut: (ExtractedAddress) -> Bool = { _ in false }) {
        for (address, name) in groups.namedAddresses {
            (addresses[address].name, addresses[address].isPlace) = (names.number(of: name), false)
        }
        addresses.keep { $0.name == ExtractedAddress.none || !isTakenOut($0) }
        let nodes = InterpolationNodes(
            interpolations.isEmpty ? ExtractTable() : addresses, numbers: numbers.values, fileIn: directory)
        for interpolation in interpolations {
            guard let between = interpolation.addresses(between: nodes, numbers: &numbers, names: &names) else {
                leftOut.interpolations += 1
                continue
            }
            addresses.append(contentsOf: between)
        }
        interpolations = []
        let count = addresses.count
        addresses.keep { $0.name != ExtractedAddress.none }
        leftOut.withoutStreet += count - addresses.count
    }
}

/// What of an extract's streets and addresses cannot be used.
struct StreetsLeftOut: Hashable {
    /// Addresses that name no street and no place, and that no relation gives one.
    var withoutStreet = 0
    /// Addresses whose number is none.
    var unusableNumbers = 0
    /// Lines of interpolation without two numbers that fit them, or with letters.
    var interpolations = 0

    var warnings: [String] {
        [
            (withoutStreet, "addresses left out that name neither a street nor a place"),
            (unusableNumbers, "addresses left out whose number cannot be used"),
            (interpolations, "lines of interpolation left out whose ends do not fit"),
        ].filter { $0.0 > 0 }.map { "\($0.1): \($0.0)" }
    }
}
