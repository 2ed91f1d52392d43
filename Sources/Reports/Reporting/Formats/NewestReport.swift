/// Tells what is new from what is caught up with: a receiver that keeps only the present must not be put back in time.
///
/// The order is that of the outbox. Times are no order: when a clock that was in the future is set right, all that happens from then
/// on would count as past.
struct NewestReport: Sendable {
    private var identity: ReportIdentity?

    /// Whether nothing newer has been before it. From then on it is the newest one.
    mutating func isPassed(by report: Report) -> Bool {
        guard allows(report) else { return false }
        identity = report.id
        return true
    }

    /// Whether nothing newer than this report has been before it. An outbox that was begun anew is newer than the one before it.
    func allows(_ report: Report) -> Bool {
        guard let identity, identity.outbox == report.id.outbox else { return true }
        return identity.sequence <= report.id.sequence
    }
}
