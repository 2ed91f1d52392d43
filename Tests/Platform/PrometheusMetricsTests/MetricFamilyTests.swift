import Testing

@testable import PrometheusMetrics

@Suite("Prometheus' text format")
struct MetricFamilyTests {
    @Test("a family is its help, its type, and a line for each sample; whole numbers have no fraction")
    func family() {
        let family = MetricFamily(
            "things_total", .counter, "Things, by kind",
            samples: [.init(["kind": "a", "size": "b"], 3), .init([:], 0.25), .init([:], 1e-9), .init([:], 1e15)])
        #expect(
            family.text == """
                # HELP placemarkd_things_total Things, by kind
                # TYPE placemarkd_things_total counter
                placemarkd_things_total{kind="a",size="b"} 3
                placemarkd_things_total 0.25
                placemarkd_things_total 1e-09
                placemarkd_things_total 1000000000000000

                """)
    }

    @Test("what would end a label or a line is escaped, everything else stays as it is")
    func escaping() {
        let family = MetricFamily(
            "build_info", .gauge, "back\\slash, \"quotes\"\nand lines",
            samples: [.init(["version": "1.0\\\"\n\u{E9}\u{1F600}"], 1)])
        #expect(
            family.text == #"""
                # HELP placemarkd_build_info back\\slash, "quotes"\nand lines
                # TYPE placemarkd_build_info gauge
                placemarkd_build_info{version="1.0\\\"\né😀"} 1

                """#)
    }

    @Test(
        "what is not known, or not finite, has no sample, and a family without samples is not there",
        arguments: [nil, .nan, .infinity, -.infinity, .signalingNaN] as [Double?])
    func unknown(value: Double?) {
        let family = MetricFamily("age_seconds", .gauge, "Age", value)
        #expect(family.samples.isEmpty)
        #expect(family.text.isEmpty)
    }
}
