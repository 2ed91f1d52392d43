import PlacemarkCore

/// What a reader has made of a piece of a recording.
enum Finding {
    /// A report of the receiver, and the moment that the recording gives for it. The event is not dated yet: its
    /// `receivedAt` means nothing.
    case report(SourceEvent, time: Timestamp?)
    case damage(RecordingDamage)
}
