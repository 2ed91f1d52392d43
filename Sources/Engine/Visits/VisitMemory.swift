import PlacemarkModel

extension VisitDetector {
    /// What must outlive the process, so that a visit that goes on is still the same one afterwards.
    public struct Memory: Hashable, Codable, Sendable, BootBoundMemory {
        var open: OpenVisit?
        var recent: [Visit] = []
        var lastFix: FixTime?
        var isOfEarlierBoot = false

        /// What to restore when the identity of the boot is another than the one that was kept beside it.
        public var ofEarlierBoot: Memory { movedBeforeThisBoot }

        /// Whether a run can have left this: visits end after they have begun, and nothing is larger than the earth.
        var isSound: Bool { (open?.isSound ?? true) && recent.allSatisfy(\.isSound) }

        func shifted(by offset: Duration) -> Memory {
            var shifted = self
            shifted.open = open?.shifted(by: offset)
            shifted.recent = recent.map { $0.shifted(by: offset) }
            shifted.lastFix = lastFix?.shifted(by: offset)
            return shifted
        }
    }
}
