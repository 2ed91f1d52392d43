import Dispatch
@preconcurrency import Glibc

/// The streams of this process, beside what `print` does.
enum Terminal {
    static func error(_ text: String, terminator: String = "\n") { fputs(text + terminator, stderr) }

    /// Says on standard error what is wrong.
    static func complain(_ text: String) { error("placemarkctl: " + text) }

    /// Writes to standard output, and does not wait until there is more.
    static func write(_ bytes: some Sequence<UInt8>) throws(CommandFailure) {
        let bytes = Array(bytes)
        guard fwrite(bytes, 1, bytes.count, stdout) == bytes.count, fflush(stdout) == 0 else {
            if errno == EPIPE { endByBrokenPipe() }
            throw CommandFailure("standard output: \(String(cString: strerror(errno)))", exitStatus: EX_IOERR)
        }
    }

    static func write(_ text: String) throws(CommandFailure) { try write(text.utf8) }

    /// Ends this program when the reader of its pipe has gone, as `… | head` does, also while there is nothing to write.
    ///
    /// The signal for it comes with a write only, and NIO ignores it from the first socket on.
    static func endWithReader() {
        signal(SIGPIPE, SIG_DFL)
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
        // A thread of its own: it waits for ever.
        DispatchQueue(label: "reader of the output").async {
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&output, 1, -1) < 0, errno == EINTR {}
            // Of a pipe that is written to, the only thing that can happen unasked.
            if output.revents & Int16(POLLERR) != 0 { endByBrokenPipe() }
        }
    }

    /// Ends this program as the signal does: without a word, with the status that a shell expects.
    private static func endByBrokenPipe() -> Never {
        signal(SIGPIPE, SIG_DFL)
        // To the whole process: a thread may have blocked it for itself.
        kill(getpid(), SIGPIPE)
        Glibc._exit(128 + SIGPIPE)
    }

    static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether to colour what goes to standard output: a terminal that can, unless NO_COLOR is set (no-color.org).
    static var isColoured: Bool {
        let noColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let isDumb = getenv("TERM").map { strcmp($0, "dumb") == 0 } ?? true
        return isOutputTerminal && !noColour && !isDumb
    }
}
