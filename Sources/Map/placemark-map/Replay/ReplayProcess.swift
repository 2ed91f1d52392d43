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

    /// Waits for its end. Returns why it has failed, for a person; nil when it has not.
    func wait() -> String? {
        guard child.wait() != 0 else { return nil }
        let text = String(decoding: errors.end(4096), as: UTF8.self)
        // The lines about damage come first; the last one says why there is no more.
        let line = text.split(separator: "\n").last.map(String.init) ?? "placemarkctl replay has ended and said nothing"
        return Self.plain(line)
    }

    /// Without the name of the program, and that of its input, which is no file of the user's.
    static func plain(_ line: String) -> String {
        var line = line[...]
        for prefix in ["placemarkctl: ", "-: "] where line.hasPrefix(prefix) { line = line.dropFirst(prefix.count) }
        return String(line)
    }
}
