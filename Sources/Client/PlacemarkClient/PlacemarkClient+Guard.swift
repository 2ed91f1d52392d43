public import PlacemarkModel

/// The guard, for precise readers: an anchor watch, or one of a parked vehicle.
extension PlacemarkClient {
    /// The guard and how it stands.
    public func guardReport() async throws(PlacemarkClientError) -> GuardReport { try await value(of: "guard") }

    /// Guards from now on, also after a restart of the daemon. It takes the place of the guard before.
    @discardableResult
    public func arm(_ order: GuardOrder) async throws(PlacemarkClientError) -> GuardReport {
        try await value(of: "guard \(order.words)")
    }

    /// Says that somebody knows of the alarm.
    @discardableResult
    public func acknowledgeGuard() async throws(PlacemarkClientError) -> GuardReport {
        try await value(of: "guard acknowledge")
    }

    /// Ends the guard.
    @discardableResult
    public func disarmGuard() async throws(PlacemarkClientError) -> GuardReport { try await value(of: "guard off") }
}

extension GuardOrder {
    /// As the request `guard` reads it.
    fileprivate var words: String {
        var words = [kind.rawValue]
        if let coordinate {
            words.append("at=\(coordinate.latitude.fixed(decimals: 7)),\(coordinate.longitude.fixed(decimals: 7))")
        }
        let lengths = [("distance", distance), ("radius", radius), ("warning", warning)]
        if let bearing { words.append("bearing=\(bearing.fixed(decimals: 3))") }
        for (name, length) in lengths { if let length { words.append("\(name)=\(length.fixed(decimals: 3))m") } }
        if let sector { words.append("sector=\(sector.from.fixed(decimals: 3))-\(sector.to.fixed(decimals: 3))") }
        if let grace { words.append("grace=\(grace.fixed(decimals: 3))s") }
        return words.joined(separator: " ")
    }
}
