import Testing

@testable import GPSD

@Suite struct LineBufferTests {
    private func append(_ text: some Collection<UInt8>, to lines: inout LineBuffer) {
        Array(text).withUnsafeBytes { lines.append($0) }
    }

    @Test("fault 26: lines come out whole, however they are split", arguments: [1, 2, 3, 7, 1000])
    func split(size: Int) throws {
        let text = Array("first\n\nthird line\r\nunfinished".utf8)
        var lines = LineBuffer()
        var found: [String] = []
        for start in stride(from: 0, to: text.count, by: size) {
            append(text[start..<min(start + size, text.count)], to: &lines)
            while let line = try lines.next() { found.append(String(decoding: line, as: UTF8.self)) }
        }
        #expect(found == ["first", "", "third line\r"])
        #expect(lines.count == "unfinished".utf8.count)
    }

    @Test("fault 25: a line without an end is an error, and not memory")
    func endless() {
        var lines = LineBuffer()
        append(repeatElement(UInt8(ascii: "x"), count: 20_480), to: &lines)
        #expect(throws: Never.self) { try lines.next() }
        append("x".utf8, to: &lines)
        #expect(throws: LineBuffer.LineTooLong.self) { try lines.next() }
    }

    @Test("fault 25: a line that is too long is an error though it ends")
    func tooLong() {
        var lines = LineBuffer()
        append(repeatElement(UInt8(ascii: "x"), count: 20_481), to: &lines)
        append("\n".utf8, to: &lines)
        #expect(throws: LineBuffer.LineTooLong.self) { try lines.next() }
    }

    @Test("a hundred thousand lines leave nothing behind")
    func bounded() throws {
        var lines = LineBuffer()
        for _ in 0..<100 {
            append(repeatElement(Array("0123456789\n".utf8), count: 1000).joined(), to: &lines)
            while let line = try lines.next() { #expect(line.count == 10) }
            #expect(lines.count == 0)
        }
    }
}
