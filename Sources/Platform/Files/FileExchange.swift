import Glibc

/// How a new file takes the place of an old one, so that a loss of power leaves the one or the other: the new one is on the
/// disk before it has the name, and the name is on the disk before anybody relies on it.
///
/// `AtomicFile` and `ReplacementFile` say where the new file lies, who may read it, and what a failure leaves behind.
package enum FileExchange {
    /// A step, as a system call.
    package enum Step: String, Hashable, Sendable {
        case sync = "fsync"
        case rename = "rename"
        case openDirectory = "open directory"
        case syncDirectory = "fsync directory"
    }

    /// The step that failed.
    package struct Failure: Error, Hashable, Sendable {
        package let step: Step
        package let errorNumber: Int32

        package init(_ step: Step, errorNumber: Int32) { (self.step, self.errorNumber) = (step, errorNumber) }

        package var reason: String { String(cString: strerror(errorNumber)) }
    }

    /// How often a call is made that signals interrupt: without a bound, they could keep the writer for ever.
    package static let mostTries = 10

    /// Makes a system call, again when a signal interrupts it. Returns what the last one has, with errno.
    package static func call<Result: SignedInteger>(_ body: () -> Result) -> Result {
        var result = body()
        for _ in 1..<mostTries where result < 0 && errno == EINTR { result = body() }
        return result
    }

    /// Waits until the disk has a file, and gives it the name of the one that it replaces. The name is safe only after
    /// `sync(directory:)` or `syncDirectory(of:)`.
    ///
    /// - Parameters:
    ///   - temporary: The name that the file has.
    ///   - directory: An open directory that both names are in; without it, they are paths.
    package static func put(
        _ file: Int32, named temporary: String, inPlaceOf name: String, in directory: Int32? = nil
    ) throws(Failure) {
        let directory = directory ?? AT_FDCWD
        try check(.sync) { fsync(file) }
        try check(.rename) { renameat(directory, temporary, directory, name) }
    }

    /// Waits until the disk knows which files there are in an open directory.
    package static func sync(directory: Int32) throws(Failure) {
        do throws(Failure) {
            try check(.syncDirectory) { fsync(directory) }
        } catch {
            // A file system that knows no fsync of directories.
            if error.errorNumber != EINVAL { throw error }
        }
    }

    /// Waits until the disk knows which files there are in the directory of a file.
    package static func syncDirectory(of path: String) throws(Failure) {
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let directory = try check(.openDirectory) { open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { close(directory) }
        try sync(directory: directory)
    }

    @discardableResult
    private static func check(_ step: Step, _ body: () -> Int32) throws(Failure) -> Int32 {
        let result = call(body)
        guard result >= 0 else { throw Failure(step, errorNumber: errno) }
        return result
    }
}
