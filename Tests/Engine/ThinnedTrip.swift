@testable import LocationEngine
import PlacemarkModel

extension TrackThinning {
    /// The points of a whole trip.
    static func points(of fixes: [Location], motion: (Location) -> Motion? = { _ in nil }) -> [TrackPoint] {
        var thinning = TrackThinning()
        return fixes.flatMap { thinning.accept($0, motion: motion($0)) } + thinning.interrupt()
    }
}

extension TrackPoint {
    /// Since boot, where the receiver's clock runs with the boot-time clock.
    var seconds: Double {
        switch time {
        case .receiver(let timestamp): timestamp.duration(since: epoch).inSeconds
        case .sinceBoot(let duration): duration.inSeconds
        }
    }
}
