import PlacemarkModel
import Reporting

/// What the daemon is asked of its trips.
enum TripQuestion: Hashable {
    /// Which trips there have been before any was told: they are not told any more.
    case past
    /// Those that have ended since then, and the one that goes on; nil for all.
    case since(Timestamp?)
    /// How this one is now.
    case one(String)
}

/// Trips, by events and from the daemon's list, each once.
extension Reporter {
    private func wantsTrips(_ precision: Precision) -> Bool {
        precision == .precise
            && posts.values.contains { $0.sink.settings.precision == .precise && $0.filter.rules.kinds.hasTrips }
    }

    /// What to ask at the beginning of a stream of events, before which some may have been lost; nil for nothing.
    func questionOfTrips(_ precision: Precision) -> TripQuestion? {
        guard wantsTrips(precision) else { return nil }
        asksForTripsAgain = true
        return tripsTold.knowsPast ? .since(tripsTold.since) : .past
    }

    /// What to ask a minute later; nil for nothing. A list that was asked for at the beginning may lack a trip that the daemon
    /// could not write, and is left where an event has overtaken it. And that a trip goes on which seemed to have ended is no
    /// event.
    func laterQuestionOfTrips(_ precision: Precision) -> TripQuestion? {
        guard wantsTrips(precision) else { return nil }
        if asksForTripsAgain {
            asksForTripsAgain = false
            return tripsTold.knowsPast ? .since(tripsTold.since) : .past
        }
        return tripsTold.provisional.map { .one($0) }
    }

    /// Takes these for the trips of a time before anybody was told of trips.
    ///
    /// - Parameters:
    ///   - current: the trip that goes on, which is told.
    ///   - question: as of `takeTrips`.
    func beginTrips(
        with past: TripsTold, _ current: TripRecord?, _ precision: Precision, question: Int? = nil
    ) async {
        await put([], trips: tripsTold.following(past))
        if let current { await takeTrips([current], precision, question: question) }
    }

    /// Takes trips from the daemon's list, in its order.
    ///
    /// - Parameter question: how many events had come when it was asked for. If one has come since, the list may be older than
    ///   that, and is left, and asked for again; nil for a list that is not.
    func takeTrips(_ trips: [TripRecord], _ precision: Precision, question: Int? = nil) async {
        guard question == nil || question == tripEvents else { return asksForTripsAgain = true }
        for trip in tripsTold.news(in: trips) {
            let time = trip.state == .underway ? trip.start.timestamp : trip.end.timestamp
            let moment = time.map(Happening.Moment.civil) ?? .sinceBoot(clocks.boot())
            await take(trip, nil, at: moment, precision)
        }
    }

    /// Takes a trip, unless it has been told.
    ///
    /// - Parameter event: the daemon's; nil for a trip from its list.
    func take(_ trip: TripRecord, _ event: EventReport?, at moment: Happening.Moment, _ precision: Precision) async {
        guard wantsTrips(precision) else { return }
        if event != nil { tripEvents += 1 }
        let now = clocks.boot()
        var told = tripsTold
        guard let kind = told.take(trip, isEvent: event != nil) else { return }
        let regions = event == nil ? nil : states[precision]?.regions?.sorted()
        let happening = Happening(kind, at: moment, regions: regions, event: event ?? EventReport(trip))
        await put(
            filtered(happening, precision, at: now), heardUntil: event != nil && recovering.isEmpty ? now : nil,
            trips: told)
        await pulses[precision]?.ring()
    }
}
