internal import Glibc

/// A descriptor that takes the lines of a log. Nothing waits for it: a reader that has stopped must not stop the
/// service. Lines that find no room are lost, and the next one that finds some says how many.
public struct LogStream: Sendable {
    private let descriptor: Int32
    /// How the lines of the program begin, without a journal.
    private let name: String
    private let isJournal: Bool
    private var lostLines = 0

    /// A pipe with room takes so many bytes at once and whole (PIPE_BUF, pipe(7)).
    static let longestLineInBytes = 4096

    /// - Parameter environment: with JOURNAL_STREAM, when systemd has set it.
    public init(_ descriptor: Int32, name: String, environment: [String: String]) {
        self.descriptor = descriptor
        self.name = name
        isJournal = Systemd.isJournal(stream: descriptor, environment: environment)
    }

    /// Writes each line of a text by itself, because the journal takes each for an entry.
    ///
    /// - Parameters:
    ///   - level: the name of the priority.
    ///   - priority: 0…7, as syslog(3) has them.
    ///   - patience: how long to wait for room, in milliseconds. Only a program that ends anyway should.
    public mutating func write(_ text: String, level: String, priority: Int, patienceInMilliseconds patience: Int32 = 0)
    {
        for line in text.split(separator: "\n") {
            if lostLines > 0 {
                let report = "\(lostLines) lines of the log are lost: nobody read them"
                guard put(report, level: "warning", priority: 4, patience) else {
                    lostLines += 1
                    continue
                }
                lostLines = 0
            }
            if !put(line, level: level, priority: priority, patience) { lostLines += 1 }
        }
    }

    /// Returns whether the line could be written, whole and at once.
    private func put(_ line: some StringProtocol, level: String, priority: Int, _ patience: Int32) -> Bool {
        var bytes = Array((isJournal ? "<\(priority)>" : "\(name): \(level): ").utf8)
        bytes += line.utf8.prefix(Self.longestLineInBytes - bytes.count - 1)
        bytes.append(UInt8(ascii: "\n"))
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let hasRoom = poll(&room, 1, patience) == 1 && room.revents & Int16(POLLOUT) != 0
        // The journal's is a socket, which need not be asked first.
        let sent = send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        if sent >= 0 || errno != ENOTSOCK { return sent == bytes.count }
        return hasRoom && Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    }
}

/// Whether a descriptor leads to the journal, so that a line may begin with its priority (`<6>`, sd-daemon(3)).
///
/// systemd names the device and inode of its stream in JOURNAL_STREAM (systemd.exec(5)). A service whose output was
/// redirected has the variable too, therefore the descriptor itself is compared.
func isJournal(stream descriptor: Int32, environment: [String: String]) -> Bool {
    guard let parts = environment["JOURNAL_STREAM"]?.split(separator: ":", omittingEmptySubsequences: false),
        parts.count == 2, let device = decimal(String(parts[0]), as: UInt64.self),
        let inode = decimal(String(parts[1]), as: UInt64.self)
    else { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
}
