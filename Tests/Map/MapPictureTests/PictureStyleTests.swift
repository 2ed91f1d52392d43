import Foundation
import TestSupport
import Testing

@testable import MapPicture

/// Pictures look as the page does: both have their lists in a language of their own, and these hold them together.
@Suite("The style of pictures") struct PictureStyleTests {
    @Test("pictures draw the world's ways as the page's style does: the same layers and ranks, in its order")
    func waysOfStyle() throws {
        let style = try Checkout.text("map/model/basemapStyle.js")
        let lines = style.split(separator: "\n").filter { line in
            ["rivers", "railways", "roads"].contains { line.contains("line(\"\($0)") }
        }
        let ways = WorldWay.all(.light)
        #expect(lines.count == ways.count)
        for (line, way) in zip(lines, ways) {
            #expect(line.contains("\"\(way.layer)\", \(way.rank.map { "[\"==\", rank, \(Int($0))]" } ?? "true"),"))
            if way.firstZoom > 0 { #expect(line.contains("minzoom: \(Int(way.firstZoom))")) }
        }
    }

    @Test("pictures fill the same kinds of areas and lines as the page, in its order and its colours")
    func kindsOfStyle() throws {
        let kinds = try Checkout.text("map/model/areaKinds.js")
            .components(separatedBy: "export const ").dropFirst()
            .map { $0.matches(of: /(?m)^ +(\w+): "(\w+)",$/).map { (kind: String($0.1), color: String($0.2)) } }
        let palettes = try Checkout.text("map/model/palette.js")
            .components(separatedBy: "\nconst ").dropFirst()
            .map { text in
                Dictionary(text.matches(of: /(\w+): "#([0-9a-f]{6})"/).map { (String($0.1), String($0.2)) }) { $1 }
            }
        try #require(kinds.count == 2 && palettes.count == 2)
        for (colors, palette) in zip([MapColors.light, .dark], palettes) {
            for (drawn, kinds) in zip([colors.areas, colors.lines], kinds) {
                #expect(drawn.map(\.kind) == kinds.map(\.kind))
                for (color, kind) in zip(drawn.map(\.color), kinds) {
                    #expect(UInt32(palette[kind.color] ?? "", radix: 16) == color, "\(kind)")
                }
            }
        }
    }

    @Test("the way has the page's colours, from the page's speeds on")
    func speedsOfStyle() throws {
        let track = try Checkout.text("map/model/track.js")
        let limits = try #require(track.firstMatch(of: /speedLimits = \[([^\]]+)\]/))
        #expect(limits.1.split(separator: ", ").compactMap { Double($0) } == MapColors.speedLimitsInMetersPerSecond)
        let palettes = try Checkout.text("map/model/palette.js")
        let speeds = palettes.matches(of: /speeds: \[([^\]]+)\]/).map {
            $0.1.matches(of: /#([0-9a-f]{6})/).map { UInt32($0.1, radix: 16) }
        }
        #expect(speeds == [MapColors.light.speeds, MapColors.dark.speeds])
        #expect(MapColors.light.color(ofMetersPerSecond: 30) == MapColors.light.speeds[4])
    }
}
