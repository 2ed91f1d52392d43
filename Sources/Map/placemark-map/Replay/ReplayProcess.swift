import Glibc
import Processes

/// `placemarkctl replay` at work on a recording: a process of its own, so that nothing that a recording makes of it meets the
/// map.
struct ReplayProcess: Sendable {
    /// What it writes.
    let output: Int32
    private let child: ChildProgram
    private let errors: UnlinkedFile

    /// - Parameters:
    ///   - program: the path of placemarkctl.
    ///   - recording: its standard input.
    ///   - arguments: behind `replay - --progress`.
    init(program: String, recording: UnlinkedFile, arguments: [String]) throws(UnlinkedFile.Failure) {
        errors = try UnlinkedFile()
        do throws(ChildProgram.Failure) {
            let pipe = try ChildProgram.pipe()
            defer { close(pipe.writing) }
            do throws(ChildProgram.Failure) {
                child = try ChildProgram(
                    program, ["replay", "-", "--progress"] + arguments, input: .descriptor(recording.descriptor),
                    output: .descriptor(pipe.writing), errors: .descriptor(errors.descriptor))
            } catch {
                close(pipe.reading)
                throw error
            }
            output = pipe.reading
        } catch {
            throw UnlinkedFile.Failure(directory: program, errorNumber: error.errorNumber)
        }
    }

    /// Ends it, unless it has ended. To be called before `wait`.
    func kill() { child.kill() }

    /// Waits for its end. Returns why it has failed; nil when it has not.
    func wait() -> String? {
        guard child.wait() != 0 else { return nil }
        return Self.complaint(String(decoding: errors.end(4096), as: UTF8.self))
    }

    /// What its errors come to.
    static func complaint(_ errors: String) -> String {
        // The lines about damage come first; the last one says why there is no more.
        let last = errors.split(separator: "\n").last.map(String.init)
        return plain(last ?? "placemarkctl replay has ended and said nothing")
    }

    /// Without the name of the program, and that of its input, which is no file of the user's.
    static func plain(_ line: String) -> String {
        var line = line[...]
        for prefix in ["placemarkctl: ", "-: "] where line.hasPrefix(prefix) { line = line.dropFirst(prefix.count) }
        return String(line)
    }
}
