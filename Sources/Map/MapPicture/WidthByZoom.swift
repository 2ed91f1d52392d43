import Glibc

/// The width of a line, which grows with the zoom: `widthByZoom` of the page's style.
struct WidthByZoom: Equatable {
    /// In pixels, at zooms that grow.
    let stops: [(zoom: Double, pixels: Double)]

    /// By how much one zoom is worth more than the one before, between two stops: MapLibre's "exponential" with the page's base
    /// (MapLibre Style Specification, "interpolate").
    private static let base = 1.6

    init(_ stops: (zoom: Double, pixels: Double)...) { self.stops = stops }

    /// In pixels; before the first stop that of the first, behind the last that of the last.
    func pixels(atZoom zoom: Double) -> Double {
        guard let next = stops.firstIndex(where: { $0.zoom > zoom }) else { return stops.last?.pixels ?? 0 }
        guard next > 0 else { return stops[0].pixels }
        let (from, to) = (stops[next - 1], stops[next])
        let share = (pow(Self.base, zoom - from.zoom) - 1) / (pow(Self.base, to.zoom - from.zoom) - 1)
        return from.pixels + share * (to.pixels - from.pixels)
    }

    static func == (one: WidthByZoom, other: WidthByZoom) -> Bool {
        one.stops.elementsEqual(other.stops) { $0 == $1 }
    }
}
