import Foundation
public import Glibc

/// What a process has used so far, as `/proc` tells it.
public struct ProcessUse: Sendable {
    /// User and system.
    public let processorTime: Duration
    public let residentKibibytes: Int
    /// The most that it has had resident at a time.
    public let peakKibibytes: Int
    public let anonymousKibibytes: Int

    /// - Throws: when there is no such process, or when `/proc` is not as proc(5) says.
    public init(of process: pid_t) throws {
        let statistics = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // The name, in parentheses, may hold blanks; utime and stime are the 14th and 15th field.
        let fields = statistics.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        processorTime = .seconds(Double(user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func kibibytes(_ key: String) throws -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") } ?? ""
            guard let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return number
        }
        residentKibibytes = try kibibytes("VmRSS")
        peakKibibytes = try kibibytes("VmHWM")
        anonymousKibibytes = try kibibytes("RssAnon")
    }
}

/// Which processes there are.
public enum ProcessTree {
    /// Whether a process is there and has not ended. One that has ended may stay as a zombie until its parent asks for
    /// its status, or process 1 when the parent is gone, and in a container process 1 may be a program that never does.
    public static func isRunning(_ process: pid_t) -> Bool {
        guard let statistics = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        else { return false }
        // The state follows the name, which is in parentheses and may hold some itself.
        return statistics.split(separator: ")").last?.hasPrefix(" Z") == false
    }

    /// Those that a process has started itself, and that are there; none when it is gone.
    public static func children(of process: pid_t) -> [pid_t] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return threads.flatMap { thread in
            let children = FileManager.default.contents(atPath: "/proc/\(process)/task/\(thread)/children") ?? Data()
            return String(decoding: children, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
        }
    }
}

extension ChildProcess {
    private var descriptors: String { "/proc/\(identifier)/fd" }
    private var openDescriptors: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
    }

    /// How many descriptors it has open; 0 when it has ended.
    public var openDescriptorCount: Int { openDescriptors.count }

    /// How many sockets it has open; 0 when it has ended.
    public var openSockets: Int {
        openDescriptors.count { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)"))?
                .hasPrefix("socket:") == true
        }
    }
}
