import Glibc
import Settings

/// The token of a display that is always on: the first line of a file. It works as long as it stands there.
struct TokenFile: Sendable {
    let path: String
    /// Whether systemd keeps it, for this user alone. What looks like the group's permission there is the mask of an access
    /// list (systemd 254 and later on a tmpfs), so that its mode tells nothing.
    var isCredential = false

    /// Why there is no token.
    struct Problem: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    /// Reads the file, as it is now.
    func read() throws(Problem) -> Secret {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Problem(
                description:
                    "\(path): \(String(cString: strerror(errno))); \"placemark-map --new-token\" prints a"
                    + " token for this file")
        }
        guard isCredential || status.st_mode & (S_IRWXG | S_IRWXO) == 0 else {
            throw Problem(
                description:
                    "\(path): others may use this file, and with it the map; use chmod 600, and take a new"
                    + " token")
        }
        guard let bytes = try? ConfigurationFile.read(path, maximumBytes: 4096) else {
            throw Problem(description: "\(path): expected a small file that this program may read")
        }
        let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
        guard let token = Secret(line) else {
            throw Problem(
                description:
                    "\(path): expected a first line of \(Secret.shortest) to \(Secret.longest) letters, digits, -"
                    + " and _, such as \"placemark-map --new-token\" prints")
        }
        return token
    }
}
