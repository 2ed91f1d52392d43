import Files
import Foundation
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestConditions
import TestSupport
import Testing

/// `guard-state.json`, which others watch: each write wakes somebody.
@Suite("The state file of a guard")
struct GuardFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func writer(hasGuardFile: Bool = true) -> AllFiles {
        var writer = AllFiles(
            .init(
                directory: directory.path, persistentDirectory: directory.path, precision: .reduced,
                hasGuardFile: hasGuardFile), access: .ownUser)
        writer.takeOver()
        return writer
    }

    private func snapshot(_ state: GuardState?, told identity: String = "1") throws -> StatusSnapshot {
        var snapshot = Snapshots.cupertino
        guard let state else { return snapshot }
        var report = GuardReport(state)
        report.plan = try GuardPlan(.anchor, coordinate: Snapshots.fix.coordinate, radius: 50)
        report.told = GuardNews()
        report.told?.guardAlarm = identity
        snapshot.guarding = report
        return snapshot
    }

    private var inode: Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: directory.file("guard-state.json"))
        return attributes?[.systemFileNumber] as? Int
    }

    @Test("it is there while a guard is on, for precise readers, and written when something changes")
    func life() throws {
        var writer = writer()
        #expect(writer.write(try snapshot(nil), at: at(1)) == nil)
        #expect(inode == nil && writer.counters.written[.guardState] == nil)
        #expect(writer.write(try snapshot(.armed), at: at(2)) == nil)
        #expect(directory.mode("guard-state.json") == (Access.ownUser.preciseFileGroup == nil ? 0o600 : 0o640))
        let json = try #require(directory.contents("guard-state.json"))
        let report = try JSONDecoder().decode(GuardReport.self, from: Data(json.utf8))
        #expect(report.state == .armed && report.plan?.radius == 50 && report.since == nil && report.seen == nil)
        let first = inode
        #expect(writer.write(try snapshot(.armed), at: at(3)) == nil)
        #expect(inode == first)
        #expect(writer.write(try snapshot(.alarm), at: at(4)) == nil)
        #expect(directory.contents("guard-state.json")?.contains(#""state":"alarm""#) == true)
        #expect(writer.write(try snapshot(.alarm, told: "2"), at: at(5)) == nil)
        #expect(directory.contents("guard-state.json")?.contains(#""guardAlarm":"2""#) == true, "another alarm")
        #expect(writer.counters.written[.guardState] == 3)
        #expect(writer.write(try snapshot(nil), at: at(6)) == nil)
        #expect(directory.contents("guard-state.json") == nil)
    }

    @Test("a restart with the same guard wakes nobody, and one without a guard removes the file")
    func restart() throws {
        var first = writer()
        #expect(first.write(try snapshot(.alarm), at: at(1)) == nil)
        let written = inode
        var second = writer()
        #expect(second.write(try snapshot(.alarm), at: at(1)) == nil)
        #expect(inode == written)
        var third = writer()
        #expect(third.write(try snapshot(nil), at: at(1)) == nil)
        #expect(inode == nil)
    }

    @Test("without GuardStateFile=yes there is none, and one that is there goes")
    func off() throws {
        var first = writer()
        #expect(first.write(try snapshot(.alarm), at: at(1)) == nil)
        var second = writer(hasGuardFile: false)
        #expect(second.write(try snapshot(.alarm), at: at(1)) == nil)
        #expect(inode == nil)
    }
}
