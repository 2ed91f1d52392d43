import MapPicture
import PlacemarkClient
import PlacemarkModel

/// Asks the daemon, as the user who runs this program, for what the picture shows.
struct SceneReader {
    let client: PlacemarkClient
    let order: PictureOrder

    /// A day at one point a second, with room: more points than pixels show nothing more.
    private static let mostPoints = 1_000_000

    /// The scene, and what is said on the terminal alone.
    var scene: (PictureScene, remarks: [String]) {
        get async throws(PlacemarkClientError) {
            var scene = PictureScene()
            do throws(PlacemarkClientError) {
                scene = Self.scene(of: try await client.status())
            } catch {
                // A map of somewhere needs no daemon, and does not speak of it.
                guard order.style.center != nil, order.track == nil, case .notReachable = error else { throw error }
                return (scene, ["placemarkd is not reachable: no position, no visits"])
            }
            if let duration = order.track {
                do throws(PlacemarkClientError) {
                    for try await point in client.track(since: .ago(duration)) where scene.track.count < Self.mostPoints
                    {
                        scene.track.append(point)
                    }
                } catch {
                    guard case .noAnswerYet(let sentence) = error else { throw error }
                    scene.notes.append("no track: \(sentence)")
                }
            }
            do throws(PlacemarkClientError) {
                let visits = try await client.visits()
                scene.visits = (visits.recent + [visits.current].compactMap(\.self)).map(Self.pin)
                scene.regions = try await client.regionShapes()
            } catch {
                // These are for precise readers; for the others the picture is complete without.
                guard case .refused = error else { throw error }
            }
            return (scene, [])
        }
    }

    private static func scene(of status: Status) -> PictureScene {
        var scene = PictureScene()
        guard let location = status.location else {
            scene.notes.append("no position: " + (status.source.reason ?? "\(status.source.state.rawValue)"))
            return scene
        }
        scene.position = PictureScene.Position(
            coordinate: location.coordinate, accuracyInMeters: location.horizontalAccuracy,
            headingInDegrees: status.heading?.trueHeading, isStale: location.stale)
        return scene
    }

    private static func pin(of visit: VisitReport) -> PictureScene.Pin {
        PictureScene.Pin(
            coordinate: visit.coordinate, name: visit.placemark?.name ?? visit.placemark?.locality ?? "")
    }
}
