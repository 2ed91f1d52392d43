import Glibc

/// How much memory this process uses, to see that a year needs no more than a day.
struct MemoryWatch {
    /// After a tenth of the run everything has been there that comes again.
    private static let warmUp = 0.1
    /// What allocation and sampling may cost.
    private static let allowedGrowthInMegabytes = 16.0

    private(set) var early: Double?
    private(set) var last = 0.0

    mutating func look(at progress: Double) {
        last = Self.residentMegabytes ?? last
        if early == nil, progress >= Self.warmUp { early = last }
    }

    /// Nil when the memory has not grown by more than what is allowed.
    var excessiveGrowthInMegabytes: Double? {
        guard let early, last - early > Self.allowedGrowthInMegabytes else { return nil }
        return last - early
    }

    /// The second number of `/proc/self/statm`: resident pages.
    private static var residentMegabytes: Double? {
        guard let file = fopen("/proc/self/statm", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, 128, file) != nil else { return nil }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        return pages.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576 }
    }
}
