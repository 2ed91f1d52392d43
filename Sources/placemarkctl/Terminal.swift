@preconcurrency import Glibc

/// The streams of this process, beside what `print` does.
enum Terminal {
    static func error(_ text: String, terminator: String = "\n") { fputs(text + terminator, stderr) }

    /// Writes to standard output, and does not wait until there is more.
    static func write(_ bytes: [UInt8]) throws(CommandFailure) {
        guard fwrite(bytes, 1, bytes.count, stdout) == bytes.count, fflush(stdout) == 0 else {
            throw CommandFailure("standard output: \(String(cString: strerror(errno)))", exitStatus: EX_IOERR)
        }
    }

    /// Hands each line to a pipe's reader at once.
    static func flushEachLine() { setvbuf(stdout, nil, _IOLBF, 0) }

    static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether to colour what goes to standard output: a terminal that can, unless NO_COLOR is set (no-color.org).
    static var isColoured: Bool {
        let noColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let isDumb = getenv("TERM").map { strcmp($0, "dumb") == 0 } ?? true
        return isOutputTerminal && !noColour && !isDumb
    }
}
