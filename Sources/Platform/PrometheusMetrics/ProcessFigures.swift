import Files
import Glibc
import PlacemarkModel
import SystemClocks

/// What the kernel says about this process.
package struct ProcessFigures: Hashable, Sendable {
    /// That of mapped files included.
    package var residentMemoryInBytes: Int
    /// User and system.
    package var processorTimeInSeconds: Double
    /// Since 1970.
    package var startTimeInSeconds: Double
    package var openDescriptors: Int?
    package var mostDescriptors: Int?

    /// Reads `/proc/self`; nil where there is none.
    package static func current() -> ProcessFigures? {
        guard
            let bytes = FileContents.read("/proc/self/stat", below: 64 << 10),
            let status = ProcessStatus(parsing: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        let tick = 1 / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        return ProcessFigures(
            residentMemoryInBytes: status.residentPages * sysconf(Int32(_SC_PAGESIZE)),
            processorTimeInSeconds: Double(status.processorTicks) * tick,
            startTimeInSeconds: bootTimeInSeconds + Double(status.startTick) * tick,
            openDescriptors: openDescriptors, mostDescriptors: mostDescriptors)
    }

    /// When the machine was started, by the wall clock as it is set now.
    private static var bootTimeInSeconds: Double {
        Double(WallClock.now.nanosecondsSinceEpoch) / 1e9 - BootClock.now.sinceBoot.inSeconds
    }

    private static var openDescriptors: Int? {
        // Without the directory itself.
        (try? DirectoryNames.read("/proc/self/fd")).map { max(0, $0.count - 1) }
    }

    private static var mostDescriptors: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return Int(exactly: limit.rlim_cur)
    }
}

/// The numbers of `/proc/PID/stat` that are of use here; see proc(5).
struct ProcessStatus: Hashable {
    /// User and system.
    let processorTicks: Int
    /// Since the boot.
    let startTick: Int
    let residentPages: Int

    init?(parsing text: String) {
        // The name of the program, in parentheses, may hold blanks and parentheses.
        guard let name = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: name)...].split(separator: " ")
        // proc(5) counts from 1, and `fields` begins with the third.
        func field(_ number: Int) -> Int? { number - 3 < fields.count ? Int(fields[number - 3]) : nil }
        guard let user = field(14), let system = field(15), let start = field(22), let resident = field(24) else {
            return nil
        }
        processorTicks = user &+ system
        startTick = start
        residentPages = resident
    }
}
