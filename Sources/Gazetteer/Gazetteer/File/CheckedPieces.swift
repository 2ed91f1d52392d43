/// How pieces of a layer are stored that are each checked when they are looked at, so that a layer of gigabytes opens at
/// once: an index with an entry for each piece, in the order of the keys, and the pieces one behind the other.
enum CheckedPiecesFormat {
    /// Key, offset in units of `alignment`, and the lower half of the piece's XXH64 (UInt32 each).
    static let entryByteCount = 12
    /// Where pieces begin, in bytes: offsets of 32 bits reach 16 GiB.
    static let alignment = 4
}

/// Pieces that are read where they lie in a mapping.
///
/// Unchecked, because buffers are not Sendable: these are read-only, and live as long as the `MappedFile`.
struct CheckedPieces: @unchecked Sendable {
    private let index: UnsafeRawBufferPointer
    private let pieces: UnsafeRawBufferPointer
    let count: Int

    /// - Parameters:
    ///   - index: Of whole entries.
    ///   - pieces: All of them, to the end of the last one.
    init(index: UnsafeRawBufferPointer, pieces: UnsafeRawBufferPointer) {
        (self.index, self.pieces) = (index, pieces)
        count = index.count / CheckedPiecesFormat.entryByteCount
    }

    /// - Precondition: `number` is in 0..<count.
    func key(at number: Int) -> UInt32 { field(0, of: number) }

    /// The number of the last piece whose key is not greater; nil when there is none.
    func last(upTo key: UInt32) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self.key(at: middle) <= key { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// The bytes of a piece whose checksum is right, with up to three zeros behind them; nil for any other piece.
    ///
    /// - Precondition: `number` is in 0..<count.
    func bytes(at number: Int) -> UnsafeRawBufferPointer? {
        let start = offset(of: number)
        let end = number + 1 < count ? offset(of: number + 1) : pieces.count
        guard start <= end, end <= pieces.count else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: pieces[start..<end])
        return UInt32(truncatingIfNeeded: XXH64.hash(bytes)) == field(2, of: number) ? bytes : nil
    }

    private func offset(of number: Int) -> Int { Int(field(1, of: number)) * CheckedPiecesFormat.alignment }

    private func field(_ field: Int, of number: Int) -> UInt32 {
        index.littleEndian(UInt32.self, at: number * CheckedPiecesFormat.entryByteCount + field * 4)
    }
}

/// Puts pieces one behind the other, and makes their index.
struct CheckedPiecesWriter {
    private(set) var index: [UInt8] = []
    private(set) var pieces: [UInt8] = []

    var count: Int { index.count / CheckedPiecesFormat.entryByteCount }

    /// Makes room for the bytes of all pieces.
    mutating func reserveCapacity(_ byteCount: Int) { pieces.reserveCapacity(byteCount) }

    /// Adds a piece, whose key is greater than the last one's.
    mutating func append(_ piece: [UInt8], key: UInt32) {
        var piece = piece
        piece.pad(toMultipleOf: CheckedPiecesFormat.alignment)
        index.append(littleEndian: key)
        index.append(littleEndian: UInt32(pieces.count / CheckedPiecesFormat.alignment))
        index.append(littleEndian: UInt32(truncatingIfNeeded: piece.withUnsafeBytes { XXH64.hash($0) }))
        pieces += piece
    }
}
