import Gazetteer
import Glibc
import PlacemarkModel

/// Whether the world file can be used, and how old it is.
struct GazetteerCheck {
    /// What a file that can be used holds.
    struct Contents: Equatable {
        let byteCount, placeCount, layerCount: Int
        /// Since it was last changed; nil when the clock cannot tell.
        let age: Duration?
    }

    let path: String
    let contents: Result<Contents, GazetteerError>

    /// Borders and names change slowly; after so long a new file is worth the minute.
    private static let longAge = Duration.seconds(3 * 365 * 86_400)

    var finding: DoctorFinding {
        switch contents {
        case .failure(let error):
            .wrong(
                .gazetteer, "\(error).",
                advice: "Install it again, or build it and say where it is"
                    + " (File= in [Gazetteer]). In the sources of placemarkd:", "make gazetteer && sudo make install")
        case .success(let contents): finding(of: contents)
        }
    }

    private func finding(of contents: Contents) -> DoctorFinding {
        let age = contents.age.map { ", last changed \(Words.age($0.inSeconds)) ago" } ?? ""
        let found =
            "\(path): \(contents.placeCount) places in \(contents.layerCount) layers,"
            + " \(Words.number(Double(contents.byteCount) / 1e6, decimals: 1)) MB, checksums right\(age)"
        guard let age = contents.age, age > Self.longAge else { return .ok(.gazetteer, found) }
        return .notice(
            .gazetteer, found + ".", advice: "Names and borders change. In newer sources of placemarkd:",
            "make gazetteer && sudo make install")
    }

    static func observe(path: String) -> GazetteerCheck {
        do throws(GazetteerError) {
            let gazetteer = try Gazetteer(path: path, check: .full)
            var status = stat()
            var age: Duration?
            if stat(path, &status) == 0, let built = Timestamp(secondsSinceEpoch: Int64(status.st_mtim.tv_sec)) {
                let sinceBuilt = Timestamp.wallClock.duration(since: built)
                age = sinceBuilt < .zero ? nil : sinceBuilt
            }
            let contents = Contents(
                byteCount: gazetteer.byteCount, placeCount: gazetteer.placeCount, layerCount: gazetteer.layers.count,
                age: age)
            return GazetteerCheck(path: path, contents: .success(contents))
        } catch {
            return GazetteerCheck(path: path, contents: .failure(error))
        }
    }
}
