/// What all programs have in common, because they are built and installed together.
public enum Installation {
    public static let version = "0.1.0"
    /// Where the daemon listens, and where its clients look for it, unless they are told otherwise.
    public static let socketPath = "/run/placemarkd.sock"
    /// Where placemark-nominatim answers the daemon.
    package static let helperSocketPath = "/run/placemark-nominatim.sock"
    /// Where the operator describes the receivers of reports.
    package static let sinksDirectory = "/etc/placemarkd/reports.d"
    /// Where placemark-report answers `placemarkctl reports`.
    package static let reportsSocketPath = "/run/placemark-report/control.sock"
}
