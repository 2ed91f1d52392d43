import PlacemarkModel

/// What a template may name of a report.
enum ReportField: String, CaseIterable {
    case device, id, event, time, takenAt
    case latitude, longitude, accuracy, altitude, speed, course
    case name, street, city, county, state, country, countryCode, timeZone, postalCode
    case region, motion, source
    /// How the guard stands, and how many metres the machine is from the centre of its ring.
    case `guard`, guardDistance
    /// A trip: its identity, `underway`, `provisional` or `final`, metres, seconds, and the names and times of both ends.
    case trip, tripState, tripDistance, tripDuration, tripFrom, tripTo, tripStart, tripEnd
    /// The whole report, as `Format=placemarkd` has it.
    case report
    /// No part of a report: that of the sink, for receivers that want it in an address or a body.
    case password

    /// A value of JSON.
    enum Value {
        case text(String)
        case number(Double)
        case json([UInt8])
        case absent
    }

    /// - Parameter device: what this machine is called at the receiver.
    func value(in report: Report, device: String, password: SecretText? = nil) -> Value {
        let placemark = report.placemark?.placemark
        return switch self {
        case .device: .text(device)
        case .id: .text(report.id.description)
        case .event: .text(report.kind.rawValue)
        case .time: .text(report.happenedAt.description)
        case .takenAt: .text(report.takenAt.description)
        case .latitude: .init(report.location?.coordinate.latitude)
        case .longitude: .init(report.location?.coordinate.longitude)
        case .accuracy: .init(report.location?.horizontalAccuracy)
        case .altitude: .init(report.location?.altitude)
        case .speed: .init(report.location?.speed)
        case .course: .init(report.location?.course)
        case .name: .init(placemark?.name)
        case .street: .init(placemark?.streetAddress)
        case .city: .init(placemark?.city)
        case .county: .init(placemark?.subAdministrativeArea)
        case .state: .init(placemark?.administrativeArea)
        case .country: .init(placemark?.country)
        case .countryCode: .init(placemark?.isoCountryCode)
        case .timeZone: .init(report.event?.timeZone ?? placemark?.timeZone)
        case .postalCode: .init(placemark?.postalCode)
        case .region: .init(report.event?.region)
        case .motion: .init(report.motion?.rawValue)
        case .source: .init((report.event?.source ?? report.event?.status?.source)?.state.rawValue)
        case .guard: .init(report.guardState?.rawValue)
        case .guardDistance: .init(report.event?.guard?.distance)
        case .trip: .init(report.event?.trip?.id)
        case .tripState: .init(report.event?.trip?.state.rawValue)
        case .tripDistance: .init(report.event?.trip?.distance.rounded(toDecimals: 0))
        case .tripDuration: .init(report.event?.trip?.duration.rounded(toDecimals: 0))
        case .tripFrom: .init(report.event?.trip?.start.placemark?.city)
        case .tripTo: .init(report.event?.trip?.end.placemark?.city)
        case .tripStart: .init(report.event?.trip?.start.timestamp?.description)
        case .tripEnd: .init(report.event?.trip?.end.timestamp?.description)
        case .report: .json(report.json)
        case .password: .init(password?.revealed)
        }
    }
}

extension ReportField.Value {
    init(_ text: String?) { self = text.map(Self.text) ?? .absent }
    init(_ number: Double?) { self = number.map(Self.number) ?? .absent }

    /// As it is, without quotes; empty where there is none.
    var plain: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(decoding: bytes(of: number), as: UTF8.self)
        case .json(let bytes): String(decoding: bytes, as: UTF8.self)
        case .absent: ""
        }
    }

    /// With quotes and escapes, as a value of JSON.
    var json: String {
        switch self {
        case .text(let text):
            var writer = JSONWriter()
            writer.value(text)
            return String(decoding: writer.bytes, as: UTF8.self)
        case .absent: return "null"
        case .number, .json: return plain
        }
    }

    private func bytes(of number: Double) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(number)
        return writer.bytes
    }
}

extension Report {
    /// Whether the machine is under way, where the report says so.
    var motion: Motion? {
        switch kind {
        case .paused: .stationary
        case .resumed: .moving
        default: event?.status?.motion
        }
    }

    /// How the guard stands, where the report says so: a status for reduced readers never does.
    var guardState: GuardState? {
        if let report = event?.guard { return report.state }
        return event?.status.flatMap { $0.precision == .precise ? $0.guardState : nil }
    }
}
