import Foundation
import PlacemarkModel

/// A disk as it may be after a loss of power: what was synchronized is there, and of the rest any part.
struct DiskModel {
    private struct File {
        /// What is on the disk for certain; nil while not even the name is.
        var durable: [UInt8]?
        var pending: [Change] = []
    }

    private enum Change {
        case write(offset: Int, [UInt8])
        case truncate(Int)
        /// The name goes.
        case unlink
    }

    /// What was cut off with the power.
    enum Loss: CaseIterable {
        /// All that was not synchronized.
        case everything
        case nothing
        /// Each change by chance, and of some only the first sectors.
        case some, someOther
    }

    private static let sector = 512
    private var files: [String: File] = [:]
    /// What the process has said so far.
    private(set) var said: [String] = []
    private var descriptors: [Int: String] = [:]
    private let directory: String

    /// - Parameter directory: the files below it are modelled.
    init(directory: String) { self.directory = directory }

    /// What a call is, for whoever decides where the power goes.
    enum Step { case synchronizes, other }

    static let straceOptions = [
        "-xx", "-s", "10000000", "-e",
        "trace=openat,close,write,pwrite64,fsync,fdatasync,ftruncate,unlink,rename",
    ]

    /// What kind of call a line of strace is, without carrying it out.
    static func step(_ line: Substring) -> Step {
        line.hasPrefix("fsync") || line.hasPrefix("fdatasync") ? .synchronizes : .other
    }

    /// Carries out a line of strace.
    mutating func run(_ line: Substring) {
        guard let match = line.prefixMatch(of: /(\w+)\((.*)\) += (-?\d+)/), let result = Int(match.output.3),
            result >= 0
        else { return }
        let arguments = match.output.2.split(separator: ", ").map(String.init)
        let descriptor = Int(arguments[0]) ?? -1
        let name = descriptors[descriptor]
        switch match.output.1 {
        case "openat":
            let path = String(decoding: Self.bytes(arguments[1]), as: UTF8.self)
            guard path.hasPrefix(directory + "/") else { return descriptors[result] = nil }
            descriptors[result] = path
            if arguments[2].contains("O_CREAT"), files[path] == nil { files[path] = File() }
        case "close": descriptors[descriptor] = nil
        case "write" where descriptor == 1:
            said.append(String(decoding: Self.bytes(arguments[1]), as: UTF8.self))
        case "pwrite64":
            guard let name, let offset = Int(arguments[3]) else { return }
            files[name, default: File()].pending.append(.write(offset: offset, Self.bytes(arguments[1])))
        case "ftruncate":
            guard let name, let size = Int(arguments[1]) else { return }
            files[name, default: File()].pending.append(.truncate(size))
        case "fsync", "fdatasync":
            guard let name, let file = files[name] else { return }
            files[name] = File(durable: Self.content(file.durable, file.pending) ?? [])
        case "unlink":
            let path = String(decoding: Self.bytes(arguments[0]), as: UTF8.self)
            files[path]?.pending.append(.unlink)
        default: break
        }
    }

    /// Writes the files as they are after a loss of power into another directory.
    func write(to target: String, losing loss: Loss, _ random: inout SeededRandom) throws {
        for (path, file) in files {
            let kept: [Change] =
                switch loss {
                case .everything: []
                case .nothing: file.pending
                case .some, .someOther: file.pending.compactMap { Self.torn($0, &random) }
                }
            guard let content = Self.content(file.durable, kept) else { continue }
            try Data(content).write(to: URL(filePath: target + path.dropFirst(directory.count)))
        }
    }

    private static func torn(_ change: Change, _ random: inout SeededRandom) -> Change? {
        switch (Int.random(in: 0..<3, using: &random), change) {
        case (0, _): nil
        case (1, .write(let offset, let bytes)) where bytes.count > sector:
            .write(
                offset: offset,
                Array(bytes.prefix(sector * Int.random(in: 1..<bytes.count / sector + 1, using: &random))))
        default: change
        }
    }

    private static func content(_ durable: [UInt8]?, _ changes: [Change]) -> [UInt8]? {
        var content = durable
        for change in changes {
            switch change {
            case .unlink: content = nil
            case .truncate(let size):
                let bytes = content ?? []
                content = Array(bytes.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - bytes.count))
            case .write(let offset, let bytes):
                var whole = content ?? []
                if whole.count < offset + bytes.count {
                    whole += [UInt8](repeating: 0, count: offset + bytes.count - whole.count)
                }
                whole.replaceSubrange(offset..<offset + bytes.count, with: bytes)
                content = whole
            }
        }
        return content
    }

    /// The bytes of a text of `strace -xx`: `"\x6d\x61"`.
    private static func bytes(_ text: String) -> [UInt8] {
        let digits = Array(
            text.utf8.filter { ![UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "x")].contains($0) })
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
    }
}
