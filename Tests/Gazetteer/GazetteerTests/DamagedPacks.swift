import TestSupport
import Testing

@testable import Gazetteer

extension TemporaryDirectory {
    /// Calls `body` with each pack that still opens after one byte of it has been changed, and with that byte's offset; the
    /// check of the whole file must find the damage. Of the zeros between the sections, a few stand for all.
    func forEachDamagedPack(of path: String, _ body: (DetailPack, _ offset: Int) throws -> Void) throws {
        let bytes = try bytes(of: path)
        for offset in bytes.indices where bytes[offset] != 0 || offset % 32 == 0 {
            var damaged = bytes
            damaged[offset] ^= offset % 2 == 0 ? 0xFF : 1 << UInt8(offset % 8)
            let other = try write(damaged, to: "damaged.gazetteer")
            guard let pack = try? DetailPack(path: other) else { continue }
            #expect(throws: GazetteerError.self, "byte \(offset)") { try DetailPack(path: other, check: .full) }
            try body(pack, offset)
        }
    }
}
