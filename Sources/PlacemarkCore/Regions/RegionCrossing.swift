/// Which way a border was crossed. Exits are told first.
public enum RegionCrossing: Int, Hashable, Sendable {
    case exited, entered
}
