// The script that a name is written in: a place whose people write another one than the reader has both names on the map. The writer of the
// tiles has the same list (`Sources/Map/VectorTiles/WritingSystem.swift`).

/**
 * Where the letters of a script end, from the first on (Unicode 15, "Blocks"). What lies beyond the last one is Arabic's.
 * @type {[number, string][]}
 */
const ends = [
    [0x370, "Latn"], [0x400, "Grek"], [0x530, "Cyrl"], [0x590, "Armn"], [0x600, "Hebr"], [0x700, "Arab"], [0x900, "Syrc"], [0x980, "Deva"],
    [0xa00, "Beng"], [0xa80, "Guru"], [0xb00, "Gujr"], [0xb80, "Orya"], [0xc00, "Taml"], [0xc80, "Telu"], [0xd00, "Knda"], [0xd80, "Mlym"],
    [0xe00, "Sinh"], [0xe80, "Thai"], [0xf00, "Laoo"], [0x1000, "Tibt"], [0x10a0, "Mymr"], [0x1100, "Geor"], [0x1200, "Hang"], [0x1400, "Ethi"],
    [0x1780, "Cans"], [0x1800, "Khmr"], [0x1e00, "Mong"], [0x1f00, "Latn"], [0x2000, "Grek"], [0x2e80, "Latn"], [0xa000, "Hani"], [0xac00, "Yiii"],
    [0xd800, "Hang"], [0xdc00, "Hani"],
]

/**
 * The script of a name's first letter, as a style's expression.
 * @param {any} text an expression of a text
 */
export const scriptExpression = (text) => ["case", ...ends.flatMap(([end, script]) => [["<", text, String.fromCharCode(end)], script]), "Arab"]

/**
 * The parts of a label in two scripts: `shown` is the reader's name, `local` what people there write where that is another script, else
 * empty. They are two lines, so that neither runs into the other.
 * @param {any} name an expression
 */
export function namesInScripts(name) {
    const [shown, written] = [["to-string", name], ["to-string", ["coalesce", ["get", "local"], ""]]]
    return { shown, local: ["case", ["any", ["==", written, ""], ["==", scriptExpression(written), scriptExpression(shown)]], "", written] }
}
