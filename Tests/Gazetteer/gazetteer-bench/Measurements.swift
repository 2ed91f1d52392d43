import Glibc
import FoundationEssentials

/// The memory of this process as the kernel counts it, in bytes: `/proc/self/smaps_rollup`.
struct MemoryUse: Codable, Equatable {
    /// All pages in memory, including those that other programs share.
    var resident: Int
    /// The same, with each shared page divided by the number of processes that share it.
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

/// The kernel's copies of files in memory.
enum PageCache {
    /// Asks the kernel to forget a file's pages: those that are written back and that no program has mapped.
    static func drop(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        // Pages that are not written back yet would stay.
        fsync(descriptor)
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        close(descriptor)
    }
}

/// The kernel's clocks, in nanoseconds: read with fewer instructions than `ContinuousClock`, and there is one for CPU time.
enum Clocks {
    /// The time on the wall.
    static func monotonic() -> Int { read(CLOCK_MONOTONIC) }

    /// What this process has computed so far, all threads together.
    static func processCPU() -> Int { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
