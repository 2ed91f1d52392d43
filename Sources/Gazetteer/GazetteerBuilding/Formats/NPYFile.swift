/// An array of integers of one or two dimensions, as NumPy saves it: `.npy`, format versions 1 to 3.
///
/// Format: numpy.org/doc/stable/reference/generated/numpy.lib.format.html
struct NPYFile: Equatable {
    /// The lengths of the dimensions.
    let shape: [Int]
    /// Row by row.
    let values: [Int]

    init(path: String) throws(SourceError) { try self.init(SourceBytes(path: path)) }

    /// Takes the types `u1`, `i1`, `u2`, `i2`, `u4`, `i4`, `i8` in little-endian, row by row.
    init(_ file: SourceBytes) throws(SourceError) {
        func expect(_ isTrue: Bool, _ expected: String) throws(SourceError) {
            if !isTrue { throw .malformed(path: file.path, reason: "expected \(expected)") }
        }
        let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)
        try expect(file.slice(at: 0, count: 6, record: "header").elementsEqual(magic), "a .npy file")
        let major = try file.integer(UInt8.self, at: 6, record: "header")
        try expect((1...3).contains(major), "version 1, 2 or 3 of the format .npy, not \(major)")
        let lengthSize = major == 1 ? 2 : 4
        let headerLength =
            major == 1
            ? Int(try file.integer(UInt16.self, at: 8, record: "header"))
            : Int(try file.integer(UInt32.self, at: 8, record: "header"))
        let header = String(
            decoding: try file.slice(at: 8 + lengthSize, count: headerLength, record: "header"), as: UTF8.self)

        guard let type = Self.value(of: "descr", in: header), let order = Self.value(of: "fortran_order", in: header),
            let dimensions = Self.value(of: "shape", in: header)
        else { throw .malformed(path: file.path, reason: "expected descr, fortran_order and shape in its header") }
        try expect(order == "False", "an array that is saved row by row")
        var shape: [Int] = []
        for dimension in dimensions.split(separator: ",").map({ $0.filter { $0 != " " } }) where !dimension.isEmpty {
            guard let length = Int(dimension), (0...file.count).contains(length) else {
                throw .malformed(path: file.path, reason: "expected dimensions, not \(dimensions)")
            }
            shape.append(length)
        }
        try expect((1...2).contains(shape.count), "one or two dimensions, not \(shape.count)")
        self.shape = shape

        let count = shape.reduce(1, *)
        let start = 8 + lengthSize + headerLength
        switch type.drop(while: { "|<".contains($0) }) {
        case "u1": values = try Self.values(UInt8.self, count, at: start, of: file)
        case "i1": values = try Self.values(Int8.self, count, at: start, of: file)
        case "u2": values = try Self.values(UInt16.self, count, at: start, of: file)
        case "i2": values = try Self.values(Int16.self, count, at: start, of: file)
        case "u4": values = try Self.values(UInt32.self, count, at: start, of: file)
        case "i4": values = try Self.values(Int32.self, count, at: start, of: file)
        case "i8": values = try Self.values(Int64.self, count, at: start, of: file)
        default: throw .malformed(path: file.path, reason: "expected little-endian integers, not \(type)")
        }
    }

    /// What the Python dictionary `header` has for `key`: a text, a word, or the inside of a tuple.
    private static func value(of key: String, in header: String) -> String? {
        guard let name = header.firstRange(of: "'\(key)'") else { return nil }
        let rest = header[name.upperBound...].drop { $0 == ":" || $0 == " " }
        switch rest.first {
        case "'": return rest.dropFirst().split(separator: "'").first.map(String.init)
        case "(": return rest.dropFirst().firstIndex(of: ")").map { String(rest.dropFirst()[..<$0]) }
        default: return String(rest.prefix { $0.isLetter })
        }
    }

    private static func values<Value: FixedWidthInteger>(
        _: Value.Type, _ count: Int, at start: Int, of file: SourceBytes
    ) throws(SourceError) -> [Int] {
        let size = MemoryLayout<Value>.size
        guard count <= (file.count - start) / size else {
            throw .malformed(path: file.path, reason: "ends before the last of its \(count) numbers")
        }
        var values: [Int] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            values.append(Int(try file.integer(Value.self, at: start + index * size, record: "\(index + 1)")))
        }
        return values
    }
}
