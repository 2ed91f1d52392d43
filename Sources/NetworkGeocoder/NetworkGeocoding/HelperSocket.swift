import Glibc
import PlacemarkModel

/// Where placemark-nominatim's socket is. It lay in the daemon's directory once, and settings that name that path still mean
/// it.
package struct HelperSocket: Sendable {
    var current = Installation.helperSocketPath
    var former = "/run/placemarkd/geocoder.sock"

    package init() {}

    /// Where to ask for the geocoder that settings name.
    ///
    /// Where the helper's socket is there, its former path means it: an upgrade may leave a file at that path, at which nobody
    /// listens. Where it is not, what lies at that path may be another geocoder's.
    package func path(for named: String) -> String {
        named == former && access(current, F_OK) == 0 ? current : named
    }
}
