public import PlacemarkModel

/// Precise access for some time: CoreLocation's `requestTemporaryFullAccuracyAuthorization`, decided by root.
extension PlacemarkClient {
    /// The grants that are in force: for root all of them, for another user its own.
    public func grants() async throws(PlacemarkClientError) -> [GrantReport] {
        let report: GrantsReport = try await value(of: "grants")
        return report.grants
    }

    /// Lets a user know everything for at most 24 hours, and replaces an earlier grant. For root.
    ///
    /// - Parameter purpose: why, for the log and the list: one line of at most 200 bytes.
    public func grant(
        userID: UInt32, for duration: Duration, purpose: String
    ) async throws(PlacemarkClientError) -> GrantReport {
        guard !purpose.utf8.contains(UInt8(ascii: "\n")) else { throw .malformedRequest("a purpose is one line") }
        return try await value(of: "grant \(userID) \(duration.inSeconds.rounded(toDecimals: 3))s \(purpose)")
    }

    /// Takes a grant back. For root.
    public func revokeGrant(ofUserID userID: UInt32) async throws(PlacemarkClientError) {
        _ = try await answer(to: "revoke \(userID)")
    }
}
