import Glibc
import Synchronization

/// Keeps the process alive when a mapped file is cut short under it.
///
/// Reading a page that the file no longer has raises SIGBUS. The handler, installed with the first guard, puts a page
/// of zeros there, and the read goes on; the guard remembers that it struck. (systemd reads its journals the same way:
/// `sigbus.c`.) A SIGBUS anywhere else is left to the handler before.
struct TruncationGuard: Sendable {
    /// One watched mapping. Rows are never freed, for the handler may be reading them, but used again.
    private struct Row: ~Copyable {
        let isTaken = Atomic(false)
        let start = Atomic<UInt>(0)
        let end = Atomic<UInt>(0)
        let hasStruck = Atomic(false)
        let next: UnsafeMutablePointer<Row>?

        init(next: UnsafeMutablePointer<Row>?) { self.next = next }
    }

    // Unsafe only in that pointers are not Sendable: see `row`.
    private nonisolated(unsafe) static let rows = Atomic<UnsafeMutablePointer<Row>?>(nil)

    // Points to a row that is never freed, and all of whose parts are atomic.
    private nonisolated(unsafe) let row: UnsafeMutablePointer<Row>

    /// Watches a mapping until `stop`, which must come before it is unmapped.
    init(watching bytes: UnsafeRawBufferPointer) {
        SIGBUSHandler.install
        row = Self.freeRow()
        let start = UInt(bitPattern: bytes.baseAddress)
        row.pointee.hasStruck.store(false, ordering: .relaxed)
        row.pointee.start.store(start, ordering: .relaxed)
        row.pointee.end.store(start + UInt(bytes.count), ordering: .releasing)
    }

    /// Whether a page was missing.
    var hasStruck: Bool { row.pointee.hasStruck.load(ordering: .relaxed) }

    func stop() {
        row.pointee.end.store(0, ordering: .releasing)
        row.pointee.isTaken.store(false, ordering: .releasing)
    }

    private static func freeRow() -> UnsafeMutablePointer<Row> {
        var candidate = rows.load(ordering: .acquiring)
        while let row = candidate {
            if !row.pointee.isTaken.exchange(true, ordering: .acquiring) { return row }
            candidate = row.pointee.next
        }
        let row = UnsafeMutablePointer<Row>.allocate(capacity: 1)
        while true {
            let first = rows.load(ordering: .acquiring)
            row.initialize(to: Row(next: first))
            row.pointee.isTaken.store(true, ordering: .relaxed)
            if rows.compareExchange(expected: first, desired: row, ordering: .acquiringAndReleasing).exchanged {
                return row
            }
            row.deinitialize(count: 1)
        }
    }

    /// Called in a signal handler: no allocation, no lock, no reference counting.
    ///
    /// Returns false when the address is not watched.
    fileprivate static func replacePage(at address: UInt, pageByteCount: UInt) -> Bool {
        var candidate = rows.load(ordering: .acquiring)
        while let row = candidate {
            let end = row.pointee.end.load(ordering: .acquiring)
            let start = row.pointee.start.load(ordering: .relaxed)
            // The last page belongs to the mapping as a whole.
            if address >= start, end > 0, address < (end + pageByteCount - 1) & ~(pageByteCount - 1) {
                let page = UnsafeMutableRawPointer(bitPattern: address & ~(pageByteCount - 1))
                let zeros = mmap(
                    page, Int(pageByteCount), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
                guard zeros == page else { return false }
                row.pointee.hasStruck.store(true, ordering: .relaxed)
                return true
            }
            candidate = row.pointee.next
        }
        return false
    }
}

/// The process's handler of SIGBUS.
private enum SIGBUSHandler {
    // Both are set before the handler is there, and never again.
    private nonisolated(unsafe) static var previous = sigaction()
    private nonisolated(unsafe) static var pageByteCount: UInt = 0

    /// Installs the handler, once.
    static let install: Void = {
        pageByteCount = UInt(sysconf(Int32(_SC_PAGESIZE)))
        sigaction(SIGBUS, nil, &previous)
        var action = sigaction()
        action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK
        action.__sigaction_handler.sa_sigaction = { _, information, _ in
            let savedErrno = errno
            defer { errno = savedErrno }
            if let information, information.pointee.si_code == BUS_ADRERR,
                let address = information.pointee._sifields._sigfault.si_addr,
                TruncationGuard.replacePage(at: UInt(bitPattern: address), pageByteCount: SIGBUSHandler.pageByteCount)
            {
                return
            }
            // Not ours. The faulting read happens again after the return, and meets the handler that was there before;
            // a signal that somebody sent does not come again by itself.
            sigaction(SIGBUS, &SIGBUSHandler.previous, nil)
            if let information, information.pointee.si_code <= 0 { raise(SIGBUS) }
        }
        sigaction(SIGBUS, &action, nil)
    }()
}
