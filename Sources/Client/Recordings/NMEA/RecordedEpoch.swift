import PlacemarkModel

/// What a receiver has said about one moment, put together from its sentences as gpsd 3.22 does it
/// (drivers/driver_nmea0183.c): of two sentences that differ, the later one counts.
struct RecordedEpoch {
    /// Nanoseconds since midnight; nil while no sentence has told the time.
    var timeOfDay: Int64?
    /// Midnight of the date that one of the sentences told.
    var date: Timestamp?
    /// When the logger got the first of its sentences, where it says so.
    var loggedAt: Timestamp?
    /// Which sentences there were.
    private(set) var types: Set<SentenceType> = []

    private var fix = RecordedFix()
    private var isVoid = false
    private var isDifferential = false
    private var gsaMode: Int?
    private var satellites: Int?
    private var horizontalDilution = Double.nan
    private var verticalDilution = Double.nan

    /// The sentences that tell something about a position.
    enum SentenceType: String {
        case rmc = "RMC"
        case gga = "GGA"
        case gns = "GNS"
        case gll = "GLL"
        case gsa = "GSA"
        case vtg = "VTG"
        case zda = "ZDA"

        init?(_ line: NMEAFields) { self.init(rawValue: String(decoding: line.type, as: UTF8.self)) }

        /// The field with the time; nil for sentences without one, which belong to the epoch that has begun.
        var timeField: Int? {
            switch self {
            case .rmc, .gga, .gns, .zda: 1
            case .gll: 5
            case .gsa, .vtg: nil
            }
        }
    }

    /// Takes a sentence in, of which the time belongs to this epoch.
    mutating func add(_ line: NMEAFields, _ type: SentenceType) {
        types.insert(type)
        switch type {
        case .rmc: addRMC(line)
        case .gga: addGGA(line)
        case .gns: addGNS(line)
        case .gll:
            addPosition(line, at: 1)
            isVoid = line.letter(6) == "V" || line.letter(7) == "N"
        case .gsa: addGSA(line)
        case .vtg:
            fix.course = line.number(1).orElse(fix.course)
            fix.speed = (line.number(7) / 3.6).orElse((line.number(5) * Self.knot).orElse(fix.speed))
        case .zda: addZDA(line)
        }
    }

    /// A knot in m/s.
    private static let knot = 1852.0 / 3600

    private mutating func addPosition(_ line: NMEAFields, at index: Int) {
        fix.latitude = line.angle(index, positive: "N", negative: "S").orElse(fix.latitude)
        fix.longitude = line.angle(index + 2, positive: "E", negative: "W").orElse(fix.longitude)
    }

    private mutating func addRMC(_ line: NMEAFields) {
        date = RunningDate.midnight(line[9]) ?? date
        isVoid = line.letter(2) != "A" && line.letter(2) != "D" || line.letter(12) == "N"
        guard !isVoid else { return }
        addPosition(line, at: 3)
        fix.speed = (line.number(7) * Self.knot).orElse(fix.speed)
        fix.course = line.number(8).orElse(fix.course)
        addMode(line.letter(12))
    }

    private mutating func addGGA(_ line: NMEAFields) {
        let quality = DecimalText.digits(line[6]) ?? 0
        satellites = DecimalText.digits(line[7])
        isVoid = quality == 0 || (satellites ?? 3) < 3
        guard !isVoid else { return }
        addPosition(line, at: 2)
        addAltitude(line, mslAt: 9, geoidSeparationAt: 11)
        horizontalDilution = line.number(8).orElse(horizontalDilution)
        isDifferential = quality == 2
        fix.isSimulated = quality == 8
    }

    private mutating func addGNS(_ line: NMEAFields) {
        satellites = DecimalText.digits(line[7])
        // One letter for each system: N for none, D for differential.
        isVoid = line[6].allSatisfy { $0 == UInt8(ascii: "N") }
        guard !isVoid else { return }
        addPosition(line, at: 2)
        addAltitude(line, mslAt: 9, geoidSeparationAt: 10)
        horizontalDilution = line.number(8).orElse(horizontalDilution)
        addMode(line[6].contains(UInt8(ascii: "D")) ? "D" : line.letter(6))
    }

    private mutating func addMode(_ letter: Character?) {
        guard let letter else { return }
        isDifferential = letter == "D" || letter == "P"
        fix.isSimulated = fix.isSimulated || letter == "S"
    }

    private mutating func addAltitude(_ line: NMEAFields, mslAt: Int, geoidSeparationAt: Int) {
        fix.altitude = line.number(mslAt).orElse(fix.altitude)
        fix.ellipsoidalAltitude = (fix.altitude + line.number(geoidSeparationAt)).orElse(fix.ellipsoidalAltitude)
    }

    private mutating func addGSA(_ line: NMEAFields) {
        // Twelve satellites between the mode and the dilutions, in some receivers more: those are counted from the end.
        guard line.count >= 17, let mode = DecimalText.digits(line[2]) else { return }
        // A receiver of several systems sends one for each, of which some may have no fix of their own.
        gsaMode = max(mode, gsaMode ?? 0)
        horizontalDilution = line.number(16).orElse(horizontalDilution)
        verticalDilution = line.number(17).orElse(verticalDilution)
    }

    private mutating func addZDA(_ line: NMEAFields) {
        guard let day = DecimalText.digits(line[2]), let month = DecimalText.digits(line[3]),
            let year = DecimalText.digits(line[4])
        else { return }
        date = Timestamp(year: year, month: month, day: day, hour: 0, minute: 0, second: 0) ?? date
    }

    /// What the epoch means to the location manager; nil when none of its sentences was about a position.
    func event(timestamp: Timestamp?) -> SourceEvent? {
        guard !types.isDisjoint(with: [.rmc, .gga, .gns, .gll]) else { return nil }
        guard !isVoid, gsaMode != 1, !fix.latitude.isNaN, !fix.longitude.isNaN else { return .noFix(device: nil) }
        var fix = fix
        fix.timestamp = timestamp
        // Three satellites make two dimensions, whatever altitude is carried on.
        fix.is3D = gsaMode.map { $0 >= 3 } ?? (!fix.altitude.isNaN && (satellites ?? 4) >= 4)
        let factor = isDifferential ? RangeError.differentialFactor : 1
        fix.horizontalAccuracy = horizontalDilution * RangeError.horizontalInMeters * factor
        fix.verticalAccuracy = verticalDilution * RangeError.verticalInMeters * factor
        return fix.event
    }
}

extension Double {
    /// The number, or the other one when it is NaN.
    fileprivate func orElse(_ other: Double) -> Double { isNaN ? other : self }
}
