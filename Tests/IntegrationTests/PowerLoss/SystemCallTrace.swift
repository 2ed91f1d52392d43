import Foundation

/// What strace has recorded of a process that writes files into a directory, as calls of the model.
///
/// strace is to be run with `-xx`, so that no text has to be taken apart, and without `-f`: a line is one call then.
struct SystemCallTrace {
    static let options = [
        "-xx", "-s", "10000000", "-e",
        "trace=umask,openat,close,fchmod,fchown,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat",
    ]

    /// The calls that have succeeded, in order.
    private(set) var calls: [CrashModel.Call] = []
    /// What is not understood, which must be nothing.
    private(set) var strangers: [String] = []

    private let directory: String
    private var umask: UInt32 = 0
    /// What the open descriptors are.
    private var descriptors: [Int: Target] = [:]
    private var nextFile = 1

    private enum Target {
        case directory
        case file(Int)
    }

    /// - Parameter text: from before the process has set its umask on.
    init(_ text: String, directory: String) {
        self.directory = directory
        for line in text.split(separator: "\n") { read(String(line)) }
    }

    private mutating func read(_ line: String) {
        let pattern = /(\w+)\((.*)\) += (-?\d+)/
        guard let match = line.prefixMatch(of: pattern), let result = Int(match.output.3), result >= 0 else { return }
        let arguments = match.output.2.components(separatedBy: ", ")
        let descriptor = Int(arguments[0])
        switch match.output.1 {
        case "openat": open(arguments, as: result, line)
        case "umask": umask = Self.octal(arguments[0])
        case "close": if let descriptor { descriptors[descriptor] = nil }
        case "fchmod":
            guard let file = file(descriptor) else { return }
            calls.append(.setMode(file: file, Self.octal(arguments[1])))
        case "fchown":
            guard let file = file(descriptor) else { return }
            calls.append(.setGroup(file: file, UInt32(arguments[2]) ?? 0))
        case "write":
            guard let file = file(descriptor) else { return }
            calls.append(.write(file: file, Array(Self.bytes(arguments[1]).prefix(result))))
        case "fsync", "fdatasync":
            switch descriptor.flatMap({ descriptors[$0] }) {
            case .directory: calls.append(.syncDirectory)
            case .file(let file): calls.append(.sync(file: file))
            case nil: break
            }
        case "renameat" where isDirectory(arguments[0]) && isDirectory(arguments[2]):
            calls.append(.rename(from: Self.text(arguments[1]), to: Self.text(arguments[3])))
        case "unlinkat" where isDirectory(arguments[0]): calls.append(.unlink(name: Self.text(arguments[1])))
        default: strangers.append(line)
        }
    }

    private mutating func open(_ arguments: [String], as result: Int, _ line: String) {
        let name = Self.text(arguments[1])
        if isDirectory(arguments[0]) {
            let isNew = ["O_CREAT", "O_EXCL", "O_NOFOLLOW"].allSatisfy(arguments[2].contains)
            guard isNew, arguments.count == 4 else { return strangers.append(line) }
            calls.append(.create(name: name, file: nextFile, mode: Self.octal(arguments[3]) & ~umask))
            descriptors[result] = .file(nextFile)
            nextFile += 1
        } else if name == directory {
            guard arguments[2].contains("O_NOFOLLOW") else { return strangers.append(line) }
            descriptors[result] = .directory
        } else if name.hasPrefix(directory), arguments[2].contains("O_WRONLY") || arguments[2].contains("O_RDWR") {
            // Not by the directory that has been opened: a link might have been put in between.
            strangers.append(line)
        }
    }

    private func file(_ descriptor: Int?) -> Int? {
        if case .file(let file) = descriptor.flatMap({ descriptors[$0] }) { file } else { nil }
    }

    private func isDirectory(_ argument: String) -> Bool {
        if case .directory = Int(argument).flatMap({ descriptors[$0] }) { true } else { false }
    }

    private static func octal(_ text: String) -> UInt32 { UInt32(text, radix: 8) ?? 0 }

    private static func text(_ argument: String) -> String { String(decoding: bytes(argument), as: UTF8.self) }

    /// `"\x61\x62"`.
    private static func bytes(_ argument: String) -> [UInt8] {
        let text = Array(argument.utf8.drop { $0 != UInt8(ascii: "\\") })
        return stride(from: 2, to: text.count - 1, by: 4).compactMap {
            UInt8(String(decoding: text[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
    }
}
