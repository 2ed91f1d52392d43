import PlacemarkModel

extension CompassReading {
    /// What a compass says in a sentence: HDT from true north, HDM from magnetic north, and HDG of a magnetic sensor, with its
    /// deviation and the declination where the instrument knows them. Nil for other sentences, and for a number that is no
    /// direction.
    init?(_ line: NMEALine) {
        let degrees = line.number(1)
        guard (0...360).contains(degrees) else { return nil }
        let heading = degrees == 360 ? 0 : degrees
        // The clock of the recording tells when.
        let unknown = BootInstant(sinceBoot: .zero)
        switch String(decoding: line.type, as: UTF8.self) {
        case "HDT": self.init(heading, from: .true, receivedAt: unknown)
        case "HDM": self.init(heading, from: .magnetic, receivedAt: unknown)
        case "HDG":
            self.init(
                heading, from: .magnetic, deviation: line.eastward(2), declination: line.eastward(4),
                receivedAt: unknown)
        default: return nil
        }
    }
}

extension NMEALine {
    /// Degrees east from a number and the letter in the field after it; nil when one of them is missing or wrong.
    fileprivate func eastward(_ index: Int) -> Double? {
        let size = number(index)
        guard (0...180).contains(size) else { return nil }
        switch letter(index + 1) {
        case "E": return size
        case "W": return -size
        default: return nil
        }
    }
}
