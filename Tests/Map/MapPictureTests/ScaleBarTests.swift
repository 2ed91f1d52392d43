import Testing

@testable import MapPicture

@Suite("The scale of pictures") struct ScaleBarTests {
    @Test(
        "the bar is a round number of units, as long as there is room",
        arguments: [
            (1.0, ScaleUnits.metric, 100.0, "100 m"), (1.4, .metric, 100 / 1.4, "100 m"),
            (100, .metric, 100, "10 km"), (0.02, .metric, 100, "2 m"), (4500, .metric, 200 / 4.5, "200 km"),
            (100, .nautical, 92.6, "5 NM"), (5, .nautical, 74.08, "0.2 NM"), (0.5, .nautical, 74.08, "0.02 NM"),
            (1, .imperial, 60.96, "200 ft"), (20, .imperial, 80.4672, "1 mi"),
        ])
    func bar(metersPerPixel: Double, units: ScaleUnits, pixels: Double, label: String) {
        let bar = ScaleBar(metersPerPixel: metersPerPixel, room: 100, units: units)
        #expect(bar.label == label)
        #expect(abs(bar.pixels - pixels) < 1e-6)
    }
}
