internal import Glibc

/// Whether a descriptor leads to the journal, so that a line may begin with its priority (`<6>`, sd-daemon(3)).
///
/// systemd names the device and inode of its stream in JOURNAL_STREAM (systemd.exec(5)). A service whose output was
/// redirected has the variable too, therefore the descriptor itself is compared.
public func isJournal(stream descriptor: Int32, environment: [String: String]) -> Bool {
    guard let parts = environment["JOURNAL_STREAM"]?.split(separator: ":", omittingEmptySubsequences: false),
        parts.count == 2, let device = decimal(String(parts[0]), as: UInt64.self),
        let inode = decimal(String(parts[1]), as: UInt64.self)
    else { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
}
