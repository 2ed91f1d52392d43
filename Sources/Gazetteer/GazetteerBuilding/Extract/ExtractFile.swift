import OSMExtract
import PlacemarkModel

/// An OpenStreetMap extract (`.osm.pbf`), read by libosmium.
struct ExtractFile {
    let path: String

    /// Why an extract cannot be used.
    struct Fault: Error, Hashable, CustomStringConvertible {
        let path: String
        let reason: String

        var description: String {
            "\(path): \(reason); expected an OpenStreetMap extract in PBF (.osm.pbf), whole and of one moment"
        }
    }

    /// What an object is said to be: its tags.
    typealias Tags = [String: String]

    /// A point of the map.
    struct Node {
        var id: Int64
        var tags: Tags
        var point: SourcePoint
    }

    /// A line of the map.
    struct Way {
        /// Nodes that follow each other.
        struct Piece {
            var points: [SourcePoint] = []
            var nodeIDs: [Int64] = []
        }

        var id: Int64
        var tags: Tags
        /// One, unless the extract lacks some of its nodes.
        var pieces: [Piece]

        /// What it goes round, without the first vertex once more at the end; nil for an open way, and when the extract
        /// lacks nodes.
        var ring: [SourcePoint]? {
            guard pieces.count == 1, pieces[0].nodeIDs.first == pieces[0].nodeIDs.last else { return nil }
            return pieces[0].points.withoutRepetitions
        }
    }

    /// A relation that says what belongs together.
    struct Group {
        struct Member: Hashable {
            enum Kind: UInt8 { case node, way, relation }

            var kind: Kind
            var id: Int64
        }

        var tags: Tags
        var members: [(member: Member, role: String)]
    }

    /// The area of a relation.
    struct Area {
        var id: Int64
        var tags: Tags
        /// Outer rings and holes alike; the last vertex is not the first once more. Empty when its lines make no rings.
        var rings: [[SourcePoint]]
        /// The nodes that a boundary names as its label and as its centre of administration.
        var labelNode, centreNode: Int64?
    }

    /// Who is told of the objects; by default nobody.
    struct Handlers {
        var node: (Node) -> Void = { _ in }
        var way: (Way) -> Void = { _ in }
        var area: (Area) -> Void = { _ in }
        /// A relation of which an area should come; none does when the extract lacks nodes of it.
        var relation: (_ id: Int64, _ tags: Tags) -> Void = { _, _ in }
        /// Told before all nodes, ways and areas.
        var group: (Group) -> Void = { _ in }
        /// A relation of which the extract lacks members.
        var incomplete: (_ id: Int64, _ tags: Tags) -> Void = { _, _ in }
        /// The share of the file that has been read, 0…1.
        var progress: (Double) -> Void = { _ in }
    }

    /// The keys of which an object must have one to be told of, and the types of relations that are groups.
    struct Selection {
        var nodeKeys: [String] = []
        var wayKeys: [String] = []
        var areaKeys: [String] = []
        var groupTypes: [String] = []

        static func + (a: Selection, b: Selection) -> Selection {
            Selection(
                nodeKeys: a.nodeKeys + b.nodeKeys, wayKeys: a.wayKeys + b.wayKeys, areaKeys: a.areaKeys + b.areaKeys,
                groupTypes: a.groupTypes + b.groupTypes)
        }
    }

    /// Reads the file from its beginning to its end, and returns how old its data is: a date as `2015-07-27`, or nil.
    ///
    /// - Parameter indexDirectory: Where a nameless file holds the positions of nodes meanwhile; nil for memory, of which
    ///   they take 16 bytes each.
    func read(_ selection: Selection, indexDirectory: String? = nil, _ handlers: Handlers) throws(Fault) -> String? {
        var summary = OSMSummary()
        var error = [CChar](repeating: 0, count: 512)
        let status = withExtendedLifetime(Box(handlers)) { box in
            var plain = OSMHandlers()
            plain.context = Unmanaged.passUnretained(box).toOpaque()
            plain.node = { Box.of($0).node(Node($1.unsafelyUnwrapped.pointee)) }
            plain.way = { Box.of($0).way(Way($1.unsafelyUnwrapped.pointee)) }
            plain.area = { Box.of($0).area(Area($1.unsafelyUnwrapped.pointee)) }
            plain.relation = {
                let object = $1.unsafelyUnwrapped.pointee
                Box.of($0).relation(object.id, object.dictionary)
            }
            plain.incomplete = {
                let object = $1.unsafelyUnwrapped.pointee
                Box.of($0).incomplete(object.id, object.dictionary)
            }
            plain.group = { Box.of($0).group(Group($1.unsafelyUnwrapped.pointee)) }
            plain.progress = { Box.of($0).progress($1) }
            return selection.withPlain { plainSelection in
                withOptionalCString(indexDirectory) { directory in
                    var (plainSelection, options) = (plainSelection, OSMOptions(index_directory: directory))
                    return osm_extract_read(path, &plainSelection, &options, &plain, &summary, &error, error.count)
                }
            }
        }
        guard status == 0 else {
            let text = error.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw Fault(path: path, reason: String(decoding: text, as: UTF8.self))
        }
        guard summary.date > 0, let date = Timestamp(secondsSinceEpoch: summary.date) else { return nil }
        return String("\(date)".prefix("2015-07-27".count))
    }

    /// What a C function finds its way back by.
    private final class Box {
        let handlers: Handlers

        init(_ handlers: Handlers) { self.handlers = handlers }

        static func of(_ context: UnsafeMutableRawPointer?) -> Handlers {
            Unmanaged<Box>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue().handlers
        }
    }
}

extension ExtractFile.Node {
    fileprivate init(_ node: OSMNode) {
        self.init(id: node.object.id, tags: node.object.dictionary, point: SourcePoint(node.point))
    }
}

extension ExtractFile.Way {
    fileprivate init(_ way: OSMWay) {
        let points = UnsafeBufferPointer(start: way.points, count: way.point_count)
        let ids = UnsafeBufferPointer(start: way.node_ids, count: way.point_count)
        var pieces: [Piece] = []
        for run in points.indices.split(whereSeparator: { points[$0].longitude == OSM_MISSING }) {
            pieces.append(Piece(points: points[run].map { SourcePoint($0) }, nodeIDs: Array(ids[run])))
        }
        self.init(id: way.object.id, tags: way.object.dictionary, pieces: pieces)
    }
}

extension ExtractFile.Group {
    fileprivate init(_ group: OSMGroup) {
        self.init(
            tags: group.object.dictionary,
            members: UnsafeBufferPointer(start: group.members, count: group.member_count).compactMap { member in
                let kinds: [UInt8: Member.Kind] = [
                    UInt8(ascii: "n"): .node, UInt8(ascii: "w"): .way, UInt8(ascii: "r"): .relation,
                ]
                return kinds[UInt8(bitPattern: member.type)].map {
                    (Member(kind: $0, id: member.id), String(cString: member.role))
                }
            })
    }
}

extension ExtractFile.Area {
    fileprivate init(_ area: OSMArea) {
        var rings: [[SourcePoint]] = []
        var start = 0
        for end in UnsafeBufferPointer(start: area.ring_ends, count: area.ring_count) {
            let ring = UnsafeBufferPointer(start: area.points, count: end)[start...].map { SourcePoint($0) }
            if let ring = ring.withoutRepetitions { rings.append(ring) }
            start = end
        }
        self.init(
            id: area.object.id, tags: area.object.dictionary, rings: rings,
            labelNode: area.label_node == 0 ? nil : area.label_node,
            centreNode: area.centre_node == 0 ? nil : area.centre_node)
    }
}

extension OSMObject {
    fileprivate var dictionary: ExtractFile.Tags {
        UnsafeBufferPointer(start: tags, count: tag_count).reduce(into: [:]) {
            $0[String(cString: $1.key)] = String(cString: $1.value)
        }
    }
}

extension SourcePoint {
    fileprivate init(_ point: OSMPoint) { self.init(longitude: point.longitude, latitude: point.latitude) }
}

extension ExtractFile.Selection {
    fileprivate func withPlain<Result>(_ body: (OSMSelection) -> Result) -> Result {
        withCStrings(nodeKeys) { nodes in
            withCStrings(wayKeys) { ways in
                withCStrings(areaKeys) { areas in
                    withCStrings(groupTypes) { groups in
                        body(OSMSelection(node_keys: nodes, way_keys: ways, area_keys: areas, group_types: groups))
                    }
                }
            }
        }
    }
}

/// The strings as C has lists of them: with a null pointer at the end.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    var bytes: [CChar] = []
    let offsets = strings.map { string in
        defer { bytes += string.utf8CString }
        return bytes.count
    }
    return bytes.withUnsafeBufferPointer { buffer in
        let list = offsets.map { offset in buffer.baseAddress.map { $0 + offset } } + [nil]
        return list.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
    }
}

private func withOptionalCString<Result>(_ string: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let string else { return body(nil) }
    return string.withCString(body)
}
