import DaemonSettings
import Files
import Gazetteer
import Glibc
import PlacemarkModel
import Settings

/// The files of the configuration, as this program can read them.
struct ConfigurationCheck {
    let path: String
    let hasFile: Bool
    let dropIns: [String]
    /// One line each; empty when the settings are right.
    let problems: [String]

    var finding: DoctorFinding {
        if let first = problems.first {
            let more = problems.count > 1 ? " More problems: \(problems.count - 1)." : ""
            return .wrong(
                .configuration, "\(first)." + more, advice: "The daemon does not start with it. Correct it, and check:",
                path == Configuration.defaultPath
                    ? "sudo placemarkd --check-config" : "placemarkd --check-config --config \(path)")
        }
        let file = hasFile ? path : "there is no \(path): the defaults are in force"
        switch dropIns.count {
        case 0: return .ok(.configuration, file)
        case 1: return .ok(.configuration, "\(file), and \(dropIns[0])")
        default: return .ok(.configuration, "\(file), and \(dropIns.count) files in \(path).d")
        }
    }
}

extension ConfigurationCheck {
    /// Reads the files. The settings are the defaults when they are wrong, so that the other checks have some.
    static func observe(path named: String?) -> (check: ConfigurationCheck, settings: Configuration) {
        let path = named ?? Configuration.defaultPath
        var problems: [String] = []
        var settings = Configuration()
        do throws(ConfigurationErrors) {
            try Configuration.check(defaultWorldFile: InstalledPaths.own.world) { () throws(ConfigurationErrors) in
                settings = try Configuration.load(path: named)
                let regions = settings.regions.directory
                // Not for everybody's eyes; but the service must see them.
                let canBeTried = ServiceUser(named: Configuration.serviceUser)?.canBeTried == true
                let isOthers = !canBeTried && RegionFiles.isForbidden(directory: regions)
                if !isOthers { _ = try RegionFiles.load(directory: regions) }
                return settings
            }
        } catch {
            problems = error.problems.map(\.description)
        }
        let check = ConfigurationCheck(
            path: path, hasFile: access(path, F_OK) == 0, dropIns: (try? ConfigurationFile.dropIns(of: path)) ?? [],
            problems: problems)
        return (check, settings)
    }
}
