import Glibc
import PlacemarkModel

@testable import Gazetteer

// A libFuzzer target for detail packs. `Scripts/fuzz` builds and runs it, under AddressSanitizer. An input is what a tile
// of streets, a square of city limits or a list of names holds under a right checksum: the first byte says which. With
// SWEEP=1 each byte of a small pack is changed while it is mapped, and the file is cut at every 16 bytes.

private let centre = Coordinate(clampingLatitude: 47.141, wrappingLongitude: 9.521)
private let plane = StreetPlane(at: centre).unsafelyUnwrapped

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutablePointer<CInt>?, _: UnsafeMutableRawPointer?) -> CInt {
    if getenv("SWEEP") != nil { sweep() }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: data, count: count)
    guard input.count > 1 else { return 0 }
    let bytes = UnsafeRawBufferPointer(rebasing: input[1...])
    switch input[0] % 4 {
    case 0:
        let tile = StreetTile(column: 0, row: 0, bytes: bytes)
        let nearby = NearbyStreets(tile: tile, at: SIMD2(1000, 1000), metersPerUnit: plane.metersPerUnit)
        for hit in nearby.ranked { _ = nearby.address(inStreet: hit.name, around: plane) }
    case 1:
        if let square = LimitSquare(key: 0, bytes: bytes, boundaryCount: 40) {
            _ = square.boundaries(at: GridPoint(x: 77, y: 99))
        }
    case 2:
        let blocks = [UInt8](repeating: 0, count: 8)
        blocks.withUnsafeBytes { blocks in
            let names = FrontCodedNames(count: 32, blocks: blocks, bytes: bytes)
            for number in 0..<33 { _ = names.name(number) }
        }
    default:
        if let names = DetailNamesLayer(bytes: bytes) {
            _ = names.names.values(of: Array("bahnhofstrasse".utf8))?.map { $0 }
            for number in 0..<8 { _ = names.tiles(ofName: number, tileCount: 64) }
        }
    }
    return 0
}

/// A street with houses on both sides, across three tiles, and one behind it.
private func writePack(to path: String) {
    func point(_ east: Double, _ north: Double) -> StreetPoint {
        StreetPoint(longitude: 95_210_000 + Int32(east * 130), latitude: 471_410_000 + Int32(north * 90))
    }
    let houses: [HouseNumber] = (1...40).map { number in
        let north = number % 2 == 0 ? -12.0 : 12.0
        var house = HouseNumber(text: String(number), point: point(Double(number) * 30, north))
        if number % 7 == 0 { house.text += "a" }
        if number % 5 == 0 { house.radiusInMeters = 9 }
        house.postalCode = number < 20 ? "9490" : "9494"
        return house
    }
    var writer = GazetteerWriter()
    let description = LayerDescription(
        id: 0, name: "", source: "fuzz", version: "2026-01-01", licence: "", attribution: "", byteCount: 0)
    do {
        try writer.addStreets(
            [
                Street(
                    name: "Long Road", kind: .residential, lines: [[point(0, 0), point(600, 5), point(1300, -5)]],
                    numbers: houses),
                Street(name: "Back Lane", kind: .footway, lines: [[point(0, 60), point(500, 60)]], numbers: []),
            ], description: description)
        try writer.write(to: path)
    } catch { fatalError("\(error)") }
}

/// The pack is asked along its whole street.
private func ask(_ packs: DetailPacks) {
    for step in 0..<14 {
        let longitude = 9.521 + Double(step) * 0.0013
        let position = Coordinate(clampingLatitude: 47.141, wrappingLongitude: longitude)
        var placemark = Placemark(geocoder: "")
        packs.lookup(at: position, street: nil).streets?.apply(to: &placemark, inStreet: nil)
    }
}

private func sweep() {
    var name = Array("/tmp/detail-pack-fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    close(descriptor)
    defer { unlink(path) }
    writePack(to: path)
    let file = open(path, O_RDWR)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else { fatalError("cannot open \(path)") }
    let length = Int(status.st_size)
    let first = FileFormat.alignment
    func opened() -> DetailPacks {
        do { return DetailPacks([try DetailPack(path: path)]) } catch { fatalError("\(error)") }
    }
    let packs = opened()
    for offset in first..<length {
        var byte: UInt8 = 0
        pread(file, &byte, 1, off_t(offset))
        for change in [0xFF, 1 << UInt8(offset % 8)] as [UInt8] {
            var changed = byte ^ change
            pwrite(file, &changed, 1, off_t(offset))
            ask(packs)
        }
        pwrite(file, &byte, 1, off_t(offset))
    }
    print("every byte of \(length) changed: survived")
    close(file)
    for cut in stride(from: length, to: first, by: -16) {
        writePack(to: path)
        let packs = opened()
        truncate(path, off_t(cut))
        ask(packs)
    }
    print("cut at every 16 bytes: survived")
    unlink(path)
    exit(0)
}
