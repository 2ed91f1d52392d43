/// Ages and other times for people to read.
public enum AgeInWords {
    /// Below this the text is another one each second.
    public static let leastMinutesInSeconds = 120.0

    /// Whole seconds, minutes, hours or days, rounded down: `119 s`, `2 min`, `47 h`, `2 days`. Two of the larger unit are
    /// the least, so that rounding takes away a third at most. A number that is negative or none counts as 0.
    public static func text(seconds: Double) -> String {
        // Bounded, so that no conversion can trap.
        let seconds = seconds > 0 ? min(seconds, 1e12) : 0
        return switch seconds {
        case ..<leastMinutesInSeconds: "\(Int(seconds)) s"
        case ..<7200: "\(Int(seconds / 60)) min"
        case ..<172_800: "\(Int(seconds / 3600)) h"
        default: "\(Int(seconds / 86_400)) days"
        }
    }
}
