import Glibc

/// The names in a directory.
package enum DirectoryNames {
    /// All names but `.` and `..`, in the order of their bytes.
    ///
    /// - Throws: where there is no directory, or its names cannot be read to their end: what is missing may be what matters.
    package static func read(_ path: String) throws(AtomicFile.WriteError) -> [DirectoryName] {
        func failure(_ step: String) -> AtomicFile.WriteError { .init(path: path, step: step, errorNumber: errno) }
        guard let directory = opendir(path) else { throw failure("opendir") }
        defer { closedir(directory) }
        var names: [DirectoryName] = []
        while true {
            // A failure and the end differ by this alone; see readdir(3).
            errno = 0
            guard let entry = readdir(directory) else { break }
            let name = DirectoryName(withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
            if name.bytes != [0x2E], name.bytes != [0x2E, 0x2E] { names.append(name) }
        }
        guard errno == 0 else { throw failure("readdir") }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}

/// A name as the system has it: bytes without a NUL and a slash, which need not be UTF-8.
package struct DirectoryName: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// For people, and for programs where `isUTF8`: bytes that are no UTF-8 are replaced, and then it leads nowhere.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
    package var isUTF8: Bool { text.utf8.elementsEqual(bytes) }
    package var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

    package func hasSuffix(_ suffix: String) -> Bool {
        bytes.count >= suffix.utf8.count && bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Its path as the system takes it, with a NUL at its end; it leads to the file whatever the bytes are.
    package func path(in directory: String) -> [CChar] {
        ("\(directory)/".utf8 + bytes + [0]).map(CChar.init(bitPattern:))
    }
}
