import Files
import Glibc

/// Starts a program of the map in the place of this one: Ctrl-C, the terminal and the exit status are its own. Throws what to
/// install when it is not there.
func becomeMapProgram(_ name: String, _ arguments: [String]) throws(CommandFailure) -> Never {
    let path = InstalledPaths.own.childProgram(name)
    guard access(path, X_OK) == 0 else {
        throw CommandFailure("there is no \(path); install the package placemark-map", exitStatus: EX_UNAVAILABLE)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    execv(path, &words)
    throw CommandFailure("\(path): \(String(cString: strerror(errno)))", exitStatus: EX_UNAVAILABLE)
}
