/// Which of a region's texts is what: the makers of the layers and their readers agree on it here.
package enum ZoneText {
    /// The English name of the zone's country, the zone's identifier, and the name of its second country.
    package static let (country, timeZone, secondCountry) = (0, 1, 2)
}

package enum StateText {
    /// The name, and the ISO 3166-2 code.
    package static let (name, code) = (0, 1)
}

package enum CountyText {
    /// The name, that of the state, and the state's ISO 3166-2 code.
    package static let (name, state, stateCode) = (0, 1, 2)
}

package enum WaterText {
    package static let name = 0
}

/// The kind of a region of the water layer.
package enum WaterKind: UInt16 {
    case sea = 1
    case lake = 2
}
