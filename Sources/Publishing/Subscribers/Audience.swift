import PlacemarkCore

/// Those who get the same bytes.
struct Audience: Hashable {
    var precision: Precision
    var filter = EventFilter.all
    var framing = EventFraming.lines
}
