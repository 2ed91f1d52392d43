import ArgumentParser
import MapPicture
import PlacemarkModel

/// What the command line asks for, checked.
struct PictureOrder {
    var style = PictureStyle()
    var format: PictureFormat
    /// How far back the track goes; nil: no track.
    var track: Duration?

    init(output: String, size: String, track: String?, center: String?, zoom: Double?, units: String, isDark: Bool)
        throws
    {
        guard let ending = output.split(separator: ".").last, let format = PictureFormat(rawValue: ending.lowercased())
        else {
            throw ValidationError("--output \(output): expected a name that ends in .png or .svg")
        }
        self.format = format
        let sides = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], PictureStyle.sides.contains(width),
            PictureStyle.sides.contains(height)
        else {
            let (least, most) = (PictureStyle.sides.lowerBound, PictureStyle.sides.upperBound)
            throw ValidationError(
                "--size \(size): expected width x height, each from \(least) to \(most), such as 800x600")
        }
        (style.width, style.height, style.isDark) = (width, height, isDark)
        if let track {
            guard let duration = Quantity.duration(track) else {
                throw ValidationError("--track \(track): expected a duration such as 90min, 24h or 7d")
            }
            self.track = duration
        }
        guard let units = ScaleUnits(rawValue: units) else {
            throw ValidationError("--units \(units): expected metric, nautical or imperial")
        }
        style.units = units
        if let center {
            guard let coordinate = Coordinate(parsing: center) else {
                throw ValidationError("--center: expected a latitude and a longitude, such as 47.141,9.521")
            }
            style.center = coordinate
        }
        if let zoom {
            guard PictureStyle.zooms.contains(zoom) else {
                throw ValidationError(
                    "--zoom \(zoom): expected a number from 0 to \(Int(PictureStyle.zooms.upperBound))")
            }
            style.zoom = zoom
        }
    }
}
