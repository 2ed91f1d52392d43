/// The ways to say where something is without degrees: on the radio, on paper maps, on the telephone and in databases.
///
/// Each of them names any place on earth, the poles among them.
public enum GridReference: String, CaseIterable, Sendable {
    /// `JN47sd`: a Maidenhead locator, as radio amateurs exchange it.
    case maidenhead
    /// `32TNT3950420964`: the Military Grid Reference System.
    case mgrs
    /// `32T 539505 5220965`: zone and band of the Universal Transverse Mercator grid, metres east, metres north.
    case utm
    /// `8FVF4GRC+CC`: an Open Location Code.
    case plusCode
    /// `u0qu0tubp`: base 32, a prefix of which is a larger cell.
    case geohash

    /// The place in this form, as finely as a reader may know it and as people write it.
    ///
    /// | | precise | reduced |
    /// |---|---|---|
    /// | maidenhead | 6 characters: 2.5′ by 5′, 4.6 km high | 4 characters: 1° by 2° |
    /// | mgrs, utm | 1 m | 10 km |
    /// | plusCode | 10 digits: 14 m | 6 digits: 5.6 km |
    /// | geohash | 9 characters: 4.8 m | 5 characters: 4.9 km |
    ///
    /// - Parameters:
    ///   - coordinate: what the reader was told: for one with reduced precision, the middle of its cell.
    ///   - precision: the reader's.
    public func text(of coordinate: Coordinate, for precision: Precision) -> String {
        let isPrecise = precision == .precise
        switch self {
        case .maidenhead: return Maidenhead.locator(of: coordinate, characters: isPrecise ? 6 : 4)
        case .mgrs: return MGRS.reference(of: coordinate, digits: isPrecise ? 5 : 1)
        case .utm: return UniversalGridPosition(coordinate).text(unitInMeters: isPrecise ? 1 : 10_000)
        case .plusCode: return PlusCode.code(of: coordinate, digits: isPrecise ? 10 : 6)
        case .geohash: return Geohash.hash(of: coordinate, characters: isPrecise ? 9 : 5)
        }
    }
}
