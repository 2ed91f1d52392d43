import Glibc

/// A program of the system that is asked something, and its answer.
package struct ProgramCall {
    /// -1 where the program is not there, or a signal has ended it.
    package let exitStatus: Int32
    /// The first `mostBytes` of its standard output.
    package let output: String

    /// No answer that anybody asks for here is longer.
    private static let mostBytes = 64 * 1024

    /// Runs a program that is looked up in PATH, to its end, without input; what it complains of is not shown. Blocks.
    package init(_ program: String, _ arguments: [String]) {
        guard let (reading, writing) = try? ChildProgram.pipe() else {
            (exitStatus, output) = (-1, "")
            return
        }
        defer { close(reading) }
        let child = try? ChildProgram(program, arguments, output: .descriptor(writing), errors: .null)
        close(writing)
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while child != nil {
            let count = read(reading, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            text += buffer[..<min(count, Self.mostBytes - text.count)]
        }
        exitStatus = child?.wait() ?? -1
        output = String(decoding: text, as: UTF8.self)
    }
}
