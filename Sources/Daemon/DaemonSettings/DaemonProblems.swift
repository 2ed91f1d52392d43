internal import Glibc
internal import Settings

/// What can be wrong with the daemon's own files and values.
extension ConfigurationProblem.Reason {
    // MARK: Values of one section or several

    /// Two values that do not go together: `Policy=every-fix`, and a geocoder that must not be asked that often.
    static let tooManyRequests = Self.stated(
        "[Geocoding] Policy=every-fix does not go with a Geocoder= that is a socket: expected another policy, such as"
            + " on-change, or Geocoder=gazetteer")

    // MARK: What the service may use

    /// The service's user cannot make files in the directory of this key; an errno.
    static func notWritable(key: String, user: String, _ number: Int32) -> Self {
        .stated(
            "\(key)= in [Publishing]: the user \(user) cannot write there: \(String(cString: strerror(number)));"
                + " expected a directory of this user, as \"install -d -o \(user) -m 750 DIRECTORY\" makes it")
    }

    /// The service's unit keeps it from writing there.
    static func readOnlyForService(key: String) -> Self {
        .stated(
            "\(key)= in [Publishing]: read-only for the service: expected a ReadWritePaths= with this directory under"
                + " [Service], as \"systemctl edit placemarkd\" adds it")
    }

    /// The service's user cannot use the socket of the geocoder; an errno.
    static func geocoderOutOfReach(user: String, _ number: Int32) -> Self {
        .stated(
            "Geocoder= in [Geocoding]: the user \(user) cannot connect there: \(String(cString: strerror(number)));"
                + " expected a socket that this user may write to")
    }

    /// What is at the path of the geocoder is no socket.
    static let geocoderNoSocket = Self.stated(
        "Geocoder= in [Geocoding]: is not a socket: expected the socket of a geocoder, or the word gazetteer")

    // MARK: Files of regions

    /// A file that is not JSON. The decoder does not tell where.
    static let malformedJSON = Self.stated(
        "expected GeoJSON, but this is not valid JSON: jq . FILE shows where it breaks")

    /// JSON, but neither a feature nor a collection of them.
    static let noFeatures = Self.stated("expected a GeoJSON object of the type FeatureCollection or Feature")

    /// - Parameters:
    ///   - feature: counted from 1.
    ///   - identifier: nil where there is none.
    static func badRegion(feature: Int, identifier: String?, expected: String) -> Self {
        .stated(
            "feature \(feature)" + (identifier.map { ", \"\(ConfigurationProblem.visible($0))\"" } ?? "")
                + ": expected \(expected)")
    }

    static func duplicateRegion(feature: Int, identifier: String, first: Int, firstFile: String) -> Self {
        .stated(
            "feature \(feature), \"\(ConfigurationProblem.visible(identifier))\": expected an identifier of its own:"
                + " feature \(first) of \(ConfigurationProblem.visible(firstFile)) has the same")
    }

    static func tooManyRegions(maximum: Int) -> Self { .stated("expected at most \(maximum) regions in all files") }

    /// A line of a compass's deviation table, or the table as a whole.
    static func badDeviation(expected: String) -> Self {
        .stated("not the deviation of a compass: expected \(expected)")
    }
}
