import PlacemarkModel

/// Reads tables of comma-separated values (RFC 4180; semicolons and tabs too) whose first line names the columns.
struct CSVReader: RecordingLineReader {
    private var columns: CSVColumns?
    private let toldDates: DateOrder?
    private var dates = SlashedDates()
    /// The lines of a record whose quoted field has not ended, and the number of the first one.
    private var begun: (text: [UInt8], line: Int)?

    /// A quoted field that goes on for longer than this has lost its end: a record of a fix has some hundred bytes.
    private static let longestRecordInBytes = 4096

    /// - Parameter dates: the order of day and month that the user has given; nil for what the dates tell themselves.
    init(dates: DateOrder?) { toldDates = dates }

    mutating func read(_ line: ArraySlice<UInt8>, number: Int, into findings: inout [Finding]) {
        guard let columns else {
            // With its first tab, which stands before a column without a name.
            if CSVColumns.mayBeHeader(line) { self.columns = CSVColumns(header: line) }
            return
        }
        let text = begun.map { ($0.text + [UInt8(ascii: "\n")] + line)[...] } ?? line
        let start = begun?.line ?? number
        begun = nil
        guard !text.trimmed.isEmpty else { return }
        guard let record = CSVRecord(text, separator: columns.separator) else {
            if text.count <= Self.longestRecordInBytes {
                begun = (Array(text), start)
            } else {
                findings.append(.damage(.init(.line(start), Self.noQuote)))
            }
            return
        }
        switch columns.fix(in: record, dates: toldDates) {
        case .success(let fix): dates.take(fix, line: start, into: &findings)
        case .failure(let problem): findings.append(.damage(.init(.line(start), problem.description)))
        }
    }

    mutating func finish(into findings: inout [Finding]) {
        dates.finish(into: &findings)
        if let begun { findings.append(.damage(.init(.line(begun.line), Self.noQuote))) }
    }

    private static let noQuote = "a quotation mark has no end: expected another one"
}
