/// A client of the daemon's socket, as far as a geocoder has to know it.
public struct GeocodeClient: Hashable, Sendable {
    /// The user's number, by the kernel's word.
    public var userID: UInt32
    /// Whether it is root or the daemon's own user, for whom a reserve is left.
    public var isOperator: Bool
    /// Whether the detail packs answer it, too.
    ///
    /// Each fix reads the pages of a pack that are about where the box is. So the time of an answer from them tells where the
    /// box has been, to a reader who may not know that.
    public var asksPacks: Bool

    public init(userID: UInt32, isOperator: Bool = false, asksPacks: Bool = false) {
        (self.userID, self.isOperator, self.asksPacks) = (userID, isOperator, asksPacks)
    }

    /// Somebody of whom nothing is known, and who is told what everybody may be told.
    public static let nobody = GeocodeClient(userID: .max)
}
