/// Which of day and month comes first in dates that do not begin with their year: what the user knows of a recording.
public enum DateOrder: String, CaseIterable, Sendable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
}
