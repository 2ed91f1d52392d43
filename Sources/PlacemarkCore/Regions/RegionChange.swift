/// A change of the regions while the box is under way, as somebody asks for it.
public enum RegionChange: Sendable {
    case add(Region)
    case remove(identifier: String)
}
