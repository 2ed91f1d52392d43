extension CompassReading {
    /// What a compass says in a sentence: HDT from true north, HDM from magnetic north, and HDG of a magnetic sensor, with its
    /// deviation and the declination where the instrument knows them. Nil for other sentences, and for a number that is no
    /// direction.
    package init?(_ sentence: NMEAFields, receivedAt now: BootInstant, device: String? = nil) {
        let degrees = sentence.number(1)
        guard (0...360).contains(degrees) else { return nil }
        let heading = degrees == 360 ? 0 : degrees
        switch String(decoding: sentence.type, as: UTF8.self) {
        case "HDT": self.init(heading, from: .true, receivedAt: now, device: device)
        case "HDM": self.init(heading, from: .magnetic, receivedAt: now, device: device)
        case "HDG":
            self.init(
                heading, from: .magnetic, deviation: sentence.eastward(2), declination: sentence.eastward(4),
                receivedAt: now, device: device)
        default: return nil
        }
    }
}

extension NMEAFields {
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
