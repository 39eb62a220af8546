import Foundation
import TestSupport
import Testing

@Suite("Jobs from templates")
struct NewTests {
  private static let names = [
    "app-tour", "captions", "countdown", "delivery", "end-card", "flight", "host-passport", "laptop", "list",
    "loading", "location-pulse", "logo-sting", "lower-third", "offer", "quote", "ride-booking", "ride-recap",
    "stat-card", "store-locator", "testimonial", "year-in-review",
  ]

  private static let pieces = [
    "avatars", "button", "card-stack", "cursor", "chat", "map-card", "notification", "odometer", "progress", "rating",
    "search", "skeleton", "slider", "tab-bar", "toggle", "keyboard", "ticket",
  ]

  @Test("All templates are listed with what they show, films before pieces")
  func listing() throws {
    let outcome = try run(["new"], in: projectFolder)
    #expect(outcome.code == 0)
    let lists = outcome.output.components(separatedBy: "Pieces to show in a film:")
    for name in Self.names { #expect(lists[0].contains("  \(name) ")) }
    for name in Self.pieces { #expect(lists[1].contains("  \(name) ")) }
    #expect(outcome.output.contains("A number counts up on a card"))
  }

  @Test("A new folder has a job without a warning, which is drawn, and a page about its values", arguments: names)
  func folder(name: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try run(["new", name, "my film"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    // A folder of jobs is one of the film alone: parts lie below it.
    let check = try run(["validate", "my film"], in: folder.url)
    #expect(check.code == 0 && !check.errors.contains("warning"), "\(check.errors)")
    let pseudo = try run(["validate", "my film/job.json", "--locale", "pseudo"], in: folder.url)
    #expect(pseudo.code == 0 && !pseudo.errors.contains("warning"), "\(pseudo.errors)")
    let still = try run(
      [
        "still", "my film/job.json", "--only", "size=portrait,locale=en", "--at", "3", "--scale", "0.25", "-o", "a.png",
      ],
      in: folder.url)
    #expect(still.code == 0 && folder.bytes("a.png") != nil, "\(still.errors)")
    let page = String(decoding: folder.bytes("my film/README.md") ?? Data(), as: UTF8.self)
    let job = String(decoding: folder.bytes("my film/job.json") ?? Data(), as: UTF8.self)
    #expect(page.contains("# my film") && page.contains("| `"))
    #expect(job.contains("\"name\": \"my film\"") && page.contains("--only size=landscape,locale=en"))
  }

  @Test("A piece has no warning, and a film shows it by the stage that its page names", arguments: pieces)
  func piece(name: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try run(["new", name], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let check = try run(["validate", "\(name)/job.json"], in: folder.url)
    #expect(check.code == 0 && !check.errors.contains("warning"), "\(check.errors)")
    let page = String(decoding: folder.bytes("\(name)/README.md") ?? Data(), as: UTF8.self)
    let stage = try #require(page.firstMatch(of: #/  `(\{.*\})`/#)?.1)
    #expect(outcome.output.contains(stage))
    func film(_ stages: String) -> String {
      #"{ "canvas": { "size": [540, 540], "duration": 3, "background": "clear" }, "stages": [\#(stages)] }"#
    }
    try folder.write(film(String(stage)), to: "film.json")
    for (film, picture) in [("film", "a"), ("\(name)/job", "b")] {
      let still = try run(
        ["still", "\(film).json", "--at", "1.5", "--scale", "0.25", "-o", "\(picture).png"], in: folder.url)
      #expect(still.code == 0 && !still.errors.contains("warning"), "\(still.errors)")
    }
    let drawn = try #require(folder.bytes("a.png"))
    try folder.write(film(""), to: "film.json")
    #expect(try run(["still", "film.json", "--at", "1.5", "--scale", "0.25", "-o", "a.png"], in: folder.url).code == 0)
    #expect(folder.bytes("a.png") != drawn)
  }

  @Test("A value of a template takes the place of its own with --set")
  func values() throws {
    let folder = try TemporaryFolder()
    #expect(try run(["new", "logo-sting"], in: folder.url).code == 0)
    let outcome = try run(
      [
        "still", "logo-sting/job.json", "--only", "size=portrait,locale=en", "--set", "name=Borealis", "--at", "3",
        "--scale", "0.25", "-o", "a.png",
      ], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test(
    "A table makes a film of each row, named after it, and a cell that a field does not take is an error at its place")
  func table() throws {
    let folder = try TemporaryFolder()
    #expect(try run(["new", "stat-card"], in: folder.url).code == 0)
    try folder.write("id,label,number\nmay,May,100\njune,June,120\n", to: "rows.csv")
    let arguments = ["stat-card/job.json", "--only", "size=square,locale=en", "--data", "rows.csv"]
    let outcome = try run(["run"] + arguments + ["--output", "out", "--scale", "0.1", "--no-cache"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    for row in ["may", "june"] { #expect(folder.bytes("out/stat-card-square-en-\(row).mp4") != nil) }
    try folder.write(
      """
      {"canvas": {"size": [20, 20], "duration": 1}, "variables": {"title": "a"}, "fields": {"title": {"label": "Title"}},
       "variants": {"row": {"top": {}, "low": {}}}, "stages": [{"id": "a", "stage": "caption", "parameters": {"text": "$title"}}]}
      """, to: "rows.json")
    try folder.write("id,title\nmay,May\njune,June\n", to: "titles.csv")
    let both = try run(["validate", "rows.json", "--data", "titles.csv"], in: folder.url)
    #expect(both.code == 0 && both.output.contains("row: top, low; data: may, june"), "\(both.output)\(both.errors)")
    try folder.write("id,label,number\nmay,May,-5\n", to: "rows.csv")
    let wrong = try run(["validate"] + arguments, in: folder.url)
    #expect(
      wrong.code == 2 && wrong.errors.contains("rows.csv:2:9: variables.number: -5 is below 0"), "\(wrong.errors)")
  }

  @Test("Values of fields are listed with what they are and may be")
  func fields() throws {
    let folder = try TemporaryFolder()
    #expect(try run(["new", "offer"], in: folder.url).code == 0)
    let page = String(decoding: folder.bytes("offer/README.md") ?? Data(), as: UTF8.self)
    #expect(page.contains("| value | what it is | now | may be |"))
    #expect(page.contains("| `price` | Numbers: New price | `129` | 0 to 9999999 |"))
    let wrong = try run(["validate", "offer/job.json", "--set", "price=-1"], in: folder.url)
    #expect(wrong.code == 2 && wrong.errors.contains("variables.price: -1 is below 0"))
  }

  @Test("Every color of a template has a field, and each field a label and a group", arguments: names + pieces)
  func declared(name: String) throws {
    let folder = try TemporaryFolder()
    #expect(try run(["new", name], in: folder.url).code == 0)
    let text = ["job", "parts/look"].map {
      String(decoding: folder.bytes("\(name)/\($0).json") ?? Data(), as: UTF8.self)
    }
    .joined()
    let fields = text.matches(of: #/(?m)^    "([\w-]+)": \{ "label": "[^"]+", "group": "[^"]+"/#).map { String($0.1) }
    #expect(!fields.isEmpty && Set(fields).count == fields.count)
    let variables = text.components(separatedBy: "\"variables\": {").dropFirst()
      .map { $0.components(separatedBy: "\n  }")[0] }.joined()
    let colors = variables.matches(of: #/"([\w-]+)": "#[0-9A-F]{6}"/#).map { String($0.1) }.filter {
      $0 != "background"
    }
    for color in colors { #expect(fields.contains(color), "\(color)") }
  }

  @Test("A team's folder of templates is offered by the environment, and a folder that is not there is an error")
  func folders() throws {
    let folder = try TemporaryFolder()
    try folder.write("{ // A card.\n\"name\": \"card\" }", to: "team/card/job.json")
    let list = try run(["new"], in: folder.url, environment: ["PIPELINE_TEMPLATES": "/nowhere:team"])
    #expect(list.output.contains("card"))
    let missing = try run(["new", "--templates", "nowhere"], in: folder.url)
    #expect(missing.code == 2 && missing.errors.contains("--templates nowhere: expected an existing folder"))
  }

  @Test("A template that cannot be read is left out with its fault, and fields and axes of parts are listed")
  func parts() throws {
    let folder = try TemporaryFolder()
    try folder.write("{ // A card.\n\"name\": \"card\" ", to: "team/broken/job.json")
    try folder.write(
      """
      {
        // A card.
        "name": "card", "include": ["look.json"], "variables": { "mood": "calm" },
        "fields": { "mood": { "label": "Mood", "choices": ["calm", "very lively"] } }
      }
      """, to: "team/card/job.json")
    try folder.write(
      ##"{ "variables": { "ink": "#FFFFFF" }, "fields": { "ink": { "label": "Ink" } }, "variants": { "size": { "wide": {} } } }"##,
      to: "team/card/look.json")
    let list = try run(["new", "--templates", "team"], in: folder.url)
    #expect(list.code == 0 && list.output.contains("  card "))
    #expect(list.errors.contains("warning: a template is left out: team/broken/job.json:"), "\(list.errors)")
    #expect(try run(["new", "card", "--templates", "team"], in: folder.url).code == 0)
    let page = String(decoding: folder.bytes("card/README.md") ?? Data(), as: UTF8.self)
    #expect(page.contains("| `mood` | Mood | `calm` | `calm`, `very lively` |"), "\(page)")
    #expect(page.contains("| `ink` | Ink | `#FFFFFF` |") && page.contains("`job.json` and `look.json`"))
    #expect(page.contains("--only size=wide"))
  }

  @Test("A template of one's own is offered, and nothing is written over")
  func own() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {
        // One dot.
        "name": "dot", "canvas": { "size": [20, 20], "duration": 1 },
        "stages": [{ "id": "dot", "stage": "picture", "parameters": { "file": "dot.svg" } }],
        "outputs": [{ "file": "dot.mp4" }]
      }
      """, to: "mine/dot/job.json")
    try folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><rect width=\"8\" height=\"8\"/></svg>",
      to: "mine/dot/dot.svg")
    try folder.write("a", to: "mine/dot/data/a.txt")
    let list = try run(["new", "--templates", "mine"], in: folder.url)
    #expect(list.output.contains("One dot.") && list.output.contains("logo-sting"))
    #expect(try run(["new", "dot", "--templates", "mine"], in: folder.url).code == 0)
    #expect(folder.bytes("dot/data/a.txt") == Data("a".utf8))
    #expect(try run(["new", "dot", "a \"b\"", "--templates", "mine"], in: folder.url).code == 0)
    #expect(try run(["validate", "a \"b\"/job.json"], in: folder.url).code == 0)
    #expect(String(decoding: folder.bytes("a \"b\"/job.json") ?? Data(), as: UTF8.self).contains("dot.svg"))
    let again = try run(["new", "dot", "--templates", "mine"], in: folder.url)
    #expect(again.code == 2 && again.errors.contains("dot: already exists"))
    let wrong = try run(["new", "logo-stin"], in: folder.url)
    #expect(wrong.code == 2 && wrong.errors.contains("Did you mean 'logo-sting'?"))
  }
}
