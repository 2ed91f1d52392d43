import Foundation
import Glibc
import TestConditions
import TestSupport
import Testing

/// `placemark-gazetteer install` with a real nginx, and all that can go wrong on the way (fault 94).
@Suite("Installing detail packs when things go wrong", .timeLimit(.minutes(5)), .tags(.waits))
struct InstallFaultTests {
    private let lab: InstallLab

    init() throws { lab = try InstallLab() }

    @Test("fault 94: a download that is cut goes on where it was, in the same run and in the next one")
    func cut() async throws {
        // The extract has some 300 kB: there are seconds to cut it off before it is whole.
        var server = try await RealNginx(in: lab.directory, "limit_rate 40k;")
        try await lab.publish("Neustadt", nodes: 60_000)
        let child = try lab.start(["install", "liechtenstein"] + lab.from(server))
        #expect(await poll(atMost: .seconds(20)) { lab.partSize() > 50_000 })
        server.kill()
        let first = lab.partSize()
        server = try await RealNginx(in: lab.directory, port: server.port, "limit_rate 40k;")
        #expect(await poll(atMost: .seconds(20)) { lab.partSize() > first + 50_000 })
        server.kill()
        // Nobody is there any more.
        #expect(await child.exitStatus(within: .seconds(60)) == 1)
        #expect(
            child.completeStandardError.contains(" MB has come and is kept: run the command again"),
            "\(child.standardError)")
        let kept = lab.partSize()
        #expect(kept > first + 50_000 && lab.packBytes() == nil)

        let whole = try await RealNginx(in: lab.directory, port: server.port)
        let installed = try await lab.run(["install", "liechtenstein"] + lab.from(whole))
        #expect(installed.status == 0 && installed.errors.contains(" is missing, from 127.0.0.1"), "\(installed)")
        #expect(
            await poll(atMost: .seconds(10)) {
                whole.requests.last == "GET /europe/liechtenstein-latest.osm.pbf 206"
            }, "\(whole.requests)")
        #expect(lab.packBytes() != nil && lab.names(in: lab.cache) == [])
    }

    @Test("fault 94: when the extract has changed meanwhile, what is there of the old one is thrown away")
    func changedMeanwhile() async throws {
        let server = try await RealNginx(in: lab.directory, "limit_rate 40k;")
        try await lab.publish("Altstadt", nodes: 60_000)
        let child = try lab.start(["install", "liechtenstein"] + lab.from(server))
        let part = "\(lab.cache)/liechtenstein.osm.pbf.part"
        #expect(await poll(atMost: .seconds(20)) { FileManager.default.contents(atPath: part)?.count ?? 0 > 50_000 })
        child.terminate(SIGKILL)
        server.kill()
        try await lab.publish("Neustadt", nodes: 50_000)
        let next = try await RealNginx(in: lab.directory, port: server.port)
        let installed = try await lab.run(["install", "liechtenstein"] + lab.from(next))
        #expect(installed.status == 0 && !installed.errors.contains("missing"), "\(installed)")
        #expect(
            await poll(atMost: .seconds(10)) {
                next.requests.last == "GET /europe/liechtenstein-latest.osm.pbf 200"
            })
    }

    @Test("fault 94: a wrong checksum, and none, leave the old pack and say what to do")
    func checksum() async throws {
        let server = try await RealNginx(in: lab.directory)
        let old = try await lab.installOld(from: server)
        try await lab.publish("Neustadt")
        try lab.directory.write(
            "\(InstallLab.extract).md5", "0123456789abcdef0123456789abcdef  liechtenstein-latest.osm.pbf\n")
        let wrong = try await lab.run(["install", "liechtenstein"] + lab.from(server))
        #expect(
            wrong.status == 1 && wrong.errors.contains("and not 0123456789abcdef0123456789abcdef. It was thrown away"),
            "\(wrong)")
        #expect(lab.packBytes() == old && lab.names(in: lab.cache) == [])
        try FileManager.default.removeItem(atPath: lab.directory.file("\(InstallLab.extract).md5"))
        let none = try await lab.run(["install", "liechtenstein"] + lab.from(server))
        #expect(none.status == 1 && none.errors.contains("--no-checksum takes it anyway"), "\(none)")
        #expect(lab.packBytes() == old)
        let unchecked = try await lab.run(["install", "liechtenstein", "--no-checksum"] + lab.from(server))
        #expect(unchecked.status == 0 && lab.packBytes() != old, "\(unchecked)")
    }

    @Test(
        "fault 94: a captive portal is told as one: its pages, and redirects to it, for the index and for the extract")
    func captivePortal() async throws {
        let server = try await RealNginx(in: lab.directory)
        let old = try await lab.installOld(from: server)
        try await lab.publish("Neustadt")
        func expectPortal(_ lines: String, _ complaint: String) async throws {
            let portal = try await RealNginx(in: lab.directory, lines)
            let refused = try await lab.run(["install", "liechtenstein"] + lab.from(portal))
            #expect(refused.status == 1, "\(lines)")
            #expect(
                refused.errors.contains("(a captive portal)") && refused.errors.contains(complaint), "\(refused.errors)"
            )
            #expect(lab.packBytes() == old)
        }
        let page = #"default_type text/html; return 200 "<html>Welcome! Log in.</html>";"#
        try await expectPortal("location / { \(page) }", "index-v1-nogeom.json: a web page came instead of data")
        try await expectPortal(
            "location / { return 302 http://localhost:9/login; }", "the answer leads to http://localhost:9/login")
        try await expectPortal("location ~ md5$ { \(page) }", ".osm.pbf.md5: a web page came instead of data")
        try await expectPortal("location ~ pbf$ { \(page) }", ".osm.pbf: a web page came instead of data")
        try await expectPortal(
            "location ~ pbf$ { return 302 http://localhost:9/login; }", "the answer leads to http://localhost:9/login")
        // Not called a page, and one nevertheless.
        try await expectPortal(
            #"location ~ pbf$ { default_type application/octet-stream; return 200 "<html><body>Log in</body></html>"; }"#,
            "a web page came instead of data")
    }

    @Test(
        "fault 94: a full disk leaves the old pack, whether the extract or the pack has no room, and says how much is needed"
    )
    func fullDisk() async throws {
        let server = try await RealNginx(in: lab.directory)
        try await lab.publish("Neustadt", nodes: 60_000)
        let small = try await SmallFileSystem.orCancel(kilobytes: 200)
        let refused = try await lab.run(["install", "liechtenstein"] + lab.from(server), cache: "\(small.path)/cache")
        #expect(refused.status == 1 && refused.errors.contains(" MB is needed, and 0."), "\(refused)")
        // A pack is in place, and no room for its successor.
        let installed = try await lab.run(["install", "liechtenstein"] + lab.from(server), packs: small.path)
        try #require(installed.status == 0, "\(installed)")
        let old = FileManager.default.contents(atPath: "\(small.path)/liechtenstein.gazetteer")
        try small.fill()
        try await lab.publish("Jungstadt")
        let full = try await lab.run(["update"], packs: small.path)
        #expect(full.status == 1 && full.errors.contains("No space left on device"), "\(full)")
        #expect(old != nil && FileManager.default.contents(atPath: "\(small.path)/liechtenstein.gazetteer") == old)
        small.makeRoom()
        // The extract is there still. nginx notes a request after the last byte of its answer.
        #expect(
            await poll(atMost: .seconds(10)) {
                server.requests.last == "GET /europe/liechtenstein-latest.osm.pbf 200"
            })
        let requests = server.requests.count
        let healed = try await lab.run(["update"], packs: small.path)
        #expect(healed.status == 0, "\(healed)")
        #expect(server.requests.dropFirst(requests).allSatisfy { $0.contains(".md5") }, "\(server.requests)")
        #expect(FileManager.default.contents(atPath: "\(small.path)/liechtenstein.gazetteer") != old)
    }

    @Test("fault 94: SIGKILL at any moment leaves the old pack or the new one, and the next run makes it whole")
    func killed() async throws {
        let server = try await RealNginx(in: lab.directory)
        let old = try await lab.installOld(from: server)
        try await lab.publish("Neustadt", nodes: 60_000)
        var kills = 0
        // From the first steps of the program, through the download, into the import.
        for step in 0..<40 where lab.packBytes() == old {
            let child = try lab.start(["install", "liechtenstein"] + lab.from(server))
            usleep(UInt32(step) * 9000)
            kills += child.isRunning ? 1 : 0
            child.terminate(SIGKILL)
            let visible = lab.names(in: lab.packs).filter { !$0.hasPrefix(".") }
            #expect(Set(visible).isSubset(of: ["liechtenstein.gazetteer", "liechtenstein.source.json"]))
            let verified = try await Programs.run(
                "placemark-gazetteer", ["verify", lab.directory.file(InstallLab.pack)])
            #expect(verified.status == 0, "\(verified)")
        }
        #expect(kills > 0)
        // What processes that were killed while they wrote leave behind, and what is somebody else's.
        for name in [
            "packs/.liechtenstein.gazetteer.12345", "packs/.liechtenstein.source.json.12345",
            "cache/.liechtenstein.osm.pbf.part.json.12345", "packs/.history.12345", "cache/.history.12345",
        ] {
            try lab.directory.write(name, "half")
        }
        let installed = try await lab.run(["install", "liechtenstein"] + lab.from(server))
        #expect(installed.status == 0 && lab.packBytes() != old, "\(installed)")
        #expect(
            lab.names(in: lab.packs) == [
                ".history.12345", ".lock", "liechtenstein.gazetteer", "liechtenstein.source.json",
            ])
        #expect(lab.names(in: lab.cache) == [".history.12345"])
    }

    @Test(
        "fault 94: SIGKILL at any step of writing leaves the old pack or the new one, and the next run cleans up",
        arguments: ["fsync", "?rename,renameat,renameat2", "?unlink,unlinkat", "ftruncate", "pwrite64"])
    func killedAtEachStep(calls: String) async throws {
        let server = try await RealNginx(in: lab.directory)
        var pack = try await lab.installOld(from: server)
        let install = ["install", "liechtenstein"] + lab.from(server)
        for step in 1... {
            try await lab.publish("Neustadt\(step)")
            // Killed instead of its call number `step`; once there are not so many, it comes to its end.
            let child = try lab.start(
                install,
                launcher: [
                    "strace", "-f", "-o", "/dev/null", "-e", "trace=\(calls)",
                    "-e", "inject=\(calls):error=EINTR:signal=SIGKILL:when=\(step)",
                ])
            let status = try #require(await child.exitStatus(within: .seconds(60)))
            let isKilled = status == SIGKILL
            try #require(isKilled || status == 0 && step > 1, "\(status) at step \(step): \(child.standardError)")
            let left = lab.packBytes()
            let installed = try await lab.run(install)
            let whole = try #require(lab.packBytes())
            #expect(installed.status == 0 && whole != pack, "step \(step): \(installed)")
            #expect(left == pack || left == whole, "step \(step)")
            #expect(
                lab.names(in: lab.packs) == [".lock", "liechtenstein.gazetteer", "liechtenstein.source.json"]
                    && lab.names(in: lab.cache) == [], "step \(step)")
            guard isKilled else { return }
            pack = whole
        }
    }

    @Test("fault 94: a program that was being started when its parent was killed does not hold the directory")
    func killedWhileStartingAnother() async throws {
        let server = try await RealNginx(in: lab.directory)
        try await lab.publish("Altstadt")
        try lab.program("systemctl", "exit 3")
        // Between fork and exec a process has everything that its parent has open. There it stays for five seconds.
        let tracer = try lab.start(
            ["install", "liechtenstein", "--yes"] + lab.from(server),
            launcher: [
                "strace", "-f", "-o", "/dev/null", "-e", "trace=execve", "-e", "inject=execve:delay_enter=5000000",
            ])
        @Sendable func installers() -> [pid_t] { ProcessTree.children(of: tracer.identifier) }
        let isStarting = await poll(atMost: .seconds(60)) {
            installers().contains { !ProcessTree.children(of: $0).isEmpty }
        }
        try #require(isStarting, "\(tracer.standardError)")
        let installer = try #require(installers().first)
        kill(installer, SIGKILL)
        try #require(await poll(atMost: .seconds(60)) { ProcessTree.children(of: installer).isEmpty })
        let removed = try await lab.run(["remove", "liechtenstein"])
        #expect(removed.status == 0, "\(removed)")
        tracer.terminate(SIGKILL)
    }
}
