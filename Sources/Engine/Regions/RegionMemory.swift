package import PlacemarkModel

extension RegionMonitor {
    /// What must outlive the process, so that a restart brings no false event: what the box was in or in doubt of, and
    /// the regions that no file has.
    public struct Memory: Codable, Hashable, Sendable {
        /// Stands for all regions of the files. With the same set, those that are not named here were outside. Nil when
        /// nothing was known of them.
        var files: UInt64?
        /// The fingerprints of the regions that the box was in, by identifier: whether it is still the same.
        var inside: [String: UInt64]
        /// The identifiers of which nothing was known.
        var unknown: Set<String>
        /// The regions that were added at run time.
        package var added: [Region]

        /// A memory that knows the regions, and nothing about where the box was.
        package init(added: [Region]) {
            self.init(files: nil, inside: [:], unknown: Set(added.map(\.identifier)), added: added)
        }

        init(files: UInt64?, inside: [String: UInt64], unknown: Set<String>, added: [Region]) {
            self.files = files
            self.inside = inside
            self.unknown = unknown
            self.added = added
        }
    }

    /// What the next run has to know. It changes with `revision`.
    public var memory: Memory {
        var inside: [String: UInt64] = [:]
        for (identifier, track) in tracks where track.state == .inside {
            inside[identifier] = (added[identifier] ?? files[identifier])?.region.fingerprint
        }
        for identifier in beacons.inside {
            inside[identifier] = (added[identifier] ?? files[identifier])?.region.fingerprint
        }
        return Memory(
            files: isSettled ? files.fingerprint : nil, inside: inside,
            unknown: Set(tracks.filter { $0.value.state == .unknown }.keys).union(beacons.unknown),
            added: added.entries.map(\.region))
    }

    /// Continues where an earlier run ended. To be called after `replace(files:)` and before the first fix.
    ///
    /// What the box has entered or left meanwhile is an event as soon as fixes tell it. Whatever does not fit together,
    /// a region with another shape, other files, a damaged memory, makes regions unknown, and that is silent.
    public mutating func restore(_ memory: Memory) {
        var regions: [Region] = []
        var identifiers: Set<String> = []
        for region in memory.added.prefix(Self.mostAddedRegions) {
            guard (try? region.validate()) != nil, identifiers.insert(region.identifier).inserted else { continue }
            regions.append(region)
        }
        let table = RegionTable(regions)
        var tracks: [String: RegionWatch] = [:]
        for identifier in memory.unknown where (table[identifier] ?? files[identifier]) != nil {
            tracks[identifier] = RegionWatch(.unknown)
        }
        for (identifier, fingerprint) in memory.inside {
            guard let region = (table[identifier] ?? files[identifier])?.region else { continue }
            tracks[identifier] = RegionWatch(region.fingerprint == fingerprint ? .inside : .unknown)
        }
        restore(added: table, tracks: tracks, isSettled: memory.files == files.fingerprint)
    }
}
