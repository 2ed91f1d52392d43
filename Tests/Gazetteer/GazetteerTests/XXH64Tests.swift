import Testing

@testable import Gazetteer

@Suite("XXH64")
struct XXH64Tests {
    /// The input of xxHash's own self-test (`sanity_test.c`).
    private static func sanityBuffer(count: Int) -> [UInt8] {
        var generator: UInt64 = 2_654_435_761
        return (0..<count).map { _ in
            defer { generator &*= 11_400_714_785_074_694_797 }
            return UInt8(generator >> 56)
        }
    }

    @Test(
        "gives the checksums that xxHash publishes",
        arguments: [
            (0, 0, 0xEF46_DB37_51D8_E999), (0, 2_654_435_761, 0xAC75_FDA2_929B_17EF), (1, 0, 0xE934_A84A_DB05_2768),
            (1, 2_654_435_761, 0x5014_6076_43A9_B4C3), (4, 0, 0x9136_A0DC_A574_57EE), (14, 0, 0x8282_DCC4_994E_35C8),
            (14, 2_654_435_761, 0xC3BD_6BF6_3DEB_6DF0), (222, 0, 0xB641_AE8C_B691_C174),
            (222, 2_654_435_761, 0x20CB_8AB7_AE10_C14A),
        ] as [(Int, UInt64, UInt64)])
    func publishedVectors(count: Int, seed: UInt64, expected: UInt64) {
        Self.sanityBuffer(count: count).withUnsafeBytes { #expect(XXH64.hash($0, seed: seed) == expected) }
    }

    @Test("does not depend on how the input is cut", arguments: [1, 3, 31, 32, 33, 100])
    func pieces(size: Int) {
        Self.sanityBuffer(count: 222).withUnsafeBytes { bytes in
            var checksum = XXH64()
            for start in stride(from: 0, to: bytes.count, by: size) {
                checksum.update(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(checksum.value == 0xB641_AE8C_B691_C174)
        }
    }
}
