internal import CLinux
internal import Glibc

/// The user as whom the service runs, for checks that root makes: root may read everything, and the service may not.
public struct ServiceUser: Hashable, Sendable {
    public let name: String
    let user: uid_t
    let group: gid_t
    /// All of them, with the one above.
    let groups: [gid_t]

    /// The user of this name; nil when this machine has none.
    public init?(named name: String) {
        // Room for a long line of /etc/passwd.
        var (entry, found, buffer) = (
            passwd(), UnsafeMutablePointer<passwd>?.none, [CChar](repeating: 0, count: 16_384)
        )
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        var groups = [gid_t](repeating: 0, count: 1024)
        var count = Int32(groups.count)
        guard getgrouplist(name, entry.pw_gid, &groups, &count) >= 0 else { return nil }
        self.name = name
        user = entry.pw_uid
        group = entry.pw_gid
        self.groups = Array(groups.prefix(Int(count)))
    }

    /// Whether this process can check as this user would: it is this user's, or root's.
    public var canBeTried: Bool { geteuid() == 0 || geteuid() == user }

    /// As whom a check for a service reads, in words: as the service's user, or as the present one where that is impossible.
    /// Nil when this machine has no such user.
    public static func reader(for name: String) -> String? {
        guard let user = ServiceUser(named: name) else { return nil }
        return user.canBeTried ? "the service's user, \(user.name)," : "your user (the service has its own; try sudo)"
    }

    /// Does something with what this user may do to files, and nothing more. Only on this thread, so `body` must do it all
    /// itself; everything but files stays as it is.
    ///
    /// Does it as this process may when it is not root's.
    public func perform<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        guard geteuid() == 0 else { return try body() }
        var before = [gid_t](repeating: 0, count: 1024)
        let count = getgroups(Int32(before.count), &before)
        let beforeGroup = getegid()
        guard count >= 0, clinux_use_files_as(user, group, groups, groups.count) == 0 else { return try body() }
        defer {
            // It could before, and has lost nothing but its rights to files.
            let result = clinux_use_files_as(0, beforeGroup, before, Int(count))
            precondition(result == 0, "root cannot become root again")
        }
        return try body()
    }
}
