import Foundation
import TestSupport
import TestConditions
import Testing

/// The rules for Prometheus that docs/admin/metrics.md gives, in Prometheus' own test of rules.
@Suite("Alerts on metrics", .timeLimit(.minutes(3)), .tags(.waits))
struct MetricsAlertsTests {
    @Test("docs/admin/metrics.md: the alerts are rules that promtool accepts, and fire when they should")
    func alerts() async throws {
        let directory = try TemporaryDirectory()
        let rules = try #require(
            try Markdown("docs/admin/metrics.md").block(beginning: "# /etc/prometheus/placemarkd.rules.yml"))
        try directory.write("placemarkd.rules.yml", rules)
        let check = try await Programs.run("promtool", ["check", "rules", directory.file("placemarkd.rules.yml")])
        #expect(check.status == 0 && check.output.contains("SUCCESS: 5 rules found"), "\(check.output)\(check.errors)")
        try directory.write("test.yml", Self.alertTest)
        let test = try await Programs.run("promtool", ["test", "rules", directory.file("test.yml")])
        #expect(test.status == 0, "\(test.output)\(test.errors)")
    }

    /// An hour in the life of four services: one that works, one without a fix, one with a full disk, one whose geocoder
    /// fails; of two sinks of a reporter, one of which is not reached; and then a machine on which none runs.
    private static let alertTest = #"""
        rule_files: [placemarkd.rules.yml]
        evaluation_interval: 1m
        tests:
          - interval: 15s
            input_series:
              - {series: 'placemarkd_build_info{instance="a",version="1"}', values: '1x240'}
              - {series: 'placemarkd_source_state{instance="a",state="live"}', values: '1x240'}
              - {series: 'placemarkd_source_state{instance="a",state="stale"}', values: '0x240'}
              - {series: 'placemarkd_source_state{instance="b",state="live"}', values: '1x100 0x140'}
              - {series: 'placemarkd_file_write_failures_total{instance="a",file="state"}', values: '3x240'}
              - {series: 'placemarkd_file_write_failures_total{instance="c",file="state"}', values: '0x100 0+1x140'}
              - {series: 'placemarkd_source_state{instance="d",state="live"}', values: '1x240'}
              - {series: 'placemarkd_placemark_stale{instance="a"}', values: '0x240'}
              - {series: 'placemarkd_placemark_stale{instance="b"}', values: '0x100 1x140'}
              - {series: 'placemarkd_placemark_stale{instance="d"}', values: '0x100 1x140'}
              - {series: 'placemark_report_oldest_age_seconds{instance="a",sink="map"}', values: '5x240'}
              - {series: 'placemark_report_oldest_age_seconds{instance="a",sink="home"}', values: '3000+15x240'}
            alert_rule_test:
              - {eval_time: 20m, alertname: PlacemarkReportsWait}
              - eval_time: 59m
                alertname: PlacemarkReportsWait
                exp_alerts:
                  - exp_labels: {instance: a, sink: home}
                    exp_annotations:
                      {summary: 'reports do not reach their receiver; "sudo placemarkctl reports" says why'}
              - {eval_time: 20m, alertname: PlacemarkdGone}
              - {eval_time: 20m, alertname: PlacemarkdHasNoFix}
              - {eval_time: 20m, alertname: PlacemarkdCannotWrite}
              - {eval_time: 20m, alertname: PlacemarkdGeocoderFails}
              - {eval_time: 59m, alertname: PlacemarkdGone}
              - eval_time: 59m
                alertname: PlacemarkdHasNoFix
                exp_alerts:
                  - exp_labels: {instance: b, state: live}
                    exp_annotations: {summary: 'no position has come for ten minutes; "placemarkctl status" says why'}
              - eval_time: 59m
                alertname: PlacemarkdCannotWrite
                exp_alerts:
                  - exp_labels: {instance: c, file: state}
                    exp_annotations: {summary: placemarkd cannot write its state file; its log says why}
              - eval_time: 59m
                alertname: PlacemarkdGeocoderFails
                exp_alerts:
                  - exp_labels: {instance: d}
                    exp_annotations: {summary: 'the geocoder does not answer, and the placemark is growing old'}
          - interval: 15s
            input_series:
              - {series: 'node_textfile_mtime_seconds{file="/x/placemarkd.prom"}', values: '0x240'}
              - {series: 'placemarkd_build_info{version="1"}', values: '1x240'}
            alert_rule_test:
              - {eval_time: 2m, alertname: PlacemarkdGone}
              - eval_time: 10m
                alertname: PlacemarkdGone
                exp_alerts:
                  - exp_labels: {file: /x/placemarkd.prom}
                    exp_annotations: {summary: 'placemarkd is not running, or no longer writes its metrics'}
          - interval: 15s
            input_series:
              - {series: 'up', values: '1x240'}
            alert_rule_test:
              - eval_time: 10m
                alertname: PlacemarkdGone
                exp_alerts:
                  - exp_annotations: {summary: 'placemarkd is not running, or no longer writes its metrics'}

        """#
}
