/// Which boot of the machine this is: boot-time instants mean something within one boot only.
enum BootIdentity {
    /// The kernel's random identity of this boot; empty where it cannot be read.
    static var current: String {
        String(decoding: FileContents.read("/proc/sys/kernel/random/boot_id", below: 4096) ?? [], as: UTF8.self)
    }
}
