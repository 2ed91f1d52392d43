import Foundation

/// A program that answers each line of its input with lines of its own, such as those of GeographicLib.
public enum LineProgram {
    /// It has ended with another status than 0; what it complained of is in the log of the tests.
    public struct Failure: Error {
        public let program: String
        public let status: Int32
    }

    /// The lines of its output. Throws a `Failure`, and what Foundation throws where it cannot be started.
    public static func answers(
        of program: String, _ arguments: [String] = [], to lines: [String] = []
    ) throws -> [Substring] {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let text = lines.map { $0 + "\n" }.joined()
        // It writes while it reads, and a pipe holds little.
        Thread.detachNewThread {
            input.fileHandleForWriting.write(Data(text.utf8))
            try? input.fileHandleForWriting.close()
        }
        let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(program: program, status: process.terminationStatus)
        }
        return answer.split(separator: "\n")
    }
}
