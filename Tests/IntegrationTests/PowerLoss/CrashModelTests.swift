import Testing

/// The model itself: it must find what is wrong with the usual mistakes.
@Suite("A model of power loss")
struct CrashModelTests {
    private static let old = Array("old content".utf8)
    private static let new = Array("new content".utf8)

    /// What "state" may be after a power loss, at any moment of these calls or at their end; nil stands for no file.
    private func contents(_ calls: [CrashModel.Call], atEnd: Bool = false) -> Set<CrashModel.Content?> {
        var model = CrashModel()
        let start: [CrashModel.Call] = [
            .create(name: "state", file: 1, mode: 0o640), .write(file: 1, Self.old), .sync(file: 1), .syncDirectory,
        ]
        for call in start { model.apply(call) }
        var found: Set<CrashModel.Content?> = []
        for call in calls {
            model.apply(call)
            if atEnd { found = [] }
            for outcome in model.outcomes {
                if let contents = outcome["state"] { found.formUnion(contents.map { $0 }) } else { found.insert(nil) }
            }
        }
        return found
    }

    private func content(_ bytes: [UInt8], mode: UInt32 = 0o640) -> CrashModel.Content {
        .init(bytes: bytes, mode: mode)
    }

    private static let right: [CrashModel.Call] = [
        .unlink(name: ".tmp"), .create(name: ".tmp", file: 2, mode: 0o640), .write(file: 2, new), .sync(file: 2),
        .rename(from: ".tmp", to: "state"), .syncDirectory,
    ]

    @Test("temporary file, fsync, rename, fsync of the directory: old or new at any moment, new at the end")
    func right() {
        #expect(contents(Self.right) == [content(Self.old), content(Self.new)])
        #expect(contents(Self.right, atEnd: true) == [content(Self.new)])
    }

    @Test("without the fsync of the file it may be empty, torn, or zeros")
    func noSync() {
        let found = contents(Self.right.filter { $0 != .sync(file: 2) })
        #expect(
            found.isSuperset(of: [
                content([]), content(Array("new c".utf8)), content([UInt8](repeating: 0, count: Self.new.count)),
            ]))
    }

    @Test("without the fsync of the directory it may be old at the end")
    func noDirectorySync() {
        let calls = Self.right.filter { $0 != .syncDirectory }
        #expect(contents(calls, atEnd: true) == [content(Self.old), content(Self.new)])
    }

    @Test("unlinked before the rename, there may be none")
    func unlinked() {
        var calls = Self.right
        calls.insert(.unlink(name: "state"), at: 4)
        #expect(contents(calls).contains(nil))
    }

    @Test("written in place, it may be torn")
    func inPlace() {
        #expect(
            contents([.write(file: 1, Self.new), .sync(file: 1)]).contains(content(Self.old + Array("new c".utf8))))
    }

    @Test("a mode that is set after the fsync may be lost")
    func lateMode() {
        var calls = Self.right
        calls[1] = .create(name: ".tmp", file: 2, mode: 0o666)
        calls.append(.setMode(file: 2, 0o640))
        #expect(contents(calls, atEnd: true) == [content(Self.new), content(Self.new, mode: 0o666)])
        calls.insert(calls.removeLast(), at: 3)
        #expect(contents(calls, atEnd: true) == [content(Self.new)])
    }
}
