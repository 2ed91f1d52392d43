import Foundation

/// What a process has used so far, as `/proc` tells it.
struct ProcessUse {
    let processorSeconds: Double
    let residentKibibytes: Int
    let anonymousKibibytes: Int

    init(_ process: Int32) {
        let statistics = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        // The name, in parentheses, may hold blanks; utime and stime are the 14th and 15th field.
        let fields = statistics.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = fields.count > 12 ? (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0) : 0
        processorSeconds = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        func kibibytes(_ key: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") } ?? ""
            return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        residentKibibytes = kibibytes("VmRSS")
        anonymousKibibytes = kibibytes("RssAnon")
    }
}
