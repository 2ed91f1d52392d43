import ArgumentParser
import Glibc

/// A user of this machine, by the number that the kernel knows.
struct LocalUser {
    let userID: uid_t
    /// The number as text, where there is no name.
    let name: String
    private let primaryGroup: gid_t?

    /// Reads a name or a number. A number needs no user of that name.
    init(_ text: String) throws {
        if let userID = uid_t(text) {
            self.init(userID: userID)
        } else if let entry = getpwnam(text) {
            self.init(entry.pointee)
        } else {
            throw ValidationError("there is no user '\(text)' on this machine: 'getent passwd' lists them")
        }
    }

    init(userID: uid_t) {
        if let entry = getpwuid(userID) {
            self.init(entry.pointee)
        } else {
            self.init(userID: userID, name: "\(userID)", primaryGroup: nil)
        }
    }

    private init(_ entry: passwd) {
        self.init(userID: entry.pw_uid, name: String(cString: entry.pw_name), primaryGroup: entry.pw_gid)
    }

    private init(userID: uid_t, name: String, primaryGroup: gid_t?) {
        self.userID = userID
        self.name = name
        self.primaryGroup = primaryGroup
    }

    /// The groups by the user database. A session that began before a change of it has other ones.
    var groups: Set<gid_t> {
        guard let primaryGroup else { return [] }
        // As many as Linux allows.
        var count: Int32 = 65_536
        var groups = [gid_t](repeating: 0, count: Int(count))
        return getgrouplist(name, primaryGroup, &groups, &count) < 0 ? [] : Set(groups.prefix(Int(max(0, count))))
    }

    /// The groups of this process, by the kernel's word.
    static var groupsOfThisProcess: Set<gid_t> {
        var groups = [gid_t](repeating: 0, count: 65_536)
        let count = getgroups(Int32(groups.count), &groups)
        return Set(groups.prefix(Int(max(0, count))) + [getegid()])
    }

    /// The name of a group, or its number as text.
    static func groupName(_ groupID: gid_t) -> String {
        getgrgid(groupID).map { String(cString: $0.pointee.gr_name) } ?? "\(groupID)"
    }

    /// What keeps the user from a socket, and what to do about it; nil when nothing does, and when that cannot be told.
    func obstacle(at socketPath: String) -> String? {
        var information = stat()
        guard stat(socketPath, &information) == 0, userID != 0, userID != information.st_uid,
            information.st_mode & 0o002 == 0, !groups.contains(information.st_gid)
        else { return nil }
        return Self.obstacle(at: socketPath, ofGroup: Self.groupName(information.st_gid), for: name)
    }

    /// Another group than that of the service may open doors that have nothing to do with it: root's does, and that of a
    /// person who has started a daemon.
    static func obstacle(at socketPath: String, ofGroup group: String, for user: String) -> String {
        guard group == AccessGroup.reduced else {
            return
                "\(user) cannot connect to \(socketPath): it is for its owner and the group \(group). The socket of the"
                + " service is for the group \(AccessGroup.reduced): systemctl enable --now placemarkd.socket"
        }
        return "\(user) cannot connect to \(socketPath) yet: add the user to the group \(group)"
            + " (\(commandToJoin(group, user: user))), and have them log in again"
    }

    /// For root's shell: puts a user into these groups, which are separated by commas.
    static func commandToJoin(_ groups: String, user: String) -> String {
        "usermod --append --groups \(groups) \(user)"
    }
}

/// The groups that the installation makes. Who is in one may ask the daemon.
enum AccessGroup {
    /// For the city and a position to about 3 km.
    static let reduced = "placemark"
    /// For everything.
    static let precise = "placemark-precise"
}
