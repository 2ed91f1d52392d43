import Files
import LocationEngine
import PlacemarkModel
import Synchronization
import SystemClocks

/// What readers are told of the kept trips and of the ship's log.
extension TripStore {
    /// The trip that goes on, and the receiver's time.
    fileprivate var present: (trip: TripRecord?, time: Timestamp?) {
        let now = now()
        return intake.withLock { ($0?.current?.withLocalTimes, $0?.clock.time(at: now)) }
    }

    /// How to answer a request for trips: chunk by chunk, so that neither their number nor a slow client costs memory.
    func reply(to request: TripsRequest, from userID: UInt32) -> Reply {
        switch request {
        case .list(let since):
            return .pieces(.jsonLines) { send throws(RequestError) in
                let (current, time) = self.present
                let start = since.start(at: time)
                let (chunks, labels) = try await self.withJournal { journal throws(AtomicFile.WriteError) in
                    (journal.chunks, try journal.labels())
                }
                // The present one may come to its end meanwhile.
                var hasCurrent = false
                for chunk in chunks {
                    let trips = try await self.trips(of: chunk)
                    if let current, trips.contains(where: { $0.id == current.id }) { hasCurrent = true }
                    let lines = trips.flatMap { trip in
                        trip.endsBefore(start) ? [] : JSONLine.encode(trip.labelled(labels[trip.id]))
                    }
                    guard lines.isEmpty ? !Task.isCancelled : await send(lines) else { return }
                }
                if let current, !hasCurrent { _ = await send(JSONLine.encode(current)) }
            }
        case .show(let id): return .later { () async throws(RequestError) in .json(try await self.trip(id)) }
        case .label(let id, var label):
            label.by = userID
            let said = label
            return .later { () async throws(RequestError) in
                let time = self.present.time
                let isKnown = try await self.withJournal { journal throws(AtomicFile.WriteError) in
                    try journal.label(id, said, at: time)
                }
                guard isKnown else { throw .unknownTrip(id) }
                return .json(try await self.trip(id))
            }
        case .verify(let hash):
            return .later { () async throws(RequestError) in
                .json(
                    try await self.withJournal { journal throws(AtomicFile.WriteError) in
                        try journal.verification(containing: hash)
                    })
            }
        }
    }

    /// How to answer a request for the ship's log, likewise.
    func reply(to request: LogRequest, from userID: UInt32) -> Reply {
        switch request {
        case .list(let since):
            return .pieces(.jsonLines) { send throws(RequestError) in
                let start = since.start(at: self.present.time)
                let chunks = try await self.withJournal { journal throws(AtomicFile.WriteError) in journal.chunks }
                for chunk in chunks {
                    let entries = try await self.withJournal { journal throws(AtomicFile.WriteError) in
                        try journal.entries(of: chunk).compactMap(\.log)
                    }
                    let lines = entries.flatMap { $0.isBefore(start) ? [] : JSONLine.encode($0) }
                    guard lines.isEmpty ? !Task.isCancelled : await send(lines) else { return }
                }
            }
        case .add(let remark):
            return .later { () async throws(RequestError) in
                let now = self.now()
                guard var entry = self.intake.withLock({ $0?.entry(at: now) }) else { throw .noTrips }
                (entry.remark, entry.by) = (remark, userID)
                let said = entry
                try await self.withJournal { journal throws(AtomicFile.WriteError) in
                    try journal.add(said, at: said.timestamp)
                }
                return .json(said)
            }
        }
    }

    private func trips(of chunk: Int) async throws(RequestError) -> [TripRecord] {
        try await withJournal { journal throws(AtomicFile.WriteError) in
            try journal.entries(of: chunk).compactMap(\.trip)
        }
    }

    private func trip(_ id: String) async throws(RequestError) -> TripRecord {
        if let current = present.trip, current.id == id { return current }
        let found: TripRecord? = try await withJournal { journal throws(AtomicFile.WriteError) in
            for chunk in journal.chunks {
                if let trip = try journal.entries(of: chunk).lazy.compactMap(\.trip).first(where: { $0.id == id }) {
                    return trip.labelled(try journal.labels()[id])
                }
            }
            return nil
        }
        guard let found else { throw .unknownTrip(id) }
        return found
    }
}

extension TripRecord {
    /// With what somebody has said of it. A class that a region has told stays where a person names no other.
    fileprivate func labelled(_ said: TripLabel?) -> TripRecord {
        guard let said else { return self }
        var trip = self
        trip.label = said.over(label)
        return trip
    }

    fileprivate func endsBefore(_ start: Timestamp?) -> Bool {
        guard let start, let time = end.timestamp else { return false }
        return time < start
    }
}

extension ShipsLogEntry {
    fileprivate func isBefore(_ start: Timestamp?) -> Bool {
        guard let start, let timestamp else { return false }
        return timestamp < start
    }
}
