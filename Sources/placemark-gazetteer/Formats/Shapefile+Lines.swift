extension Shapefile {
    /// Lines, and the same with heights or measures, which come after what is read here.
    private static let lineTypes: [Int32] = [3, 13, 23]

    static func lines(path: String) throws(SourceError) -> [[[SourcePoint]]] { try lines(SourceBytes(path: path)) }

    /// The lines of each record of a shapefile of lines, in the order of the file; a record can have none.
    static func lines(_ file: SourceBytes) throws(SourceError) -> [[[SourcePoint]]] {
        try records(file, types: lineTypes, kind: "lines")
    }
}
