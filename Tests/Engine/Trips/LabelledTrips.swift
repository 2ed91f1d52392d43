/// What a person calls a trip in the recordings of real receivers, by looking at their fixes: the last moment at the place
/// of a stay, and the first at that of the next. A stay is where somebody is for ten minutes and more; who waits for five
/// minutes goes on with the same trip. The recordings themselves are not part of this project.
enum LabelledTrips {
    struct Label {
        /// Times of day in UTC, as `hh:mm:ss`.
        let start, end: String
    }

    static let all: [(recording: String, trips: [Label])] = [
        // A car that stands where it was switched on; the recording ends where it stops.
        ("drive-fukushima.nmea", [Label(start: "00:42:23", end: "02:07:51")]),
        // A car, 32 minutes at rest, and a slow way on with four rests of up to five minutes; it ends under way.
        (
            "drive-tokyo-fuji.nmea",
            [Label(start: "03:43:51", end: "05:36:18"), Label(start: "06:08:50", end: "08:13:52")]
        ),
        // A walk with two rests, of 21 and 34 minutes. The receiver writes a fix every ten metres.
        (
            "hike-istria.nmea",
            [
                Label(start: "09:48:33", end: "10:52:22"), Label(start: "11:13:49", end: "11:34:09"),
                Label(start: "12:08:10", end: "13:15:46"),
            ]
        ),
        // A train under ground and a walk; after two hours at rest a walk and a bus; most of an hour indoors, with fixes that
        // stray by 200 m; a walk; after two hours without a fix a walk back, with a gap of ten minutes.
        (
            "still-indoor-sg.nmea",
            [
                Label(start: "08:35:14", end: "09:31:48"), Label(start: "11:43:26", end: "12:19:39"),
                Label(start: "13:11:42", end: "13:28:40"), Label(start: "15:40:27", end: "16:05:38"),
            ]
        ),
    ]
}
