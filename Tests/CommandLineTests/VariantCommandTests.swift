import Foundation
import TestSupport
import Testing

@Suite("Variants on the command line", .waitsForProcesses)
struct VariantCommandTests {
  let folder: TemporaryFolder

  /// A job with two sizes, two locales and two rows, each a box of another width, color or height.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"canvas": {"size": [32, 32], "fps": 10, "duration": 0.3}, "variables": {"width": 8, "fill": "white"},
       "variants": {
         "size": {"tall": {"canvas": {"size": [16, 32]}}, "wide": {"canvas": {"size": [32, 16]}}},
         "locale": {"strings": "strings/*.json"},
         "row": {"data": "rows.csv"}},
       "stages": [{"id": "box", "stage": "shape",
         "parameters": {"rect": {"size": ["$width", 8]}, "fill": "$fill"}}],
       "outputs": [{"file": "{name}-{size}-{locale}-{row.id}.mp4", "preset": "ultrafast"}]}
      """, to: "offer.json")
    try folder.write(#"{"fill": "red"}"#, to: "strings/de.json")
    try folder.write(#"{"fill": "blue"}"#, to: "strings/en.json")
    try folder.write("id,width\na,4\nb,6\n", to: "rows.csv")
  }

  private static let all = ["tall", "wide"].flatMap { size in
    ["de", "en"].flatMap { locale in ["a", "b"].map { "offer-\(size)-\(locale)-\($0).mp4" } }
  }

  @Test("Each variant becomes its own file, the same in a process of its own")
  func files() throws {
    let common = ["offer.json", "--no-cache", "--progress", "none"]
    #expect(try run(["run", "--output", "out"] + common, in: folder.url).code == 0)
    #expect(folder.names(below: "out") == Self.all)
    #expect(try run(["run", "--output", "alone", "--isolate"] + common, in: folder.url).code == 0)
    #expect(folder.names(below: "alone") == Self.all)
    for name in Self.all { #expect(folder.bytes("out/\(name)") == folder.bytes("alone/\(name)")) }
    #expect(Set(Self.all.map { folder.bytes("out/\($0)") }).count == 8)
  }

  @Test(
    "Variants are chosen by their values, locales and data",
    arguments: [
      (["--only", "size=wide,row=b"], ["offer-wide-de-b.mp4", "offer-wide-en-b.mp4"]),
      (["--only", "size=wide,locale=de"], ["offer-wide-de-a.mp4", "offer-wide-de-b.mp4"]),
      (["--only", "size=wide,row=a", "--locale", "en"], ["offer-wide-en-a.mp4"]),
      (
        ["--only", "size=wide,row=a", "--locale", "pseudo"],
        ["offer-wide-pseudo-a.mp4", "offer-wide-pseudo-rtl-a.mp4"]
      ),
      (["--only", "size=wide,locale=de", "--data", "more.csv"], ["offer-wide-de-c.mp4"]),
      (["--only", "size=wide,locale=de", "--data", "row=more.csv"], ["offer-wide-de-c.mp4"]),
    ])
  func choice(_ options: [String], _ names: [String]) throws {
    try folder.write("id,width\nc,5\n", to: "more.csv")
    let common = ["run", "offer.json", "--output", "out", "--no-cache", "--progress", "none"]
    let outcome = try run(common + options, in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(folder.names(below: "out") == names)
  }

  @Test("Options for axes that no job has are bad input")
  func unknown() throws {
    func errors(_ options: String...) throws -> String {
      let outcome = try run(["validate", "offer.json"] + options, in: folder.url)
      #expect(outcome.code == 2)
      return outcome.errors
    }
    #expect(try errors("--only", "size=round").contains("no job has a variant with size=round"))
    #expect(
      try errors("--data", "rwo=rows.csv").contains(
        "--data rwo: no job has an axis 'rwo' with data. Did you mean 'row'?"))
    try folder.write(#"{"canvas": {"size": [32, 32], "duration": 1}, "stages": []}"#, to: "offer.json")
    #expect(try errors("--locale", "de").contains("--locale: no job has an axis of locales"))
    #expect(try errors("--data", "rows.csv").contains("--data: no job has an axis with data"))
  }

  @Test("Faults of data are reported at their cells, all at once")
  func faults() throws {
    try folder.write("id,width,hight\na,4,1\na,x,2\n", to: "rows.csv")
    try folder.write("{}", to: "strings/en.json")
    let outcome = try run(["validate", "offer.json"], in: folder.url)
    #expect(outcome.code == 2)
    let errors = outcome.errors.split(separator: "\n").map { String($0) }.sorted()
    #expect(
      errors == [
        "rows.csv:1:10: the column 'hight' has no variable. Possible values: 'width', 'fill'.",
        "rows.csv:3:1: the id 'a' is used twice. It was first used at rows.csv:2:1.",
        "rows.csv:3:3: width: 'x' is not a number",
        "strings/en.json:1:1: the string 'fill' is missing. Another locale has it at strings/de.json:1:2.",
      ])
  }

  @Test("Variants that would write one file are reported by their values")
  func collision() throws {
    let text = String(decoding: try #require(folder.bytes("offer.json")), as: UTF8.self)
    try folder.write(text.replacing("-{row.id}", with: ""), to: "offer.json")
    let outcome = try run(["validate", "offer.json", "--only", "size=tall,locale=de"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("'offer-tall-de.mp4' is also written by offer.json size=tall,locale=de,row=a"))
  }

  @Test("A sheet has a picture of each variant")
  func sheet() throws {
    let outcome = try run(["sheet", "offer.json", "-o", "all.png", "--width", "64"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let one = try run(["sheet", "offer.json", "-o", "row.png", "--width", "64", "--only", "size=tall"], in: folder.url)
    #expect(one.code == 0)
    let all = Self.size(try #require(folder.bytes("all.png")))
    let row = Self.size(try #require(folder.bytes("row.png")))
    #expect(all.height > row.height)
  }

  /// The size of a PNG file.
  private static func size(_ png: Data) -> (width: Int, height: Int) {
    func number(_ offset: Int) -> Int { png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(16), number(20))
  }

  @Test("After a row comes before others, records of these pass under their new numbers")
  func movedRows() throws {
    try folder.write("width\n4\n6\n", to: "rows.csv")
    let text = String(decoding: try #require(folder.bytes("offer.json")), as: UTF8.self)
    try folder.write(text.replacing("{row.id}", with: "{row}"), to: "offer.json")
    let common = ["regress", "offer.json", "--only", "size=tall,locale=de", "--no-cache"]
    #expect(try run(common + ["--record"], in: folder.url).code == 0)
    try folder.write("width\n5\n4\n6\n", to: "rows.csv")
    let outcome = try run(common, in: folder.url)
    #expect(outcome.code == 3)
    let text2 = outcome.output + outcome.errors
    #expect(text2.contains("row=2: passed, as 'offer@size=tall,locale=de,row=1' of the baseline"))
    #expect(text2.contains("row=3: passed, as 'offer@size=tall,locale=de,row=2' of the baseline"))
    #expect(text2.contains("3 jobs: 2 passed, 1 differs"))
  }
}
