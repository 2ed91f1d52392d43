import PlacemarkModel

/// The locations of this machine as they come, and the reasons when none come: CoreLocation's
/// `CLLocationUpdate.liveUpdates()`.
///
///     for await update in LocationUpdates.live() {
///         print(update.location?.coordinate ?? update.reason)
///     }
///
/// The first update is the current state. The sequence never fails, and ends only when its task is cancelled. Where there is
/// no daemon, or none that lets this user in, it says so once and goes on trying.
public struct LocationUpdates: AsyncSequence, Sendable {
    public typealias Element = LocationUpdate
    public typealias Failure = Never

    /// How many locations the reader wants.
    public enum LiveConfiguration: Hashable, Sendable {
        /// As the daemon delivers them: by its distance filter, at rest once a minute.
        case `default`
        /// One every 500 m and 5 min at most: CoreLocation's `startMonitoringSignificantLocationChanges`.
        case significant

        var locations: EventFilter {
            switch self {
            case .default: EventFilter([.location])
            case .significant: .significant
            }
        }
    }

    let updates: Updates<LocationReading>

    public static func live(
        _ configuration: LiveConfiguration = .default, from client: PlacemarkClient = PlacemarkClient()
    ) -> LocationUpdates {
        LocationUpdates(updates: Updates(client: client, reading: LocationReading(configuration.locations)))
    }

    public func makeAsyncIterator() -> Iterator { Iterator(updates: updates.makeAsyncIterator()) }

    public struct Iterator: AsyncIteratorProtocol {
        var updates: Updates<LocationReading>.Iterator

        public mutating func next(isolation actor: isolated (any Actor)?) async -> LocationUpdate? {
            await updates.next(isolation: actor)
        }
    }
}
