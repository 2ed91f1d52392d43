import PlacemarkModel
import Testing

@testable import Web

@Suite("What a client accepts")
struct AcceptFieldsTests {
    @Test(
        "a weight is a number from 0 to 1 in decimal digits; with another one a member counts as one without",
        arguments: [
            ("a", 1, true), ("a;q=1", 1, true), ("a;q=0", 0, true), ("a;q=0.5", 0.5, true), ("a;q=1.000", 1, true),
            ("a;q=0.", 0, true), ("a;q=1.", 1, true), ("a;Q=0.5", 0.5, true), (" a ;\t q=0.123 ", 0.123, true),
            // More than the RFC lets be sent, and what Java sends.
            ("a;q=0.12345", 0.12345, true), ("a;q=.2", 0.2, true),
            ("a;q=1.001", 1, false), ("a;q=2", 1, false), ("a;q=-1", 1, false), ("a;q=+0.5", 1, false),
            ("a;q=1e-1", 1, false), ("a;q=0x0", 1, false), ("a;q=nan", 1, false), ("a;q=inf", 1, false),
            ("a;q=1e400", 1, false), ("a;q=", 1, false), ("a;q=.", 1, false), ("a;q=0..5", 1, false),
            ("a;q=banana", 1, false), ("a;q = 0.5", 1, false), ("a;", 1, false), ("a;q=٠", 1, false),
            // Another parameter is no weight; the first weight counts.
            ("a;level=1;q=0.3", 0.3, false), ("a;q=0.3;q=0.7", 0.3, true), ("a;quality=0", 1, false),
        ] as [(String, Double, Bool)])
    func weight(text: String, weight: Double, isSound: Bool) {
        let member = WeightedMember(text)
        #expect(member.name == "a")
        #expect(member.weight == weight)
        #expect(member.isSound == isSound)
    }

    @Test("a list has its members in their order, without empty ones, and no more than are wanted")
    func list() {
        #expect(WeightedMember.list("a, ,b;q=0.5,,\tc ").map(\.name) == ["a", "b", "c"])
        #expect(WeightedMember.list("").isEmpty && WeightedMember.list(", ;q=1,").isEmpty)
        #expect(WeightedMember.list("a,b,c", most: 2).map(\.name) == ["a", "b"])
        #expect(WeightedMember("").name.isEmpty && WeightedMember(";q=0").weight == 0)
    }

    @Test(
        "of types, the most specific range counts",
        arguments: [
            (nil, 1), ("", 1), ("*/*", 1), ("*/*;q=0.1", 0.1), ("text/*;q=0.2, */*", 0.2),
            ("text/plain;q=0.3, text/*, */*", 0.3), ("TEXT/PLAIN ; charset=utf-8", 1),
            ("text/plain;charset=utf-8;q=0.4", 0.4), ("text/html", 0), ("text", 0), ("text/plain;q=0, */*", 0),
            ("text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", 0.2),
        ] as [(String?, Double)])
    func types(field: String?, weight: Double) {
        #expect(AcceptedTypes(field: field).weight(of: "text/plain") == weight)
    }

    @Test("members that name nothing accept nothing, and are not the same as no field", arguments: ["", ";;", "q=1"])
    func nothing(member: String) { #expect(AcceptedTypes([member]).weight(of: "text/plain") == 0) }

    @Test(
        "of codings, one is taken that is named with a weight, or left to the star",
        arguments: [
            (nil, false), ("", false), ("gzip", true), ("GZIP;q=0.001", true), ("gzip;q=0", false),
            ("deflate, gzip;q=0.5", true), ("deflate", false), ("identity", false), ("*", true), ("*;q=0", false),
            ("gzip;q=0, *", false), ("*;q=0, gzip", true), ("xgzip, gzip2", false), ("gzip;q=0.000", false),
            ("br ,\tgzip", true),
        ] as [(String?, Bool)])
    func codings(field: String?, isTaken: Bool) { #expect(AcceptedCodings(field: field).take("gzip") == isTaken) }

    @Test("a tag is found among others, weak or strong, and by the star")
    func tags() {
        for field in ["*", "W/\"a\"", "\"a\"", "\"b\", W/\"a\" ", "\"b\",\t\"a\""] {
            #expect(
                EntityTags(field: field).contain("W/\"a\"") && EntityTags(field: field).contain("\"a\""), "\(field)")
        }
        for field in [nil, "", "\"b\"", "a", "W/", "W/W/\"a\"", "\"a", "**"] {
            #expect(!EntityTags(field: field).contain("\"a\""), "\(field ?? "none")")
        }
        #expect(EntityTags(["\"b\"", "\"a\""]).contain("W/\"a\""))
        #expect(!EntityTags([String]()).contain("\"a\""))
    }
}
