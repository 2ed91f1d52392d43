import FoundationEssentials
import TestSupport
import Testing

/// Extracts of a few objects, written as text and made into PBF by osmium-tool.
struct SmallExtract {
    /// Objects in OPL, osmium's format of one object a line.
    private var lines: [String] = []
    private var nextID = 1

    private mutating func newID() -> Int {
        defer { nextID += 1 }
        return nextID
    }

    /// Adds a node, and returns its identifier.
    mutating func node(_ latitude: Double, _ longitude: Double, _ tags: [String: String] = [:]) -> Int {
        let id = newID()
        lines.append("n\(id) v1 t2026-01-02T03:04:05Z T\(Self.text(tags)) x\(longitude) y\(latitude)")
        return id
    }

    /// Adds the way through some nodes.
    mutating func way(_ nodes: [Int], _ tags: [String: String] = [:]) -> Int {
        let id = newID()
        lines.append(
            "w\(id) v1 t2026-01-02T03:04:05Z T\(Self.text(tags)) N\(nodes.map { "n\($0)" }.joined(separator: ","))")
        return id
    }

    /// Adds a boundary of some ways.
    mutating func boundary(_ name: String, level: Int, _ ways: [Int], label: Int? = nil, centre: Int? = nil) {
        let members =
            ways.map { "w\($0)@outer" }
            + [label.map { "n\($0)@label" }, centre.map { "n\($0)@admin_centre" }]
            .compactMap(\.self)
        let tags = ["boundary": "administrative", "type": "boundary", "name": name, "admin_level": String(level)]
        lines.append(
            "r\(newID()) v1 t2026-01-02T03:04:05Z T\(Self.text(tags)) M\(members.joined(separator: ","))")
    }

    /// Adds a relation; its members are like `w12@outer`.
    mutating func relation(_ members: [String], _ tags: [String: String]) {
        lines.append("r\(newID()) v1 t2026-01-02T03:04:05Z T\(Self.text(tags)) M\(members.joined(separator: ","))")
    }

    /// A rectangle in degrees, as a closed way.
    mutating func rectangle(
        _ south: Double, _ west: Double, _ north: Double, _ east: Double, _ tags: [String: String] = [:]
    ) -> Int {
        let corners = [node(south, west), node(south, east), node(north, east), node(north, west)]
        return way(corners + [corners[0]], tags)
    }

    private static func text(_ tags: [String: String]) -> String {
        func escaped(_ text: String) -> String {
            // What has a meaning in OPL.
            let special = " ,=@%\n".unicodeScalars
            return text.unicodeScalars.map { special.contains($0) ? "%\(String($0.value, radix: 16))%" : "\($0)" }
                .joined()
        }
        return tags.sorted { $0.key < $1.key }.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: ",")
    }

    /// Writes the extract in the format that the name ends with, but for objects that `isLeftOut` names.
    func write(
        to path: String, leavingOut isLeftOut: (String) -> Bool = { _ in false }
    ) async throws -> String {
        let order = ["n", "w", "r"]
        let sorted = order.flatMap { kind in lines.filter { $0.hasPrefix(kind) && !isLeftOut($0) } }
        try Data(sorted.joined(separator: "\n").utf8).write(to: URL(filePath: path + ".opl"))
        let osmium = try ChildProcess("/usr/bin/osmium", ["cat", "--overwrite", "-o", path, path + ".opl"])
        try #require(await osmium.exitStatus(within: .seconds(30)) == 0, "\(osmium.standardError)")
        return path
    }
}
