import Glibc
import Testing

@testable import MapPicture

@Suite("Names along lines") struct NamePathTests {
    private func line(_ points: (Double, Double)...) -> [PicturePoint] {
        points.map { PicturePoint(x: $0.0, y: $0.1) }
    }

    @Test("a name goes along its street, and is never upside down", arguments: [0.0, 30, 89, 91, 150, 180, -45, -120])
    func angle(degrees: Double) throws {
        let turn = degrees * .pi / 180
        let path = try #require(
            NamePath(along: line((0, 0), (200 * cos(turn), 200 * sin(turn))), length: 100, size: 12))
        #expect(abs(path.angle) <= .pi / 2 + 1e-9)
        #expect(abs(sin(path.angle - turn)) < 1e-9)
        #expect(abs(path.middle.y * cos(turn) - path.middle.x * sin(turn)) < 1e-9)
    }

    @Test("of a winding line it takes the straight piece")
    func straightest() throws {
        let winding = line((0, 0), (20, 20), (40, 0), (60, 20), (80, 0), (280, 0))
        let path = try #require(NamePath(along: winding, length: 120, size: 12))
        #expect(path.middle.x > 130 && abs(path.middle.y) < 4)
    }

    @Test("a line that is too short, turns too much or comes back has no name along it")
    func noRoom() {
        #expect(NamePath(along: line((0, 0), (50, 0)), length: 60, size: 12) == nil)
        #expect(NamePath(along: line((0, 0), (50, 50), (100, 0), (150, 50), (200, 0)), length: 120, size: 12) == nil)
        #expect(NamePath(along: line((0, 0), (60, 0), (0, 0)), length: 100, size: 12) == nil)
        #expect(NamePath(along: [], length: 10, size: 12) == nil)
    }

    @Test("the widths of lines are those of the page between its stops, and hold beyond them")
    func widths() {
        let width = WidthByZoom((12, 1), (15, 3))
        #expect(width.pixels(atZoom: 3) == 1 && width.pixels(atZoom: 12) == 1 && width.pixels(atZoom: 19) == 3)
        // 1 + 2 · (1.6 − 1) / (1.6³ − 1), as MapLibre's documentation defines it.
        #expect(abs(width.pixels(atZoom: 13) - (1 + 2 * 0.6 / 3.096)) < 1e-9)
    }
}
