/// The direction in which the box points, with its age.
public struct HeadingReport: Codable, Hashable, Sendable {
    /// Degrees clockwise from true north, 0..<360.
    public var trueHeading: Double
    public var accuracy: Double?
    public var origin: Heading.Origin
    public var age: Double

    package init(_ heading: Heading, at now: BootInstant) {
        trueHeading = heading.trueHeading.inReportedDegrees
        accuracy = heading.accuracy?.rounded(toDecimals: 1)
        origin = heading.origin
        age = heading.receivedAt.duration(to: now).inReportedSeconds
    }
}
