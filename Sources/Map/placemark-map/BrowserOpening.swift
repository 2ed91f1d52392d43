import Glibc

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
        do throws(Failure) { try Self.start("xdg-open", path) } catch {
            unlink(path)
            throw error
        }
    }

    deinit { unlink(path) }

    /// Where only this user may look, and what is in memory alone.
    private static var session: String? { value(of: "XDG_RUNTIME_DIR") }
    private static var temporaryDirectory: String { value(of: "TMPDIR") ?? "/tmp" }

    private static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static func start(_ program: String, _ argument: String) throws(Failure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Standard output is for the address alone.
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
        defer { for word in words { free(word) } }
        var processID: pid_t = 0
        let code = posix_spawnp(&processID, program, &actions, nil, &words, environ)
        // It ends by itself, and as a child that nobody waits for it costs a row of a table.
        guard code == 0 else { throw Failure(description: "\(program): \(String(cString: strerror(code)))") }
    }
}
