import Glibc
import Processes

/// Opens an address in the user's browser, as the desktop has it set.
///
/// Every user of the machine sees the arguments of every program, and the address holds a token. So the browser is given a
/// file that leads to the address, which only this user may read. It goes when the map does; by then the token is used or dead.
final class BrowserOpening: Sendable {
    /// Why the browser could not be asked.
    struct Failure: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    private let path: String

    /// - Parameter directory: where the file goes; that of the user's session when there is one.
    init(
        of address: String, in directory: String = session ?? temporaryDirectory
    ) throws(Failure) {
        var template = Array("\(directory)/placemark-map-XXXXXX.html".utf8CString)
        let descriptor = mkstemps(&template, 5)
        path = template.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
        guard descriptor >= 0 else { throw Failure(description: "\(directory): \(String(cString: strerror(errno)))") }
        // An address of ours needs no escaping: a host, a port, and letters and digits.
        let text = """
            <!doctype html>
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(address)">
            <title>placemarkd map</title>
            <a href="\(address)">The map</a>

            """
        let isWritten = write(descriptor, text, text.utf8.count) == text.utf8.count
        let reason = String(cString: strerror(errno))
        close(descriptor)
        guard isWritten else {
            unlink(path)
            throw Failure(description: "\(path): \(reason)")
        }
        do throws(ChildProgram.Failure) {
            // Standard output is for the address alone. It ends by itself, and as a child that nobody waits for it costs a row
            // of a table.
            _ = try ChildProgram(
                "xdg-open", [path], input: .inherited, output: .descriptor(STDERR_FILENO), errors: .inherited)
        } catch {
            unlink(path)
            throw Failure(description: "xdg-open: \(String(cString: strerror(error.errorNumber)))")
        }
    }

    deinit { unlink(path) }

    /// Where only this user may look, and what is in memory alone.
    private static var session: String? { value(of: "XDG_RUNTIME_DIR") }
    private static var temporaryDirectory: String { value(of: "TMPDIR") ?? "/tmp" }

    private static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
