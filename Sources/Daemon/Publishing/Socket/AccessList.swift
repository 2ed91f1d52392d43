import CLinux
import Glibc

/// The access list of a file (acl(5)): it lets a second group in beside the file's own.
///
/// Written by the system call, because the program setfacl(1) is missing on most boxes. Only the file's owner may do it, and
/// root.
public enum AccessList {
    /// Lets the members of a group connect to a socket, beside those whom its mode lets in.
    ///
    /// - Returns: 0, or the errno: EOPNOTSUPP where the file system has no access lists.
    public static func admit(_ group: UInt32, toSocketAt path: String) -> Int32 {
        var information = stat()
        guard lstat(path, &information) == 0 else { return errno }
        guard information.st_mode & S_IFMT == S_IFSOCK else { return ENOTSOCK }
        return set("access", of: path, bytes(mode: information.st_mode, admitting: group, to: readAndWrite))
    }

    /// Lets the members of a group do in a directory what the directory's own group may do there, and read the files that
    /// are made in it from now on, as far as their modes let their own group read them. No mode becomes wider by it.
    ///
    /// - Returns: 0, or the errno: EOPNOTSUPP where the file system has no access lists.
    public static func admit(_ group: UInt32, toDirectoryAt path: String) -> Int32 {
        var information = stat()
        guard lstat(path, &information) == 0 else { return errno }
        guard information.st_mode & S_IFMT == S_IFDIR else { return ENOTDIR }
        let permissions = UInt16(information.st_mode >> 3 & 7)
        let code = set("access", of: path, bytes(mode: information.st_mode, admitting: group, to: permissions))
        guard code == 0 else { return code }
        // What may be looked at in the directory may be read in it.
        let readable = information.st_mode & 0o444 | 0o200
        return set("default", of: path, bytes(mode: readable, admitting: group, to: permissions & read))
    }

    private static let (read, readAndWrite): (UInt16, UInt16) = (4, 6)

    /// The kernel's form of a list: what the mode says, and the permissions of the group (linux/posix_acl_xattr.h).
    static func bytes(mode: mode_t, admitting group: UInt32, to permissions: UInt16) -> [UInt8] {
        let nobody = UInt32.max
        let entries: [(tag: UInt16, permissions: UInt16, id: UInt32)] = [
            (0x01, UInt16(mode >> 6 & 7), nobody),  // the owner
            (0x04, UInt16(mode >> 3 & 7), nobody),  // the file's group
            (0x08, permissions, group),
            (0x10, UInt16(mode >> 3 & 7) | permissions, nobody),  // the most that any group may
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

    private static func set(_ kind: String, of path: String, _ list: [UInt8]) -> Int32 {
        lsetxattr(path, "system.posix_acl_\(kind)", list, list.count, 0) == 0 ? 0 : errno
    }
}
