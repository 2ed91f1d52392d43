import TestSupport
import Testing

@Suite("Commands of the pages", .timeLimit(.minutes(2)))
struct PageCommandsTests {
    @Test("each section with commands is in the list that pages-test and deb-test follow, or has the reason why not")
    func listed() async throws {
        let scripts = Checkout.path + "/Tests/IntegrationTests/Systemd"
        let search = try ChildProcess(
            "bash", ["-euc", "source '\(scripts)/pages.bash'; unlisted '\(Checkout.path)/docs'"])
        #expect(await search.exitStatus(within: .seconds(20)) == 0)
        let found = search.completeStandardOutput + search.completeStandardError
        #expect(found.isEmpty, "\(found)")
    }
}
