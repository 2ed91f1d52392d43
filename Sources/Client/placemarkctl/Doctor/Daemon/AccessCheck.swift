import Glibc

/// What the user who asks may know, and why.
struct AccessCheck {
    /// One of the two groups that give access.
    struct Group: Equatable {
        let exists: Bool
        /// This process has it, by the kernel's word.
        let isInProcess: Bool
        /// The user has it, by the group file; a session that began before does not.
        let isInDatabase: Bool
    }

    let user: String
    let isRoot: Bool
    /// The socket belongs to this user, as a daemon does that the user has started.
    let ownsSocket: Bool
    /// The mode of the socket and its access list let this process connect; true without a socket, too.
    let mayConnect: Bool
    let reduced: Group
    let precise: Group

    var finding: DoctorFinding {
        if isRoot { return .ok(.access, "root may know everything") }
        if ownsSocket { return .ok(.access, "\(user), the daemon's own user, may know everything") }
        guard reduced.exists else {
            return .wrong(
                .access, "there is no group \(AccessGroup.reduced): only root and the daemon's own user may ask.",
                advice: "The installation brings a file that makes the groups; then join:", "sudo systemd-sysusers",
                join(AccessGroup.reduced))
        }
        if precise.isInProcess {
            if mayConnect { return .ok(.access, "\(user) may know everything (\(AccessGroup.precise))") }
            if !reduced.isInDatabase {
                return .wrong(
                    .access,
                    "\(user) is in \(AccessGroup.precise), and this socket lets in \(AccessGroup.reduced) only.",
                    advice: "Join that group too, and log in again:", join(AccessGroup.reduced))
            }
        }
        if precise.isInDatabase, !precise.isInProcess { return freshSession(AccessGroup.precise) }
        if reduced.isInProcess {
            return .ok(.access, "\(user) may know the city and a position to about 3 km (\(AccessGroup.reduced))")
        }
        if reduced.isInDatabase { return freshSession(AccessGroup.reduced) }
        return .wrong(
            .access, "\(user) is neither in \(AccessGroup.reduced) nor in \(AccessGroup.precise).",
            advice:
                "For the city and a position to about 3 km, join the first; for everything, the second. Then log in again:",
            join(AccessGroup.reduced), join(AccessGroup.precise))
    }

    private func freshSession(_ group: String) -> DoctorFinding {
        .wrong(
            .access, "\(user) is in the group \(group), and this session began before that.",
            advice: "Log out and in again; or, for one shell:", "newgrp \(group)")
    }

    private func join(_ groups: String) -> String { "sudo " + LocalUser.commandToJoin(groups, user: user) }
}

extension AccessCheck {
    static func observe(socket path: String) -> AccessCheck {
        let user = LocalUser(userID: geteuid())
        let (inProcess, inDatabase) = (LocalUser.groupsOfThisProcess, user.groups)
        func group(_ name: String) -> Group {
            guard let entry = getgrnam(name) else {
                return Group(exists: false, isInProcess: false, isInDatabase: false)
            }
            let groupID = entry.pointee.gr_gid
            return Group(
                exists: true, isInProcess: inProcess.contains(groupID), isInDatabase: inDatabase.contains(groupID))
        }
        var status = stat()
        let exists = stat(path, &status) == 0
        return AccessCheck(
            user: user.name, isRoot: user.userID == 0, ownsSocket: exists && status.st_uid == user.userID,
            mayConnect: !exists || access(path, W_OK) == 0, reduced: group(AccessGroup.reduced),
            precise: group(AccessGroup.precise))
    }
}
