/// A number that stands for a value, the same in every run: unlike `Hasher`'s, it can be stored.
///
/// Each word goes through the mixing step of SplitMix64, so that sums of fingerprints tell sets apart. It is no
/// protection against an enemy.
struct Fingerprint {
    private(set) var value: UInt64 = 0

    mutating func add(_ word: UInt64) {
        var mixed = (value ^ word) &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        value = mixed ^ (mixed >> 31)
    }

    /// 0 and −0 are equal, and so are their fingerprints.
    mutating func add(_ number: Double) { add((number + 0).bitPattern) }

    mutating func add(_ text: String) {
        add(UInt64(text.utf8.count))
        for byte in text.utf8 { add(UInt64(byte)) }
    }
}

extension Sequence<UInt8> {
    /// FNV-1a, 64 bits (RFC 9923), over the bytes: other software can work it out, too. Nor does it resist an enemy.
    package var fnv1a: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}

extension Region {
    /// Stands for the identifier and the shape: what says whether it is the same region as before.
    package var fingerprint: UInt64 {
        var print = Fingerprint()
        print.add(identifier)
        switch shape {
        case .circle(let center, let radius):
            for number in [center.latitude, center.longitude, radius] { print.add(number) }
        case .polygons(let polygons):
            for polygon in polygons {
                print.add(UInt64(polygon.holes.count))
                for ring in [polygon.exterior] + polygon.holes {
                    print.add(UInt64(ring.count))
                    for vertex in ring {
                        print.add(vertex.latitude)
                        print.add(vertex.longitude)
                    }
                }
            }
        }
        return print.value
    }
}
