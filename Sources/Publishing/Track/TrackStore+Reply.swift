import PlacemarkCore

extension TrackStore {
    /// How to answer a request for the track: batch by batch, so that neither its size nor a slow client costs memory.
    func reply(to query: TrackQuery) -> Reply {
        if query == .clear {
            return .later { () async throws(RequestError) in
                guard let count = try await self.clear() else { throw .noTrack }
                return .json(["cleared": count])
            }
        }
        return .pieces { send throws(RequestError) in
            guard var reading = try await self.reading(query) else { throw .noTrack }
            while true {
                let lines: [UInt8]?
                (lines, reading) = try await self.lines(of: reading)
                guard let lines else { return }
                guard lines.isEmpty ? !Task.isCancelled : await send(lines) else { return }
            }
        }
    }
}
