import Glibc
import PlacemarkModel

@testable import Gazetteer

// A libFuzzer target: damages a real world file while it is mapped, and asks it everything. `Scripts/fuzz` builds and
// runs it, under AddressSanitizer. An input is a spot to ask at, and up to 1,000 changes of single bytes; they go where
// an undamaged lookup at the spot has read, for elsewhere they would change nothing.

/// A copy of the world file that nobody else sees, and that can be changed under the reader's feet.
private struct World {
    static let pageByteCount = 4096

    let path: String
    let descriptor: CInt
    let byteCount: Int

    init() {
        guard let source = getenv("WORLD").map({ String(cString: $0) }) else { fatalError("WORLD= names no file") }
        var name = Array("/tmp/gazetteer-fuzz-XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        unlink(name)
        path = "/proc/self/fd/\(descriptor)"
        let original = Glibc.open(source, O_RDONLY)
        var status = stat()
        guard original >= 0, descriptor >= 0, fstat(original, &status) == 0 else { fatalError("cannot read \(source)") }
        byteCount = Int(status.st_size)
        guard sendfile(descriptor, original, nil, byteCount) == byteCount else { fatalError("cannot copy \(source)") }
        Glibc.close(original)
    }

    func open() -> Gazetteer {
        do { return try Gazetteer(path: path, check: .structure) } catch { fatalError("\(error)") }
    }

    func byte(at offset: Int) -> UInt8 {
        var byte: UInt8 = 0
        pread(descriptor, &byte, 1, off_t(offset))
        return byte
    }

    func set(_ byte: UInt8, at offset: Int) {
        var byte = byte
        pwrite(descriptor, &byte, 1, off_t(offset))
    }
}

/// What is asked, and which pages the undamaged file is read at for it. The kernel maps some pages around each as well.
private struct Spot {
    let coordinate: Coordinate
    let pages: [Int]

    init(_ coordinate: Coordinate, in gazetteer: Gazetteer) {
        self.coordinate = coordinate
        gazetteer.releaseMemory()
        ask(gazetteer, coordinate)
        let pages = open("/proc/self/pagemap", O_RDONLY)
        defer { close(pages) }
        let first = Int(bitPattern: gazetteer.file.bytes.baseAddress) / World.pageByteCount
        self.pages = (1..<gazetteer.byteCount / World.pageByteCount).filter { page in
            var entry: UInt64 = 0
            pread(pages, &entry, 8, off_t((first + page) * 8))
            return entry >> 63 == 1
        }
    }
}

private func ask(_ gazetteer: Gazetteer, _ coordinate: Coordinate) {
    _ = gazetteer.placemark(at: coordinate, preferredLanguages: ["de-CH", "fr"])
    _ = gazetteer.nearestPlace(to: coordinate)
    for text in ["Springfield, Illinois", "Munchen", "東京"] { _ = try? gazetteer.search(text, near: coordinate) }
}

/// Cities, borders, lakes, coasts, the open sea, poles and the antimeridian.
private let coordinates = [
    (47.141, 9.5209), (47.697, 8.69), (51.445, 4.93), (46.45, 6.55), (37.3318, -122.0312), (39.7817, -89.6501),
    (35.6895, 139.6917), (21.0278, 105.8342), (42.6629, 21.1655), (-29.3142, 27.4833), (52.25, 3.85), (30, -40),
    (0, 0), (90, 0), (-90, 0), (-16.8, 180), (-16.8, -179.999), (-80, -120), (23, 5), (45, -86.8), (22.2783, 114.1747),
    (65.8, -168.95), (-54.8, -68.3), (56.5, 20),
].map { Coordinate(clampingLatitude: $0.0, wrappingLongitude: $0.1) }

nonisolated(unsafe) private let world = World()
private let gazetteer = world.open()
private let spots = coordinates.map { Spot($0, in: gazetteer) }

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutablePointer<CInt>?, _: UnsafeMutableRawPointer?) -> CInt {
    if getenv("SWEEP") != nil { sweep() }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: data, count: count)
    guard input.count >= 6 else { return 0 }
    let spot = spots[Int(input[0]) % spots.count]
    var undo: [(offset: Int, byte: UInt8)] = []
    for start in stride(from: 1, to: min(input.count - 4, 5_000), by: 5) {
        // The header has been read when the file was opened; all else is fair game.
        let choice = Int(input.loadUnaligned(fromByteOffset: start, as: UInt32.self))
        let page = spot.pages[choice / World.pageByteCount % spot.pages.count]
        let offset = page * World.pageByteCount + choice % World.pageByteCount
        undo.append((offset, world.byte(at: offset)))
        world.set(input[start + 4], at: offset)
    }
    ask(gazetteer, spot.coordinate)
    for change in undo.reversed() { world.set(change.byte, at: change.offset) }
    return 0
}

/// One changed byte on every page, one page after the other; then the file cut at every page while it is open.
private func sweep() {
    let pages = world.byteCount / World.pageByteCount
    let gazetteer = world.open()
    var random = SeededRandom(seed: 2026)
    for page in 2..<pages {
        let offset = page * World.pageByteCount + Int.random(in: 0..<World.pageByteCount, using: &random)
        let byte = world.byte(at: offset)
        world.set(.random(in: 0...255, using: &random), at: offset)
        ask(gazetteer, coordinates[page % coordinates.count])
        world.set(byte, at: offset)
    }
    print("every page of \(pages) with a changed byte: survived")
    // From the end, so that what is before the cut is whole each time. What was cut off once is zeros when the next
    // reader opens the file.
    for page in (2..<pages).reversed() {
        ftruncate(world.descriptor, off_t(page * World.pageByteCount))
        ftruncate(world.descriptor, off_t(world.byteCount))
        // A reader may refuse so many zeros, too.
        guard let gazetteer = try? Gazetteer(path: world.path, check: .structure) else { continue }
        ask(gazetteer, coordinates[page % coordinates.count])
        ftruncate(world.descriptor, off_t(page * World.pageByteCount))
        ask(gazetteer, coordinates[page % coordinates.count])
    }
    print("cut at every page: survived")
    exit(0)
}
