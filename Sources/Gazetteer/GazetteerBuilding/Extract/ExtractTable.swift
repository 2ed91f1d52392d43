import Glibc

/// Why tables of an import could not be kept.
struct TableFault: Error, Hashable, CustomStringConvertible {
    let directory: String
    let reason: String

    var description: String {
        "\(directory): \(reason), where the streets of the extracts are kept meanwhile; make room there, write the pack to "
            + "another directory, or allow more memory with --memory"
    }
}

/// A growing table of plain values out of extracts: in memory, or in a nameless file for extracts that need more of it than
/// may be taken. The kernel writes such a file out when memory runs short, and it is gone when the table is, however the
/// program ends.
///
/// Where there is no room on the disk, `append` drops what it is given, and `fault` says so: the import looks at it before it goes on.
final class ExtractTable<Element: BitwiseCopyable> {
    private var elements = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    private(set) var count = 0
    /// Where the values are kept; negative for memory.
    private let descriptor: CInt
    /// What there is room for, in bytes.
    private var byteCount = 0
    /// Why the table is incomplete; nil when it is whole.
    private(set) var fault: String?

    /// The smallest table; each further growth doubles it.
    private static var smallestByteCount: Int { 1 << 18 }

    /// - Parameter directory: Where the file is made; nil for memory.
    init(fileIn directory: String? = nil) {
        guard let directory else {
            descriptor = -1
            return
        }
        var path = Array("\(directory)/.placemark-gazetteer-XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        if descriptor < 0 { fault = String(cString: strerror(errno)) } else { unlink(path) }
    }

    deinit {
        release()
        if descriptor >= 0 { close(descriptor) }
    }

    private func release() {
        guard let start = elements.baseAddress else { return }
        if descriptor >= 0 { munmap(start, byteCount) } else { free(start) }
    }

    subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count)
            return elements[index]
        }
        set {
            precondition(index >= 0 && index < count)
            elements[index] = newValue
        }
    }

    /// The values in these places, where they lie. They move when the table grows.
    subscript(range: Range<Int>) -> Slice<UnsafeBufferPointer<Element>> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return UnsafeBufferPointer(elements)[range]
    }

    var last: Element? { count > 0 ? elements[count - 1] : nil }

    func append(_ element: Element) {
        if count == elements.count { grow() }
        guard count < elements.count else { return }
        elements[count] = element
        count += 1
    }

    func append(contentsOf new: some Sequence<Element>) {
        for element in new { append(element) }
    }

    /// Removes the last values. The table keeps its size.
    func removeLast(_ number: Int) {
        precondition(number >= 0 && number <= count)
        count -= number
    }

    /// Keeps the values, in order, for which `isKept` returns true; it is asked once for each.
    func keep(where isKept: (Element) -> Bool) {
        var kept = 0
        for index in 0..<count where isKept(elements[index]) {
            elements[kept] = elements[index]
            kept += 1
        }
        count = kept
    }

    func sort(by precedes: (Element, Element) -> Bool) {
        var values = UnsafeMutableBufferPointer(rebasing: elements[..<count])
        values.sort(by: precedes)
    }

    private func grow() {
        guard fault == nil else { return }
        let wanted = max(Self.smallestByteCount, byteCount * 2)
        guard let start = descriptor >= 0 ? mapped(wanted) : realloc(elements.baseAddress, wanted) else { return }
        let capacity = wanted / MemoryLayout<Element>.stride
        elements = UnsafeMutableBufferPointer(
            start: start.bindMemory(to: Element.self, capacity: capacity), count: capacity)
        byteCount = wanted
    }

    /// The file, mapped anew at this length; nil when there is no room for it.
    private func mapped(_ wanted: Int) -> UnsafeMutableRawPointer? {
        // Writing to a mapping that the disk has no room for would end the program.
        let status = posix_fallocate(descriptor, 0, off_t(wanted))
        guard status == 0 else {
            fault = String(cString: strerror(status))
            return nil
        }
        guard let start = mmap(nil, wanted, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else {
            fault = String(cString: strerror(errno))
            return nil
        }
        release()
        return start
    }
}

extension ExtractTable<UInt32> {
    /// The numbers below `count` in an order.
    static func order(
        _ count: Int, fileIn directory: String?, by precedes: (Int, Int) -> Bool
    ) -> ExtractTable<UInt32> {
        let order = ExtractTable<UInt32>(fileIn: directory)
        order.append(contentsOf: 0..<UInt32(count))
        order.sort { precedes(Int($0), Int($1)) }
        return order
    }
}
