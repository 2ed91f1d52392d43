import Files
import Glibc
import PlacemarkModel

extension TrackFiles {
    /// What an earlier run has left.
    struct Found: Sendable {
        var chunks: [TrackChunks.Chunk] = []
        /// What was not as it should be, for the log.
        var complaints: [String] = []
    }

    /// Looks at all files: cuts off torn ends, sets aside what is not a track, and says what is there.
    func load(at now: BootInstant) throws(AtomicFile.WriteError) -> Found {
        var found = Found()
        let directory: Int32
        do throws(AtomicFile.WriteError) {
            directory = try chunks.open(creating: false)
        } catch {
            if error.errorNumber == ENOENT { return found }
            throw error
        }
        defer { close(directory) }
        for name in try names().sorted() {
            if let number = chunks.number(of: name) {
                try load(number, in: directory, at: now, into: &found)
            } else if let number = chunksSetAside.number(of: name) {
                var status = stat()
                guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
                found.chunks.append(setAside(number, byteCount: Int(status.st_size), at: now))
            }
        }
        found.chunks.sort { $0.number < $1.number }
        return found
    }

    private func load(
        _ number: Int, in directory: Int32, at now: BootInstant, into found: inout Found
    ) throws(AtomicFile.WriteError) {
        let file = openat(directory, chunks.name(number), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if file < 0, errno != ELOOP, errno != EISDIR { throw chunks.failure("open", number) }
        defer { if file >= 0 { close(file) } }
        var status = stat()
        guard file >= 0, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            found.complaints.append("\(path)/\(chunks.name(number)) is not a plain file, and is left alone")
            found.chunks.append(setAside(number, byteCount: 0, at: now))
            return
        }
        let size = Int(status.st_size)
        guard size >= TrackHeader.bytes.count else {
            // The power went before the header was there.
            unlinkat(directory, chunks.name(number), 0)
            return
        }
        guard Self.read(file, at: 0, count: TrackHeader.bytes.count) == TrackHeader.bytes else {
            guard renameat(directory, chunks.name(number), directory, chunksSetAside.name(number)) == 0 else {
                throw chunks.failure("rename", number)
            }
            found.complaints.append("\(path)/\(chunks.name(number)) is not a track, and is set aside as *.damaged")
            found.chunks.append(setAside(number, byteCount: size, at: now))
            return
        }
        // A file that somebody has copied here may have any mode: it is for this user alone.
        fchmod(file, 0o600)
        let scan = Self.scan(file, size: size)
        if scan.damagedRecords > 0 {
            found.complaints.append(
                "\(path)/\(chunks.name(number)): \(scan.damagedRecords) damaged positions are left out")
        }
        if size > scan.end, ftruncate(file, off_t(scan.end)) != 0 { throw chunks.failure("ftruncate", number) }
        var chunk = TrackChunks.Chunk(
            number: number, byteCount: scan.end, openedAt: now, writtenAt: now, times: scan.times)
        chunk.isInherited = true
        found.chunks.append(chunk)
    }

    private func setAside(_ number: Int, byteCount: Int, at now: BootInstant) -> TrackChunks.Chunk {
        var chunk = TrackChunks.Chunk(number: number, byteCount: byteCount, openedAt: now, writtenAt: now, times: nil)
        (chunk.isInherited, chunk.isSetAside) = (true, true)
        return chunk
    }

    /// Reads all records. `end` is behind the last good one; damaged ones before it are counted.
    private static func scan(_ file: Int32, size: Int) -> (
        end: Int, damagedRecords: Int, times: ClosedRange<Timestamp>?
    ) {
        var (end, damaged, damagedAtEnd) = (TrackHeader.bytes.count, 0, 0)
        var times: ClosedRange<Timestamp>?
        var offset = end
        while offset < size {
            let bytes = read(file, at: offset, count: TrackRecord.byteCount * 1024)
            guard bytes.count >= TrackRecord.byteCount else { break }
            for start in stride(from: 0, through: bytes.count - TrackRecord.byteCount, by: TrackRecord.byteCount) {
                offset += TrackRecord.byteCount
                guard let point = TrackRecord.decode(bytes[start..<start + TrackRecord.byteCount]) else {
                    damagedAtEnd += 1
                    continue
                }
                (end, damaged, damagedAtEnd) = (offset, damaged + damagedAtEnd, 0)
                times = times.union(point.timestamp.map { $0...$0 })
            }
        }
        return (end, damaged, times)
    }
}
