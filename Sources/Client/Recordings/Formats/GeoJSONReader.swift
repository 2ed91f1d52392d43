import FoundationEssentials
import PlacemarkModel

/// Reads GeoJSON: lines with a time for each position, and points with a time.
///
/// JSON is one value from its first byte to its last, so the file is kept until it is whole, up to a limit.
struct GeoJSONReader: RecordingReader {
    /// A trip of 100 hours at 1 Hz takes 25 MB.
    static let largestFileInBytes = 64 << 20

    private var bytes: [UInt8] = []
    private var isTooLarge = false

    mutating func read(_ more: ArraySlice<UInt8>, into findings: inout [Finding]) {
        guard !isTooLarge else { return }
        bytes += more
        if bytes.count > Self.largestFileInBytes { (bytes, isTooLarge) = ([], true) }
    }

    mutating func finish(into findings: inout [Finding]) {
        guard !isTooLarge else {
            let reason = "the file is too large: expected at most \(Self.largestFileInBytes >> 20) MB of GeoJSON"
            return findings.append(.damage(.init(.whole, "\(reason); GPX and CSV have no limit")))
        }
        do {
            let document = try JSONDecoder().decode(GeoJSONDocument.self, from: Data(bytes[...].withoutByteOrderMark))
            for (index, feature) in document.features.enumerated() {
                switch feature {
                case .success(let feature): read(feature, number: index + 1, into: &findings)
                case .failure(let problem):
                    findings.append(.damage(.init(.feature(index + 1), problem.description)))
                }
            }
        } catch {
            findings.append(.damage(.init(.whole, "not a complete GeoJSON document: \(Self.place(of: error))")))
        }
        bytes = []
    }

    private func read(_ feature: GeoJSONFeature, number: Int, into findings: inout [Finding]) {
        let (properties, positions) = (feature.properties, feature.positions)
        if !properties.times.isEmpty, properties.times.count != positions.count {
            let reason = "\(properties.times.count) times: expected one for each of the \(positions.count) positions"
            findings.append(.damage(.init(.feature(number), reason)))
        }
        for (index, position) in positions.enumerated() {
            guard position.count >= 2 else {
                findings.append(.damage(.init(.feature(number), "a position is empty: expected [longitude, latitude]")))
                continue
            }
            var fix = RecordedFix()
            (fix.longitude, fix.latitude) = (position[0], position[1])
            if position.count > 2 { fix.altitude = position[2] }
            let time = positions.count == properties.times.count ? properties.times[index] : properties.time
            switch time {
            case .at(let timestamp): fix.timestamp = timestamp
            case .absent, nil: break
            case .unreadable:
                findings.append(.damage(.init(.feature(number), TimeText.problem)))
                continue
            }
            fix.horizontalAccuracy = properties.accuracy ?? .nan
            fix.speed = properties.speed ?? .nan
            fix.course = properties.course ?? .nan
            findings.append(.report(fix.event, time: fix.timestamp))
        }
    }

    /// What the decoder says of the place where it stopped.
    private static func place(of error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else {
            return "expected a FeatureCollection, a Feature or a geometry"
        }
        return context.underlyingError.map { "\($0)" } ?? context.debugDescription
    }
}
