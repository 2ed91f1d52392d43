import CXXHash

/// The checksum of a gazetteer's parts: XXH64 by libxxhash, fed in pieces of any size.
///
/// It finds damage, not forgery.
package struct XXH64 {
    private var state = XXH64_state_t()

    package init(seed: UInt64 = 0) { XXH64_reset(&state, seed) }

    /// The checksum of `bytes` alone.
    package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        CXXHash.XXH64(bytes.baseAddress, bytes.count, seed)
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        XXH64_update(&state, bytes.baseAddress, bytes.count)
    }

    /// The checksum of all bytes so far.
    package var value: UInt64 { withUnsafePointer(to: state) { XXH64_digest($0) } }
}
