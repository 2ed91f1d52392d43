import Recordings

/// Tells of the damage in a recording on standard error, up to a number of lines, and then how much more there is.
struct DamageReport {
    let file: String
    private(set) var count = 0

    private static let mostTold = 20

    init(file: String) { self.file = file }

    mutating func tell(_ damage: RecordingDamage, beside progress: inout Progress) {
        count += 1
        guard count <= Self.mostTold else { return }
        progress.interrupt()
        Terminal.complain("\(file):\(damage)")
    }

    func finish() {
        if count > Self.mostTold { Terminal.complain("\(file): and \(count - Self.mostTold) more like these") }
    }
}
