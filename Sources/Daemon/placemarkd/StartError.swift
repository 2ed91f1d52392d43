import Gazetteer
import Glibc
import Publishing
import Systemd

/// Why the daemon cannot start. Each says what to do.
enum StartError: Error, CustomStringConvertible {
    case gazetteer(GazetteerError)
    case socket(SocketListener.ListenError)
    case activation(SocketActivationError)
    case notify(NotifyError)
    case directory(path: String, reason: String)
    case sharing(String, reason: String)

    var description: String {
        switch self {
        case .gazetteer(let error): error.description
        case .socket(let error): error.description
        case .activation(let error): error.description
        case .notify(let error): error.description
        case .sharing(let path, let reason): "\(path): the group placemark-precise cannot be let in: \(reason)"
        case .directory(let path, let reason):
            "cannot make the directory \(path): \(reason); --state-directory chooses another, and in a unit it needs a"
                + " ReadWritePaths= (\"systemctl edit placemarkd\")"
        }
    }

    /// In the terms of <sysexits.h>.
    var exitStatus: Int32 {
        switch self {
        case .gazetteer: EX_NOINPUT
        case .socket(.alreadyServed): EX_TEMPFAIL
        case .socket, .directory, .sharing: EX_CANTCREAT
        case .activation, .notify: EX_OSERR
        }
    }
}
