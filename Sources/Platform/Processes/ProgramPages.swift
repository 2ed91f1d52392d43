import Files
import Glibc

/// The memory that the program's own code takes, and that of its libraries.
///
/// Linux maps 64 KiB and more around each page that is needed: after its start the program seems to take 11 MB that it never
/// needs again.
package enum ProgramPages {
    /// Far more than there are libraries.
    private static let longestMaps = 1 << 20

    /// Gives back all pages of code and constants. Those that are needed again are there at once, from the kernel's copies of
    /// the files: a few hundred page faults, less than a millisecond.
    package static func giveBack() {
        guard let maps = FileContents.read("/proc/self/smaps", below: longestMaps) else { return }
        for range in unchanged(in: String(decoding: maps, as: UTF8.self)) {
            // One that cannot be given back stays.
            madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), Int(range.count), MADV_DONTNEED)
        }
    }

    /// Where files are mapped as they are on the disk, by `/proc/self/smaps`; see proc_pid_smaps(5).
    ///
    /// Only what may not be written, and of which no page is the process's own: the linker has written into some at the start
    /// and protected them then, and that would be lost.
    static func unchanged(in smaps: String) -> [Range<UInt>] {
        var ranges: [Range<UInt>] = []
        var mapping: Range<UInt>?
        for line in smaps.split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 5)
            if fields.first?.last != ":" {
                mapping = fileMapping(fields)
            } else if fields.count >= 2, fields[0] == "Anonymous:", fields[1] == "0", let unchanged = mapping {
                ranges.append(unchanged)
                mapping = nil
            }
        }
        return ranges
    }

    /// - Parameter fields: of a mapping's first line: ends, rights, offset, device, inode, path.
    private static func fileMapping(_ fields: [Substring]) -> Range<UInt>? {
        guard fields.count == 6, ["r-xp", "r--p"].contains(fields[1]),
            fields[5].drop(while: { $0 == " " }).first == "/"
        else { return nil }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }
}
