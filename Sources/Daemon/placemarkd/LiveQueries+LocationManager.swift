import Geocoding
import LocationService
import PlacemarkModel
import Publishing
import SystemClocks

extension LiveQueries {
    /// Answered by the location manager.
    ///
    /// - Parameter settle: returns once the disk has what the manager has published, with false when it cannot.
    init(_ manager: LocationManager<BootClock>, trips: TripStore, settle: @escaping @Sendable () async -> Bool) {
        self.init(
            regions: Regions(
                page: { await manager.regions(after: $0) },
                features: { await manager.regionFeatures(after: $0) }, report: { await manager.requestState(of: $0) },
                change: { change async throws(RegionChangeError) in try await manager.change(change) }),
            places: Places(
                reverse: { request async throws(PlacesError) in
                    do throws(GeocodingError) {
                        return try await manager.placemark(
                            at: request.coordinate, geocoder: request.geocoder, languages: request.languages,
                            for: request.client)
                    } catch {
                        throw PlacesError(error)
                    }
                },
                search: { request async throws(PlacesError) in
                    do throws(GeocodingError) {
                        return try await manager.search(
                            request.text, near: request.near, limit: request.limit, geocoder: request.geocoder,
                            languages: request.languages, for: request.client)
                    } catch {
                        throw PlacesError(error)
                    }
                }),
            guards: Guards(
                report: { await manager.guardReport() },
                command: { command async throws(GuardMistake) in
                    var report = try await manager.command(command)
                    // Who hears that it is armed relies on that, also when the power goes in the next moment.
                    if await !settle() { report.kept = false }
                    return report
                }),
            trips: trips,
            beacons: Beacons(
                report: { await manager.beacons() }, wanted: { await manager.wantedBeacons() },
                listen: { await manager.listen(to: $0) }))
    }
}

extension LiveQueries.PlacesError {
    fileprivate init(_ error: GeocodingError) {
        self =
            switch error {
            case .noResult: .noPlace(error.description)
            case .noNetworkGeocoder: .noGeocoder(error.description)
            case .unavailable(let reason): .failed(reason)
            }
    }
}
