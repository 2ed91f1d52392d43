import FoundationEssentials

/// The memory of this process as the kernel counts it, in bytes: `/proc/self/smaps_rollup`.
struct MemoryUse: Codable, Equatable {
    /// All pages in memory, also those that other programs share.
    var resident: Int
    /// The same, with each shared page divided by the number of those who share it.
    var proportional: Int
    /// Those that belong to no file: heap and stack.
    var anonymous: Int

    /// Nil where the kernel does not tell.
    static func now() -> MemoryUse? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/smaps_rollup") else { return nil }
        return MemoryUse(smapsRollup: String(decoding: data, as: UTF8.self))
    }

    /// Reads lines such as `Rss:                1748 kB`.
    init?(smapsRollup text: String) {
        var sizes: [Substring: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 3, words[2] == "kB", let kilobytes = Int(words[1]) else { continue }
            sizes[words[0]] = kilobytes * 1024
        }
        guard let resident = sizes["Rss:"], let proportional = sizes["Pss:"], let anonymous = sizes["Anonymous:"] else {
            return nil
        }
        self.init(resident: resident, proportional: proportional, anonymous: anonymous)
    }

    init(resident: Int, proportional: Int, anonymous: Int) {
        self.resident = resident
        self.proportional = proportional
        self.anonymous = anonymous
    }

    static func - (later: MemoryUse, earlier: MemoryUse) -> MemoryUse {
        MemoryUse(
            resident: later.resident - earlier.resident, proportional: later.proportional - earlier.proportional,
            anonymous: later.anonymous - earlier.anonymous)
    }
}
