import Foundation

/// A program that answers each line of its input with one line, such as those of GeographicLib.
enum LineProgram {
    /// The lines of its output.
    static func answers(of program: String, _ arguments: [String], to lines: [String]) throws -> [Substring] {
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
        return answer.split(separator: "\n")
    }
}
