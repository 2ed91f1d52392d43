import PrometheusMetrics
import Testing

@testable import Processes

@Suite("Pages of the program") struct ProgramPagesTests {
    @Test("code and constants of files are given back, and nothing that anybody can have changed")
    func unchanged() {
        let mappings = [
            ("5581c0000000-5581c0010000 r--p 00000000 fe:00 100                        /usr/bin/placemark-report", 0),
            ("5581c0010000-5581c0020000 r-xp 00010000 fe:00 100                        /usr/bin/placemark-report", 0),
            ("5581c0020000-5581c0028000 r--p 00020000 fe:00 100                        /usr/bin/placemark-report", 12),
            ("5581c0028000-5581c0029000 rw-p 00028000 fe:00 100                        /usr/bin/placemark-report", 0),
            ("5581c0030000-5581c0040000 rw-p 00000000 00:00 0                          [heap]", 0),
            ("7f0000000000-7f0000002000 r-xp 00000000 00:00 0 ", 0),
            ("7f0000010000-7f0000012000 r-xp 00001000 fe:00 7                          /lib/a library.so.1", 0),
            ("7f0000020000-7f0000022000 rwxp 00001000 fe:00 7                          /lib/written.so.1", 0),
            ("7f0000030000-7f0000032000 r--s 00000000 fe:00 9                          /var/lib/shared", 0),
            ("7ffd00000000-7ffd00002000 r-xp 00000000 00:00 0                          [vdso]", 0),
            ("nonsense", 0),
        ]
        let smaps = mappings.map { "\($0)\nRss:  8 kB\nAnonymous:      \($1) kB\nVmFlags: rd mr me\n" }.joined()
        #expect(
            ProgramPages.unchanged(in: smaps) == [
                0x5581_C000_0000..<0x5581_C001_0000, 0x5581_C001_0000..<0x5581_C002_0000,
                0x7F00_0001_0000..<0x7F00_0001_2000,
            ])
    }

    @Test("given back, they take no memory, and the program goes on") func giveBack() throws {
        let before = try #require(ProcessFigures.current()).residentMemoryInBytes
        ProgramPages.giveBack()
        let after = try #require(ProcessFigures.current()).residentMemoryInBytes
        #expect(after < before)
    }
}
