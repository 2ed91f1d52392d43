/// What `Format=` may say. A format is a file in this folder and a line here; settings, help and errors take their lists from it.
public enum ReportFormats {
    /// All formats, in the order in which they are named to people.
    public static let all: [ReportFormat] = [
        .homeassistant,
        .overland,
        .owntracks,
        .traccar,
        .placemarkd,
        .signalk,
        .template,
    ]
}
