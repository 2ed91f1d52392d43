import CLinux
import Glibc

/// The access list of a file (acl(5)): it lets a second group in beside the file's own.
///
/// Written by the system call, because the program setfacl(1) is missing on most boxes.
public enum AccessList {
    /// Lets the members of a group connect to a socket, with whom its mode lets in already. Only the file's owner may, and
    /// root.
    ///
    /// - Returns: 0, or the errno: EOPNOTSUPP where the file system has no access lists.
    public static func admit(_ group: UInt32, toSocketAt path: String) -> Int32 {
        var information = stat()
        guard lstat(path, &information) == 0 else { return errno }
        guard information.st_mode & S_IFMT == S_IFSOCK else { return ENOTSOCK }
        let value = bytes(mode: information.st_mode, admitting: group)
        let result = lsetxattr(path, "system.posix_acl_access", value, value.count, 0)
        return result == 0 ? 0 : errno
    }

    /// The kernel's form of a list: what the mode says, and reading and writing for the group (linux/posix_acl_xattr.h).
    static func bytes(mode: mode_t, admitting group: UInt32) -> [UInt8] {
        let nobody = UInt32.max
        let readAndWrite: UInt16 = 6
        let entries: [(tag: UInt16, permissions: UInt16, id: UInt32)] = [
            (0x01, UInt16(mode >> 6 & 7), nobody),  // the owner
            (0x04, UInt16(mode >> 3 & 7), nobody),  // the file's group
            (0x08, readAndWrite, group),
            (0x10, UInt16(mode >> 3 & 7) | readAndWrite, nobody),  // the most that any group may
            (0x20, UInt16(mode & 7), nobody),  // all others
        ]
        var bytes: [UInt8] = []
        func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
        append(UInt32(2))  // the version of the form
        for entry in entries {
            append(entry.tag)
            append(entry.permissions)
            append(entry.id)
        }
        return bytes
    }
}
