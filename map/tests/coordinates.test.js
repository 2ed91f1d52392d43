import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { coordinateInForm, parsedCoordinate } from "../model/coordinates.js"
import { gridInWords } from "../model/utm.js"

test("a search reads coordinates in every form that placemarkctl takes", () => {
    const monaco = ["43.73, 7.42", "43.73 7.42", "43.73,7.42", "geo:43.73,7.42", "geo:43.73,7.42,12;u=5", "geo:43.73,7.42?z=12",
        "43.73N, 7.42E", "N 43° 43.8' E 7° 25.2'", "43°43'48\"N 7°25'12\"E", "7°25'12\"E 43°43′48″N", "43 43 48 N 7 25 12 E", "n43 43.8, e7 25.2"]
    for (const text of monaco) {
        const found = parsedCoordinate(text)
        assert.ok(found && Math.abs(found.latitude - 43.73) < 1e-9 && Math.abs(found.longitude - 7.42) < 1e-9, `${text}: ${JSON.stringify(found)}`)
    }
    assert.deepEqual(parsedCoordinate("33.8688S 151.2093E"), { latitude: -33.8688, longitude: 151.2093 })
    assert.deepEqual(parsedCoordinate("-16.8,-179.9"), { latitude: -16.8, longitude: -179.9 })
})

test("a search reads each form that the command's own test has", () => {
    const swift = readFileSync(new URL("../../Tests/Model/CoordinateParsingTests.swift", import.meta.url), "utf8")
    const list = swift.slice(swift.indexOf("maps, phones and charts write the same place in many ways"), swift.indexOf("func forms("))
    const forms = [...list.slice(list.indexOf("arguments: [")).matchAll(/"((?:[^"\\\n]|\\.)*)"/g)]
        .map(([, text]) => text.replace(/\\u\{(\w+)\}/g, (_, digits) => String.fromCodePoint(parseInt(digits, 16))).replace(/\\t/g, "\t").replace(/\\(.)/g, "$1"))
    assert.ok(forms.length > 20, `${forms.length}`)
    for (const text of forms) {
        const found = parsedCoordinate(text)
        assert.ok(found && Math.abs(found.latitude - 47.141) < 1e-6 && Math.abs(found.longitude - 9.521) < 1e-6, `${text}: ${JSON.stringify(found)}`)
    }
})

test("what is no coordinate is searched for as a name", () => {
    for (const text of ["Springfield", "43.73", "91, 7", "43, 181", "0x2b 7", "Paris 7", "geo:0,0?q=Rome", "geo:1,2;crs=other", "43°61'N 7°E", "43.5°30'N 7°E", "43N 7N", "1 2 3", "", "E W", "Route 66 N"]) {
        assert.equal(parsedCoordinate(text), undefined, text)
    }
})

test("degrees and minutes can be pasted again", () => {
    for (const place of [{ latitude: 43.73, longitude: 7.42 }, { latitude: -0.00001, longitude: -179.99999 }, { latitude: 59.999999, longitude: 9 }]) {
        const again = parsedCoordinate(coordinateInForm(place, "minutes"))
        assert.ok(again && Math.abs(again.latitude - place.latitude) < 1e-5 && Math.abs(again.longitude - place.longitude) < 1e-5, JSON.stringify(again))
    }
    assert.equal(coordinateInForm({ latitude: 43.73, longitude: 7.42 }, "minutes"), "43° 43.800' N 007° 25.200' E")
    assert.equal(coordinateInForm({ latitude: 59.9999999, longitude: 9 }, "minutes"), "60° 00.000' N 009° 00.000' E")
})

test("UTM agrees with the grid's own corners, in both halves of the world, and with the exceptions of the north", () => {
    assert.equal(gridInWords({ latitude: 0, longitude: 9 }), "32N 500000 0000000")
    // The CN Tower, as in Wikipedia's article on UTM: 17T 630084 4833438.
    const tower = gridInWords({ latitude: 43.642_566_7, longitude: -79.387_139 }).split(" ")
    assert.equal(tower[0], "17T")
    assert.ok(Math.abs(Number(tower[1]) - 630_084) < 5 && Math.abs(Number(tower[2]) - 4_833_438) < 5, tower.join(" "))
    assert.match(gridInWords({ latitude: -33.8688, longitude: 151.2093 }), /^56H 33\d{4} 625\d{4}$/)
    assert.match(gridInWords({ latitude: 60, longitude: 5 }), /^32V /)
    assert.match(gridInWords({ latitude: 78, longitude: 15 }), /^33X /)
    // 180° is one meridian, which begins the first zone: GeoConvert has 01n 166021 0 for both.
    assert.equal(gridInWords({ latitude: 0, longitude: -180 }), "1N 166021 0000000")
    assert.equal(gridInWords({ latitude: 0, longitude: 180 }), "1N 166021 0000000")
    assert.match(gridInWords({ latitude: 0, longitude: 179.999_999 }), /^60N 833978 /)
    assert.equal(gridInWords({ latitude: -1e-9, longitude: 0 }), "31M 166021 10000000")
    assert.equal(gridInWords({ latitude: -1e-17, longitude: 0 }), "31M 166021 10000000")
})

test("near the poles the grid is the polar one, as placemarkctl location and GeoConvert have it", () => {
    /** @type {[number, number, string][]} */
    const places = [[84, 0, "Z 2000000 1333272"], [90, 0, "Z 2000000 2000000"], [90, -50, "Z 2000000 2000000"], [-90, 0, "B 2000000 2000000"],
        [85, -90, "Y 1444543 2000000"], [-85, 90, "B 2555457 2000000"], [-85, -90, "A 1444543 2000000"], [85, -180, "Z 2000000 2555457"],
        [85, 180, "Z 2000000 2555457"], [-80.000_000_1, -180, "B 2000000 0887049"], [89, 30, "Z 2055513 1903848"]]
    for (const [latitude, longitude, grid] of places) assert.equal(gridInWords({ latitude, longitude }), grid)
    assert.match(gridInWords({ latitude: 83.999_999, longitude: 0 }), /^31X /)
    assert.match(gridInWords({ latitude: -80, longitude: 0 }), /^31C /)
    assert.equal(coordinateInForm({ latitude: 84, longitude: 0 }, "utm"), "Z 2000000 1333272")
})

test("the grid is for reading: a search takes it for a name, as placemarkctl does", () => {
    for (const text of ["32T 388121 4821988", "Z 2000000 1333272"]) assert.equal(parsedCoordinate(text), undefined, text)
})
