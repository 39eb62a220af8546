import TestSupport
import Testing

@Suite("Checks of layouts, through the program")
struct ValidateLayoutTests {
  private func canvas(_ size: String, _ more: String = "") -> String {
    ##""canvas": { "size": \##(size), "fps": 10, "duration": 1, "background": "#0F172A"\##(more) }"##
  }

  @Test("Outputs of another shape that cut off texts, or are mostly bars, are warnings")
  func outputs() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      { \(canvas("[540, 960]")), "stages": [
          { "id": "title", "stage": "caption", "parameters": { "text": "Summer", "size": 60 },
            "place": { "at": "top", "of": "safe", "offset": [0, 40] } } ],
        "outputs": [ { "file": "reel.mp4" }, { "file": "wide.mp4", "size": [1920, 1080], "fit": "cover" } ] }
      """, to: "upright.json")
    try folder.write(
      """
      { \(canvas("[960, 540]")), "stages": [], "outputs": [ { "file": "story.mp4", "for": "instagram-reel" } ] }
      """, to: "wide.json")
    let outcome = try run(["validate", "upright.json", "wide.json"], in: folder.url)
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("outputs[1]: output 'wide.mp4' cuts off text of 'title'"), "\(outcome.errors)")
    #expect(outcome.errors.contains("output 'story.mp4' is empty bars for 68 %"), "\(outcome.errors)")
  }

  @Test("Tags are reported where they are: in the job, or in the file of a locale's texts")
  func tags() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "headline": "from <price>49 €</prise> a night" }"#, to: "strings/en.json")
    let styles = #""styles": [{ "name": "price", "weight": 800 }]"#
    try folder.write(
      """
      { \(canvas("[600, 120]")), "variables": { "headline": "x" }, "variants": { "locale": { "strings": "strings/*.json" } },
        "stages": [ { "id": "c", "stage": "caption", "parameters": { "text": "$headline", "size": 34, \(styles) } } ],
        "outputs": [{ "file": "{name}-{locale}.mp4" }] }
      """, to: "strings.json")
    for command in ["validate", "run", "still", "sheet"] {
      let outcome = try run([command, "strings.json"], in: folder.url)
      #expect(outcome.code == 2)
      #expect(
        outcome.errors.contains(
          "strings/en.json:1:15: stages[0].parameters.text: '<price>' is not closed. It is used as '$headline' at strings.json:2:"
        ), "\(command): \(outcome.errors)")
    }
    try folder.write(
      """
      { \(canvas("[600, 120]")), "stages": [
        { "id": "c", "stage": "caption", "parameters": { "text": "from <prize>49 €</prize>", "size": 34, \(styles) } } ] }
      """, to: "tag.json")
    for command in ["validate", "run", "still", "sheet"] {
      let outcome = try run([command, "tag.json"], in: folder.url)
      #expect(outcome.code == 0)
      #expect(
        outcome.errors.contains(
          "no style is called 'prize': its tags are drawn as they are written. Did you mean 'price'?"),
        "\(command): \(outcome.errors)")
    }
  }

  @Test("Subtitles stay in the canvas's safe area, and say which word is too wide")
  func subtitles() throws {
    let folder = try TemporaryFolder()
    try folder.write("1\n00:00:00,000 --> 00:00:01,000\nAntidisestablishmentarianism\n", to: "a.srt")
    try folder.write(
      """
      { \(canvas("[540, 960]", #", "safe": "tiktok""#)), "stages": [
        { "id": "s", "stage": "subtitles", "parameters": { "file": "a.srt", "size": 54 } } ] }
      """, to: "job.json")
    let outcome = try run(["validate", "job.json"], in: folder.url)
    #expect(outcome.code == 0 && !outcome.errors.contains("safe area"), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("warning: stages[0]: the word 'Antidisestablishmentarianism' is "), "\(outcome.errors)")
    #expect(outcome.errors.contains("are allowed. Make 'size' smaller, or 'width' larger"))
  }

  @Test("A gradient as the canvas's background is an error that names the stage for it")
  func background() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ##"{ "canvas": { "size": [64, 64], "duration": 1, "background": { "linear": { "stops": ["red", "blue"] } } }, "stages": [] }"##,
      to: "job.json")
    for command in ["validate", "run", "still"] {
      let outcome = try run([command, "job.json"], in: folder.url)
      #expect(outcome.code == 2)
      #expect(
        outcome.errors.contains(
          "canvas.background: expected a color, found an object. Gradients and pictures are stages: put { \"id\": \"back\", "
            + "\"stage\": \"backdrop\", "), "\(outcome.errors)")
    }
  }

  @Test("A film that follows a route to its last frame is checked: its numbers, their places and their colors")
  func route() throws {
    let folder = try TemporaryFolder()
    let points = (0...20).map { index in
      "<trkpt lat=\"46.5\" lon=\"\(10 + Double(index) * 0.001)\"><ele>\(500 + index * 10)</ele></trkpt>"
    }
    try folder.write(
      "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>",
      to: "a.gpx")
    func warnings(_ parameters: String) throws -> String {
      try folder.write(
        """
        { \(canvas("[400, 300]")), "stages": [
          { "id": "ride", "stage": "route", "parameters": { "route": "a.gpx", "duration": 1 } },
          { "id": "p", "stage": "profile", "inputs": { "progress": "ride.progress" },
            "parameters": { "route": "a.gpx", "height": 100, \(parameters) } } ] }
        """, to: "job.json")
      return try run(["validate", "job.json"], in: folder.url).errors
    }
    #expect(try warnings(#""width": 160, "valueTicks": 4"#) == "")
    let wide = try warnings(#""width": 390, "valueTicks": 4"#)
    #expect(
      wide.contains("stage 'p' leaves the canvas by at least ") && wide.contains("at the left, at all times"), "\(wide)"
    )
    #expect(wide.contains("stage 'p' has text that leaves the canvas by "), "\(wide)")
    #expect(
      try warnings(##""width": 240, "color": "#10182B""##).contains("stage 'p' has text with a contrast of 1.0 : 1"))
  }
}
