import PlacemarkModel
import TestSupport
import Testing

@testable import MapPicture

@Suite("The grid of pictures") struct GraticuleTests {
    @Test(
        "the steps are those of charts, finer with each zoom, and finer for parallels where Mercator stretches them",
        arguments: [
            (0.0, 0.0, 5400.0, 5400.0), (2, 0, 1200, 1200), (8, -17, 20, 20), (10, 0, 5, 5), (10, -70, 5, 2),
            (14, 0, 0.5, 0.5), (19, 0, 0.01, 0.01), (25, 0, 0.01, 0.01), (0, 85.05, 5400, 600), (0, -90, 5400, 600),
        ])
    func steps(zoom: Double, latitude: Double, meridians: Double, parallels: Double) {
        let steps = Graticule.steps(zoom: zoom, latitude: latitude)
        #expect(steps.meridians == meridians && steps.parallels == parallels)
    }

    @Test("a view across the antimeridian has lines on both sides, with the letters of their sides")
    func antimeridian() {
        let bounds = Viewport.Bounds(west: 179.5, east: 180.5, south: -0.5, north: 0.5)
        let grid = Graticule(bounds: bounds, zoom: 8, latitude: 0)
        #expect(grid.meridians.map(\.label) == ["179° 40′ E", "180° 00′", "179° 40′ W"])
        #expect(grid.meridians.map { ($0.degrees * 60).rounded() } == [10_780, 10_800, 10_820])
        #expect(grid.parallels.map(\.label) == ["0° 20′ S", "0° 00′", "0° 20′ N"])
    }

    @Test("a picture across the antimeridian has all its lines inside, in their order", arguments: [179.9, -179.9])
    func pictureAcross(longitude: Double) throws {
        let viewport = view(latitude: -17, longitude: longitude, zoom: 8)
        let grid = try #require(Graticule(viewport, units: .nautical))
        let labels = grid.meridians.map(\.label)
        #expect(labels.contains("179° 40′ E") && labels.contains("180° 00′") && labels.contains("179° 40′ W"))
        let places = grid.meridians.map { viewport.x(ofLongitude: $0.degrees) }
        #expect(places == places.sorted() && places.allSatisfy { (0...viewport.width).contains($0) })
        #expect(grid.parallels.map { viewport.y(ofLatitude: $0.degrees) }.allSatisfy { (0...600).contains($0) })
    }

    @Test("at zoom 0 the earth is there more than once, and so are its meridians")
    func earth() throws {
        let viewport = view(latitude: 0, longitude: 0, zoom: 0)
        let grid = try #require(Graticule(viewport, units: .nautical))
        #expect(grid.meridians.map(\.label) == ["90° E", "180°", "90° W", "0°", "90° E", "180°", "90° W"])
        #expect(grid.parallels.map(\.label) == ["0°"])
    }

    @Test("the grid ends where Mercator's map does, and beyond it there is none")
    func poles() throws {
        let bounds = Viewport.Bounds(west: 0, east: 25, south: 79, north: 89)
        let grid = Graticule(bounds: bounds, zoom: 3, latitude: 84)
        #expect(grid.parallels.map(\.label) == ["80° N", "82° N", "84° N"])
        #expect(grid.meridians.map(\.label) == ["0°", "10° E", "20° E"])
        for latitude in [90.0, -90] {
            let beyond = view(latitude: latitude, longitude: 0, zoom: 19)
            let none = try #require(Graticule(beyond, units: .nautical))
            #expect(none.meridians.isEmpty && none.parallels.isEmpty)
        }
    }

    @Test("at the nearest zoom lines are a hundredth of a minute apart, and their labels say so")
    func near() throws {
        let viewport = view(latitude: 43.73, longitude: 7.42, zoom: 19)
        let grid = try #require(Graticule(viewport, units: .nautical))
        #expect(grid.meridians.count > 5 && grid.parallels.count > 2)
        #expect(grid.meridians.map(\.label).contains("7° 25.20′ E"))
        #expect(grid.parallels.map(\.label).contains("43° 43.80′ N"))
    }

    @Test("there is no grid in units that no chart has", arguments: [ScaleUnits.metric, .imperial])
    func otherUnits(units: ScaleUnits) throws {
        let viewport = view(latitude: 0, longitude: 0, zoom: 5)
        #expect(Graticule(viewport, units: units) == nil)
    }

    @Test("labels stand at the lower and the right edge where they have room, and clear of what is there")
    func labels() throws {
        let viewport = view(latitude: 0, longitude: 0, zoom: 2, width: 512, height: 512)
        let painter = GridPainter(
            canvas: try #require(Canvas(width: 512, height: 512, format: .png)), viewport: viewport, colors: .light,
            graticule: try #require(Graticule(viewport, units: .nautical)))
        let labels = painter.labels(below: 0, above: 486)
        // The lines of 40° are too near to the corners.
        #expect(labels.map(\.text) == ["20° W", "0°", "20° E", "20° S", "0°", "20° N"])
        #expect(labels.prefix(3).allSatisfy { $0.corner.y == 468 })
        #expect(labels.suffix(3).allSatisfy { $0.corner.x + $0.width == 512 })
        // 20° N is 140 pixels from the top.
        #expect(painter.labels(below: 135, above: 486).map(\.text) == ["20° W", "0°", "20° E", "20° S", "0°"])
    }

    private func view(
        latitude: Double, longitude: Double, zoom: Double, width: Int = 800, height: Int = 600
    ) -> Viewport {
        var style = PictureStyle()
        (style.width, style.height, style.zoom) = (width, height, zoom)
        style.center = Coordinate(latitude: latitude, longitude: longitude)
        return Viewport(style, showing: [])
    }

    @Test("the grid has the steps, the distances and the ends of the page's")
    func stepsOfPage() throws {
        let page = try Checkout.text("map/model/graticule.js")
        let steps = try #require(page.firstMatch(of: /const steps = \[([^\]]+)\]/))
        #expect(steps.1.split(separator: ", ").compactMap { Double($0) } == Graticule.stepsInMinutes)
        let distance = try #require(page.firstMatch(of: /const leastDistance = (\d+)/))
        #expect(Double(distance.1) == Graticule.leastDistanceInPixels)
        let last = try #require(page.firstMatch(of: /const lastLatitude = (\d+)/))
        #expect(Double(last.1) == Graticule.lastLatitude)
        let room = try #require(page.firstMatch(of: /const room = \{ beside: (\d+), above: (\d+), below: (\d+) \}/))
        let drawn = GridPainter.room
        #expect([room.1, room.2, room.3].map { Double($0) } == [drawn.beside, drawn.above, drawn.below])
    }

    @Test("the grid is written as the page's own tests have it")
    func labelsOfPage() throws {
        let tests = try Checkout.text("map/tests/graticule.test.js")
        let call = /gridLabel\((-?[\d.]+), ([\d.]+), (east|\["N", "S"\])\), "([^"]+)"/
        let cases = tests.matches(of: call)
        #expect(cases.count >= 8)
        for (_, angle, minutes, letters, text) in cases.map(\.output) {
            let (degrees, step) = (try #require(Double(angle)), try #require(Double(minutes)))
            #expect(Graticule.label(degrees, stepInMinutes: step, isLongitude: letters == "east") == text)
        }
    }

    @Test("the grid has the widths and the colours of the page's")
    func colorsOfPage() throws {
        let style = try Checkout.text("map/model/overlayStyle.js")
        let paint = /id: "grid", .*"line-color": colors\.waterText, "line-width": ([\d.]+), "line-opacity": ([\d.]+)/
        let line = try #require(style.firstMatch(of: paint))
        #expect(Double(line.1) == GridPainter.lineWidth && Double(line.2) == GridPainter.lineOpacity)
        let sheet = try Checkout.text("map/page.css")
        let rule = /grid span \{.* padding: (\d+)px (\d+)px; font-size: (\d+)px; line-height: (\d+)px;.*solid\) (\d+)%/
        let label = try #require(sheet.firstMatch(of: rule))
        #expect(Double(label.1) == GridPainter.padding.above && Double(label.2) == GridPainter.padding.beside)
        #expect(Double(label.3) == GridPainter.textSize && Double(label.4) == GridPainter.lineHeight)
        #expect(Double(label.5) == (GridPainter.groundOpacity * 100).rounded())
        let palettes = sheet.matches(of: /solid: #([0-9a-f]{6});\s+--text: #([0-9a-f]{6});/)
        try #require(palettes.count == 2)
        for (colors, palette) in zip([MapColors.light, .dark], palettes) {
            #expect(UInt32(palette.1, radix: 16) == colors.gridGround)
            #expect(UInt32(palette.2, radix: 16) == colors.gridText)
        }
    }
}
