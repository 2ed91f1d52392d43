/// Tells a true heading that a compass says from one that gpsd only repeats.
///
/// gpsd 3.25 writes all that a device has said of its attitude into each report, and forgets it when a receiver's next epoch begins.
/// Compasses on a device without a receiver have no epochs: the heading of a gyrocompass that has died is in each report that
/// the magnetic compass beside it causes, for ever, and would count before that one.
struct RepeatedHeading {
    /// A true heading that is the same to the last digit, while the magnetic one has turned by more than this, is not being said.
    static let largestTurnInDegrees = 10.0

    /// gpsd has no more. The bound is for servers that are not gpsd.
    private static let mostDevices = 64

    /// Of each device the report with both headings in which the true one was new.
    private var newest: [String?: ATT] = [:]

    /// Takes the true heading out of a report that only repeats it.
    mutating func remove(from report: inout ATT) {
        guard !report.heading.isNaN, !report.magneticHeading.isNaN else {
            // gpsd has forgotten the other one: whatever comes with it from now on has been said since.
            newest.removeValue(forKey: report.device)
            return
        }
        guard let first = newest[report.device], first.heading == report.heading else {
            if newest.count >= Self.mostDevices { newest = [:] }
            newest[report.device] = report
            return
        }
        let turn = abs((report.magneticHeading - first.magneticHeading).remainder(dividingBy: 360))
        if turn > Self.largestTurnInDegrees { report.heading = .nan }
    }
}
