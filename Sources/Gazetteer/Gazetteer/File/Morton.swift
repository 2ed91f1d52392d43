/// The order of squares in which near ones mostly have near numbers (Morton 1966): the bits of x and y in turn, the lowest
/// bit of x first.
enum Morton {
    /// - Precondition: both numbers have 16 bits.
    static func interleaved(_ x: UInt32, _ y: UInt32) -> UInt32 { spread(x) | spread(y) << 1 }

    static func separated(_ key: UInt32) -> (x: Int, y: Int) { (Int(compact(key)), Int(compact(key >> 1))) }

    /// The number of the square of the city limits' smallest level that holds this corner of the grid.
    static func key(x: Int, y: Int) -> UInt32 {
        interleaved(UInt32(x >> CityLimitsFormat.smallestLevel), UInt32(y >> CityLimitsFormat.smallestLevel))
    }

    static func corner(of key: UInt32) -> (x: Int, y: Int) {
        let (x, y) = separated(key)
        return (x << CityLimitsFormat.smallestLevel, y << CityLimitsFormat.smallestLevel)
    }

    /// Puts a zero before each of the lowest sixteen bits.
    private static func spread(_ bits: UInt32) -> UInt32 {
        var bits = bits & 0xFFFF
        bits = (bits | bits << 8) & 0x00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333
        return (bits | bits << 1) & 0x5555_5555
    }

    private static func compact(_ bits: UInt32) -> UInt32 {
        var bits = bits & 0x5555_5555
        bits = (bits | bits >> 1) & 0x3333_3333
        bits = (bits | bits >> 2) & 0x0F0F_0F0F
        bits = (bits | bits >> 4) & 0x00FF_00FF
        return (bits | bits >> 8) & 0x0000_FFFF
    }
}
