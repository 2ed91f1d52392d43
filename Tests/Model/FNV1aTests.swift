import PlacemarkModel
import Testing

@Suite("FNV-1a")
struct FNV1aTests {
    @Test(
        "the numbers are those of RFC 9923",
        arguments: [
            ("", 0x811C_9DC5, 0xCBF2_9CE4_8422_2325), ("a", 0xE40C_292C, 0xAF63_DC4C_8601_EC8C),
            ("foobar", 0xBF9C_F968, 0x8594_4171_F739_67E8),
        ] as [(String, UInt32, UInt64)])
    func vectors(text: String, short: UInt32, long: UInt64) {
        #expect(text.utf8.fnv1aIn32Bits == short)
        #expect(text.utf8.fnv1a == long)
    }
}
