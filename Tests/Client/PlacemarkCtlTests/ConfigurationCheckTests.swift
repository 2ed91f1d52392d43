import DaemonSettings
import FoundationEssentials
import PlacemarkModel
import Settings
import Testing
import TestSupport

@testable import placemarkctl

@Suite("Doctor: configuration")
struct ConfigurationCheckTests {
    @Test("files and drop-ins are named, and a mistake with its line")
    func files() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("placemarkd.conf")
        #expect(ConfigurationCheck.observe(path: path).check.finding.verdict == .wrong)
        try directory.write("placemarkd.conf", "[GPSD]\nPort=5947\n")
        let (check, settings) = ConfigurationCheck.observe(path: path)
        #expect(check.finding == .ok(.configuration, path) && settings.gpsd.port == 5947)

        try FileManager.default.createDirectory(atPath: path + ".d", withIntermediateDirectories: false)
        try directory.write("placemarkd.conf.d/car.conf", "[GPSD]\nPort=fast\nSpeed=9\n")
        let bad = ConfigurationCheck.observe(path: path)
        #expect(bad.check.finding.verdict == .wrong && bad.settings.gpsd.port == 2947)
        #expect(bad.check.finding.found.hasPrefix("\(path).d/car.conf:2: [GPSD] Port=fast: expected a port"))
        #expect(bad.check.finding.found.hasSuffix("More problems: 1."))
        #expect(bad.check.finding.commands == ["placemarkd --check-config --config \(path)"])
        try directory.write("placemarkd.conf.d/car.conf", "[GPSD]\nPort=5948\n")
        #expect(ConfigurationCheck.observe(path: path).check.finding.found == "\(path), and \(path).d/car.conf")
    }

    @Test("without the default file the defaults are in force")
    func defaults() {
        let check = ConfigurationCheck(path: "/etc/placemarkd.conf", hasFile: false, dropIns: [], problems: [])
        #expect(check.finding == .ok(.configuration, "there is no /etc/placemarkd.conf: the defaults are in force"))
    }
}
