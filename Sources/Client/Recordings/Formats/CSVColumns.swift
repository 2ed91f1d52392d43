import PlacemarkModel

/// Which column of a table holds what, by the names in its header.
struct CSVColumns: Hashable {
    let separator: UInt8
    private var columns: [Quantity: Int] = [:]
    /// The factor that makes m/s of the speed.
    private var speedFactor = 1.0

    /// What a column can hold.
    enum Quantity: CaseIterable {
        case latitude, longitude, time, date, altitude, accuracy, verticalAccuracy, hdop, speed, course
    }

    /// The names of the columns, without spaces, signs and units in brackets; the first one found counts.
    private static let names: [Quantity: [String]] = [
        .latitude: ["latitude", "lat", "latitudedeg", "latdeg", "gpslatitude", "gpslat", "latitudens", "y"],
        .longitude: [
            "longitude", "lon", "lng", "long", "longitudedeg", "londeg", "gpslongitude", "gpslon", "longitudeew", "x",
        ],
        .time: [
            "timestamp", "time", "datetime", "utc", "utctime", "timeutc", "timestamputc", "isotime", "epoch", "epochs",
            "epochseconds", "epochms", "unixtime", "unix", "capturedtime", "recordedat", "createdat", "gpstime",
        ],
        .date: ["date", "utcdate", "dateutc", "gpsdate"],
        .altitude: ["altitude", "alt", "elevation", "ele", "height", "altitudem", "altm", "elevationm"],
        .accuracy: ["accuracy", "horizontalaccuracy", "hacc", "accuracym", "eph", "precision"],
        .verticalAccuracy: ["verticalaccuracy", "vacc", "altitudeaccuracy", "epv"],
        .hdop: ["hdop"],
        .speed: ["speed", "speedms", "speedmps", "velocity", "groundspeed"],
        .course: ["course", "heading", "bearing", "track", "cog", "direction"],
    ]

    /// Columns of speed in other units.
    private static let speedFactors: [String: Double] = [
        "speedkmh": 1 / 3.6, "speedkph": 1 / 3.6, "kmh": 1 / 3.6, "speedkn": 1852.0 / 3600, "speedkt": 1852.0 / 3600,
        "speedkts": 1852.0 / 3600, "speedknots": 1852.0 / 3600, "speedmph": 0.44704, "mph": 0.44704,
    ]

    /// Whether a line may be the header: before it there may be comments, empty lines, and the `sep=;` that tells Excel what
    /// separates the fields.
    static func mayBeHeader(_ line: ArraySlice<UInt8>) -> Bool {
        let text = line.trimmed
        guard let first = text.first, first != UInt8(ascii: "#"), first > 0x20 else { return false }
        return !(text.count <= 6 && String(decoding: text.prefix(4), as: UTF8.self).lowercased() == "sep=")
    }

    /// Returns nil when the line names no latitude or no longitude.
    init?(header: ArraySlice<UInt8>) {
        // The separator with which the most columns are found.
        let found = CSVRecord.separators.compactMap { separator in
            CSVRecord(header, separator: separator).map { Self(Self.names(in: $0), separator: separator) }
        }
        guard let best = found.max(by: { $0.columns.count < $1.columns.count }), best.columns[.latitude] != nil,
            best.columns[.longitude] != nil
        else { return nil }
        self = best
    }

    private init(_ header: [String], separator: UInt8) {
        self.separator = separator
        for quantity in Quantity.allCases {
            columns[quantity] = Self.names[quantity]?.lazy.compactMap { header.firstIndex(of: $0) }.first
        }
        // Columbus' loggers, whose speed is in km/h.
        if columns[.speed] != nil, header.contains("latitudens") { speedFactor = 1 / 3.6 }
        if columns[.speed] == nil {
            for (index, name) in header.enumerated() {
                guard let factor = Self.speedFactors[name] else { continue }
                (columns[.speed], speedFactor) = (index, factor)
            }
        }
    }

    /// The names in small letters, of which only letters and digits are left: `Speed (km/h)` is `speedkmh`.
    private static func names(in header: CSVRecord) -> [String] {
        header.fields.map { field in
            String(String(decoding: field, as: UTF8.self).lowercased().filter { $0.isLetter || $0.isNumber })
        }
    }

    /// What a record says, or what is wrong with it, to be told to a person.
    ///
    /// - Parameter dates: the order of day and month that the user has given.
    func fix(in record: CSVRecord, dates: DateOrder?) -> Result<CSVFix, Problem> {
        func number(_ quantity: Quantity) -> Double {
            guard let text = record[columns[quantity]] else { return .nan }
            return DecimalText.number(separator == UInt8(ascii: ",") ? text : text.withDecimalPoint) ?? .nan
        }
        /// `24.768576N` as Columbus has it, or a plain number.
        func degrees(_ quantity: Quantity, _ positive: Character, _ negative: Character) -> Double {
            guard let text = record[columns[quantity]], let last = text.last, last > UInt8(ascii: "9") else {
                return number(quantity)
            }
            let letter = Character(Unicode.Scalar(last & 0xDF))
            guard letter == positive || letter == negative else { return .nan }
            let digits = text.dropLast().trimmed
            let value = DecimalText.number(separator == UInt8(ascii: ",") ? digits : digits.withDecimalPoint) ?? .nan
            return letter == negative ? -value : value
        }
        var fix = RecordedFix()
        (fix.latitude, fix.longitude) = (degrees(.latitude, "N", "S"), degrees(.longitude, "E", "W"))
        guard !fix.latitude.isNaN, !fix.longitude.isNaN else { return .failure(.noCoordinate) }
        var slashed: SlashedTime?
        if let text = timeText(in: record) {
            slashed = SlashedTime(text, told: dates)
            let timestamp = slashed.map { $0.timestamp(monthFirst: nil) } ?? TimeText.timestamp(text)
            guard timestamp != nil || slashed?.isAmbiguous == true else {
                return .failure(slashed?.contradicted.map(Problem.otherOrder) ?? .noTime)
            }
            fix.timestamp = timestamp
        }
        fix.altitude = number(.altitude)
        fix.horizontalAccuracy = number(.accuracy)
        if fix.horizontalAccuracy.isNaN { fix.horizontalAccuracy = number(.hdop) * RangeError.horizontalInMeters }
        fix.verticalAccuracy = number(.verticalAccuracy)
        fix.speed = number(.speed) * speedFactor
        fix.course = number(.course)
        return .success(CSVFix(fix: fix, slashed: slashed))
    }

    /// Why a record is not a fix.
    enum Problem: Error {
        case noCoordinate, noTime
        /// The date cannot have the order that the user has given.
        case otherOrder(DateOrder)

        var description: String {
            switch self {
            case .noCoordinate: "no latitude or no longitude: expected numbers in degrees, such as 47.141"
            case .noTime: TimeText.problem
            case .otherOrder(let told):
                "the date contradicts --dates \(told.rawValue): expected a month from 1 to 12 as its "
                    + (told == .monthFirst ? "first number" : "second number")
            }
        }
    }

    /// The time, or the date and the time with a `T` between them when there is a column for each.
    private func timeText(in record: CSVRecord) -> ArraySlice<UInt8>? {
        guard let time = record[columns[.time]] else {
            return record[columns[.date]].flatMap { $0.count > 10 ? $0 : nil }
        }
        guard let date = record[columns[.date]], time.count < 16 else { return time }
        if let text = Self.columbusTime(date, time) { return text }
        guard time.contains(UInt8(ascii: ":")) else { return time }
        return (date + [UInt8(ascii: "T")] + time)[...]
    }

    /// `090421` and `061053`: year, month and day, and hours, minutes and seconds, as Columbus' loggers write them in UTC. Nil for
    /// anything else.
    private static func columbusTime(_ date: ArraySlice<UInt8>, _ time: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard date.count == 6, time.count == 6, DecimalText.digits(date) != nil, DecimalText.digits(time) != nil else {
            return nil
        }
        func pairs(_ text: ArraySlice<UInt8>, _ separator: String) -> String {
            let digits = Array(String(decoding: text, as: UTF8.self))
            return stride(from: 0, to: 6, by: 2).map { String(digits[$0...$0 + 1]) }.joined(separator: separator)
        }
        return Array("20\(pairs(date, "-"))T\(pairs(time, ":"))Z".utf8)[...]
    }
}

extension ArraySlice<UInt8> {
    /// With a point in the place of the comma: what separates fields with something else may write `47,141`.
    fileprivate var withDecimalPoint: ArraySlice<UInt8> {
        guard let comma = firstIndex(of: UInt8(ascii: ",")), !contains(UInt8(ascii: ".")) else { return self }
        var text = self
        text[comma] = UInt8(ascii: ".")
        return text
    }
}
