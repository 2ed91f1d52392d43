/// The version of the programs, which are built and installed together.
public enum ProgramVersion {
    public static let current = "0.1.0"
}
