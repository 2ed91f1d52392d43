import PlacemarkModel

/// A moment of a clock that a test makes up.
func at(_ seconds: Double) -> BootInstant { BootInstant(sinceBoot: .seconds(seconds)) }
