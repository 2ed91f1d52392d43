import Glibc

extension Gazetteer {
    /// Where the running program looks for its gazetteer when it is not told.
    ///
    /// An installed program, `<prefix>/bin/program`, has it at `<prefix>/share/placemarkd/world.gazetteer`; a program that was just
    /// built, anywhere below a directory `.build`, at `.build/gazetteer/world.gazetteer`.
    public static let defaultPath = defaultPath(forExecutable: runningExecutable ?? "/usr/bin/placemarkd")

    /// The same for any executable, by its absolute path.
    static func defaultPath(forExecutable executable: String) -> String {
        let directories = executable.split(separator: "/").dropLast()
        if let build = directories.lastIndex(of: ".build") {
            return "/" + (directories[...build] + ["gazetteer", "world.gazetteer"]).joined(separator: "/")
        }
        return "/" + (directories.dropLast() + ["share", "placemarkd", "world.gazetteer"]).joined(separator: "/")
    }

    /// The real path of the running program; nil without /proc.
    private static var runningExecutable: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink("/proc/self/exe", start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
