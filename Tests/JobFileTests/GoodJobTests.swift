import Files
import Formats
import JobFile
import Reporting
import StageKit
import Testing

@Suite("Good jobs")
struct GoodJobTests {
  @Test("A job with everything reads as written")
  func everything() throws {
    let reading = read(
      #"""
      // A comment, and JSON5 throughout.
      {
        $schema: "job.schema.json",
        name: 'intro',
        canvas: { size: [360, 640], scale: 1.5, fps: 29.97, duration: 10.01, background: "#102030", },
        variables: { far: 0x10, way: ["$far", +.5, 5.], both: "$way" },
        stages: [
          { id: "cam", stage: "dot" },
          { id: "Dot_1", stage: "dot", inputs: { camera: "cam.camera", anchor: "cam.point" },
            start: { after: "cam.arrived", delay: -0.5 }, duration: 2, z: -1, hidden: true,
            parameters: { dashes: "$both", label: "$$far" } },
          { id: "c", stage: "dot", start: 3 },
          { id: "d", stage: "dot", start: { at: -1 }, parameters: { label: "$5" } },
        ],
        outputs: [
          { file: "out/a.mp4", codec: "h264", preset: "slow", crf: 23.5, gop: 30 },
          { file: "b.mp4" },
        ],
      }
      """#)
    #expect(reading.diagnostics == [])
    let job = try #require(reading.job)
    #expect(job.file == "jobs/intro.json")
    #expect(job.folder == "jobs")
    #expect(job.name == "intro")
    #expect(job.frameRate == FrameRate(30000, 1001))
    #expect(job.frameCount == 300)
    #expect(job.composition.duration == 10.01)
    #expect(job.composition.size == Size(360, 640))
    #expect(job.composition.scale == 1.5)
    let framesPerSecond: Double = 30000 / 1001.0
    #expect(job.composition.framesPerSecond == framesPerSecond)
    #expect(job.composition.background == Color(hex: 0x102030))
    #expect([job.pixelWidth, job.pixelHeight] == [540, 960])
    #expect(job.unreadStages == [])

    #expect(job.stages.map(\.id) == ["cam", "Dot_1", "c", "d"])
    #expect(job.stages.map(\.path) == ["stages[0]", "stages[1]", "stages[2]", "stages[3]"])
    let dot = job.stages[1]
    #expect(dot.definition.name == "dot")
    #expect(dot.position == SourcePosition(line: 9, column: 5))
    #expect(
      dot.connections == [
        Connection(
          input: "camera", stage: "cam", output: "camera", position: SourcePosition(line: 9, column: 52),
          path: "stages[1].inputs.camera"),
        Connection(
          input: "anchor", stage: "cam", output: "point", position: SourcePosition(line: 9, column: 74),
          path: "stages[1].inputs.anchor"),
      ])
    #expect(
      dot.start
        == .after(
          stage: "cam", moment: "arrived", delay: -0.5, position: SourcePosition(line: 10, column: 23),
          path: "stages[1].start.after"))
    #expect(dot.duration == 2)
    #expect(dot.z == -1)
    #expect(dot.isVisible == false)
    #expect(dot.parameters[\Dot.dashes] == [16, 0.5, 5])
    #expect(dot.parameters[\Dot.label] == "$far")
    #expect(job.stages[2].start == .at(3))
    #expect(job.stages[2].duration == nil)
    #expect(job.stages[2].isVisible == nil)
    #expect(job.stages[3].start == .at(-1))
    #expect(job.stages[3].parameters[\Dot.label] == "$5")

    #expect(job.outputs.map(\.file) == ["out/a.mp4", "b.mp4"])
    #expect(job.outputs.map(\.codec.name) == ["h264", "h264"])
    #expect(job.outputs.map { H264.Options(reading: $0.options).preset } == [.slow, .motion])
    #expect(job.outputs.map { H264.Options(reading: $0.options).crf } == [23.5, 18])
    #expect(job.outputs.map { KeyFrameOption(reading: $0.options).gop } == [30, nil])
    #expect(job.groupLength(of: job.outputs) == 30)
    #expect(job.outputs.map(\.position) == [SourcePosition(line: 16, column: 5), SourcePosition(line: 17, column: 5)])
    #expect(job.outputs.map(\.path) == ["outputs[0]", "outputs[1]"])
  }

  @Test("A file's ending stands for its codec unless one is named")
  func endingsStandForCodecs() throws {
    let reading = read(
      #"""
      {"canvas": {"size": [64, 64], "duration": 0.5}, "stages": [{"id": "a", "stage": "dot"}],
       "outputs": [{"file": "a.mkv"}, {"file": "x/{frame}.png"}, {"file": "b.mkv", "codec": "ffv1"}, {"file": "c.mp4"}]}
      """#)
    #expect(reading.diagnostics == [])
    let job = try #require(reading.job)
    #expect(job.outputs.map(\.codec.name) == ["ffv1", "png", "ffv1", "h264"])
    #expect(job.outputs.map(\.container) == [.matroska, .pngFiles, .matroska, .mp4])
    #expect(job.groupLength(of: job.outputs) == nil)
  }

  @Test("Outputs have sizes, rates, ranges and backgrounds of their own")
  func pictures() throws {
    let reading = read(
      #"""
      {"canvas": {"size": [54, 96], "scale": 2, "duration": 4, "background": "#102030"},
       "stages": [{"id": "a", "stage": "dot"}],
       "outputs": [{"file": "a.mp4"}, {"file": "b.mp4", "size": 0.5, "fps": 30}, {"file": "c.mp4", "size": [100, 100]},
         {"file": "d.mp4", "size": [100, 100], "fit": "cover", "fps": 25, "from": 1.51, "to": 3},
         {"file": "e.mkv", "alpha": true}, {"file": "f.mp4", "background": "white", "to": 2, "loop": true}]}
      """#)
    #expect(reading.diagnostics == [])
    let job = try #require(reading.job)
    let pictures = job.outputs.map { job.picture(of: $0) }
    #expect(pictures.map(\.width) == [108, 54, 100, 100, 108, 108])
    #expect(pictures.map(\.height) == [192, 96, 100, 100, 192, 192])
    #expect(pictures.map(\.drawnWidth) == [108, 54, 58, 100, 108, 108])
    #expect(pictures.map(\.drawnHeight) == [192, 96, 100, 180, 192, 192])
    #expect(pictures.map(\.x) == [0, 0, 22, 0, 0, 0])
    #expect(pictures.map(\.y) == [0, 0, 0, -40, 0, 0])
    #expect(pictures.map(\.originY) == [0, 0, 0, 1, 0, 0])
    let scales: [Double] = [2, 1, 200.0 / 192, 200.0 / 108, 2, 2]
    #expect(zip(pictures, scales).allSatisfy { abs($0.scale - $1) < 1e-12 })
    #expect(job.outputs.map { job.frameCount(of: $0) } == [240, 120, 240, 38, 240, 120])
    #expect(job.seconds(ofFrame: 7, of: job.outputs[1]) == job.frameRate.seconds(ofFrame: 14))
    #expect(job.seconds(ofFrame: 5, of: job.outputs[3]) == 91.0 / 60 + 0.2)
    #expect(job.outputs.map { job.hasAlpha($0) } == [false, false, false, false, true, false])
    #expect(job.background(of: job.outputs[5]) == .white)
    #expect(job.outputs[5].loop == SourcePosition(line: 5, column: 96))
  }

  @Test("A canvas is centered to the pixel, and covers pictures whose sides are rounded to even numbers")
  func centering() throws {
    let reading = read(
      #"""
      {"canvas": {"size": [270, 480], "duration": 1, "background": "white"}, "stages": [{"id": "a", "stage": "dot"}],
       "outputs": [{"file": "a.mp4", "size": 0.25}, {"file": "b.mp4", "size": [272, 480]},
         {"file": "c.mp4", "size": [276, 480]}, {"file": "d.mp4", "size": [200, 480], "fit": "cover"},
         {"file": "e.mp4", "size": [268, 470]}]}
      """#)
    #expect(reading.diagnostics == [])
    let job = try #require(reading.job)
    let pictures = job.outputs.map { job.picture(of: $0) } + [job.picture(scale: 0.125)]
    #expect(pictures.map(\.width) == [68, 272, 276, 200, 268, 34])
    #expect(pictures.map(\.height) == [120, 480, 480, 480, 470, 60])
    for picture in pictures {
      let (left, top) = (picture.x + picture.originX, picture.y + picture.originY)
      let right = Double(picture.width - left) - 270 * picture.scale
      let bottom = Double(picture.height - top) - 480 * picture.scale
      #expect(abs(right - Double(left)) <= 1 && abs(bottom - Double(top)) <= 1)
      #expect(picture.x.isMultiple(of: 2) && picture.y.isMultiple(of: 2))
      #expect(picture.drawnWidth.isMultiple(of: 2) && picture.drawnHeight.isMultiple(of: 2))
      #expect(Double(picture.drawnWidth - picture.originX) >= 270 * picture.scale - 1e-6 || picture.originX < 0)
    }
    for picture in [pictures[0], pictures[3], pictures[5]] {
      #expect(Double(picture.x + picture.originX) + 270 * picture.scale >= Double(picture.width) - 1e-6)
      #expect(Double(picture.y + picture.originY) + 480 * picture.scale >= Double(picture.height) - 1e-6)
      #expect(picture.x + picture.originX <= 0 && picture.y + picture.originY <= 0)
    }
    #expect(pictures.map { $0.x + $0.originX } == [0, 1, 3, -35, 2, 0])
  }

  @Test("A place sets what it asks for, and warns of what it will refuse")
  func places() throws {
    let reading = read(
      #"""
      {"canvas": {"size": [540, 960], "scale": 2, "duration": 14}, "stages": [{"id": "a", "stage": "dot"}],
       "outputs": [{"file": "a.mp4", "for": "app-store-preview"}, {"file": "b.mp4", "for": "youtube", "gop": 12},
         {"file": "c.mp4", "for": "instagram-reel", "fps": 20, "crf": 20}]}
      """#)
    #expect(
      reading.diagnostics.map(\.description) == [
        "jobs/intro.json:2:39: warning: outputs[0].for: the App Store may refuse 'a.mp4': 14 s; 15 to 30 s are taken",
        "jobs/intro.json:3:29: warning: outputs[2].for: Instagram may refuse 'c.mp4': 20 frames a second; 23 to 60 "
          + "frames a second are taken",
      ])
    let job = try #require(reading.job)
    #expect(job.outputs.map { job.picture(of: $0).width } == [886, 1080, 1080])
    #expect(job.outputs.map { job.picture(of: $0).drawnHeight } == [1576, 1920, 1920])
    #expect(job.outputs.map { job.frameRate(of: $0).framesPerSecond } == [30, 60, 20])
    #expect(job.outputs.map { KeyFrameOption(reading: $0.options).gop } == [nil, 12, nil])
    #expect(job.outputs.map { BitRateOption(reading: $0.options).bitRate } == [12, 12, 25])
    #expect(job.outputs.map { H264.Options(reading: $0.options).bFrames } == [nil, 2, nil])
    #expect(H264.Options(reading: job.outputs[0].options).level == .level40)
    #expect(H264.Options(reading: job.outputs[2].options).crf == 20)
  }

  @Test("A job that says little gets defaults")
  func defaults() throws {
    let reading = read(#"{"canvas": {"size": [64, 64], "duration": 0.5}, "stages": [{"id": "a", "stage": "dot"}]}"#)
    #expect(reading.isValid)
    let job = try #require(reading.job)
    #expect(job.name == "intro")
    #expect(job.frameRate == FrameRate(60, 1))
    #expect(job.frameCount == 30)
    #expect(job.composition.background == .black)
    #expect(job.composition.scale == 1)
    #expect(job.stages[0].start == .at(0))
    #expect(job.stages[0].z == 0)
    #expect(job.outputs.map(\.file) == ["intro.mp4"])
    #expect(job.groupLength(of: job.outputs) == nil)
    #expect(
      job.stages[0].parameters.entries.map(\.name) == [
        "radius", "count", "solid", "label", "format", "shape", "color", "anchor", "curve", "dashes", "size", "tint",
        "offset",
        "moves", "look", "map", "times", "blend",
      ])
    let parameters = job.stages[0].parameters
    #expect(parameters["look"] == .object(ParameterValues([("pitch", .number(0))], path: "look")))
    #expect(parameters["map"] == .variant("city", ParameterValues([("seed", .number(1))], path: "map.city")))
  }

  @Test("Whole values may come from variables, objects and lists too")
  func variables() throws {
    let reading = read(
      #"""
      { "variables": { "w": 64, "canvas": { "size": ["$w", "$w"], "duration": 1, "background": "clear" },
          "dot": { "id": "a", "stage": "dot" }, "stages": ["$dot"] },
        "canvas": "$canvas", "stages": "$stages" }
      """#)
    #expect(reading.diagnostics == [])
    #expect(reading.job?.composition.size == Size(64, 64))
    #expect(reading.job?.composition.background == .clear)
    #expect(reading.job?.stages.map(\.id) == ["a"])
  }

  @Test("Other checks can go on where some stages could not be read")
  func partial() throws {
    let reading = read(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "stages": [ {"id": "a", "stage": "nothing"}, {"id": "b", "stage": "dot", "parameters": {"radius": -1}} ] }
      """#)
    #expect(!reading.isValid)
    #expect(reading.job?.stages.map(\.id) == ["b"])
    #expect(reading.job?.unreadStages == ["a"])
    #expect(read("[]").job == nil)
  }

  @Test("A stage knows where its parameters stand, or what is around them")
  func positions() throws {
    let job = try #require(
      read(job(parameters: #"{"radius": 2, "moves": [{"to": {"distance": 1}}, {"to": {"distance": 2}}]}"#)).job)
    let stage = job.stages[0]
    #expect(stage.position(ofParameter: "radius") == SourcePosition(line: 2, column: 12))
    #expect(stage.position(ofParameter: "moves[1].to.distance") == SourcePosition(line: 2, column: 70))
    #expect(stage.position(ofParameter: "moves[1].to.pitch") == SourcePosition(line: 2, column: 57))
    #expect(stage.position(ofParameter: "moves[1].lasting") == SourcePosition(line: 2, column: 50))
    #expect(stage.position(ofParameter: "moves[7]") == SourcePosition(line: 2, column: 24))
    #expect(stage.position(ofParameter: "color") == SourcePosition(line: 2, column: 1))
  }

  @Test("Files stand beside the job, wherever that is")
  func folders() {
    for (file, folder, path) in [
      ("a/b/c.json", "a/b", "a/b/x.png"), ("c.json", ".", "x.png"), ("/c.json", "/", "/x.png"),
      ("/a/c", "/a", "/a/x.png"),
    ] {
      let text = job(parameters: #"{"picture": "x.png"}"#)
      let reading = JobReader.read(
        bytes: Array(text.utf8), file: file, registry: StageRegistry([Dot.self]))
      #expect(reading.job?.inputFiles.map(\.reference.path) == [path])
      #expect(reading.job?.folder == folder)
      #expect(reading.job?.name == "c")
      #expect(reading.job?.stages[0].parameters[\Dot.picture] == FileReference(literal: "x.png", path: path))
    }
  }

  @Test("The safe area is as the canvas says, or else what all targets leave")
  func safeArea() throws {
    func area(_ canvas: String, _ outputs: String = "[]") throws -> Rect {
      let reading = read(
        #"{"canvas": {"size": [540, 960], "duration": 5\#(canvas)}, "stages": [{"id": "a", "stage": "dot"}],"#
          + #" "outputs": \#(outputs)}"#)
      return try #require(reading.job).composition.safeArea
    }
    let outputs = #"[{"file": "a.mp4", "for": "tiktok"}, {"file": "b.mp4", "for": "instagram-reel"}]"#
    #expect(try area("") == Rect(x: 0, y: 0, width: 540, height: 960))
    #expect(try area("", outputs) == Rect(x: 32.5, y: 134.5, width: 422.5, height: 489.5))
    #expect(try area(#", "safe": "stories""#, outputs) == Rect(x: 0, y: 134.5, width: 540, height: 633.5))
    #expect(try area(#", "safe": {"top": 10, "left": 4}"#) == Rect(x: 4, y: 10, width: 536, height: 950))
    #expect(
      messages(
        #"{"canvas": {"size": [64, 64], "duration": 1, "safe": {"top": 60, "bottom": 4}}, "stages": [{"id": "a", "stage": "dot"}]}"#
      ) == ["1:54: canvas.safe: nothing of the canvas is left within these"])
  }

  private func shutters(_ canvas: String, _ stage: String) -> JobReadResult {
    read(
      """
      {"canvas": {"size": [64, 64], "duration": 1\(canvas)},
       "stages": [{"id": "a", "stage": "dot"\(stage)}], "outputs": [{"file": "a.mp4"}]}
      """)
  }

  @Test("A shutter is an angle, or an angle with a number of samples and a quality")
  func shutter() throws {
    let own = #", "shutter": {"angle": 90, "samples": 16, "quality": 0.5}"#
    let job = try #require(shutters(#", "shutter": 180"#, own).job)
    #expect(job.shutter == Shutter(degrees: 180, maxSamples: 256))
    #expect(job.stages[0].shutter == Shutter(degrees: 90, maxSamples: 16, quality: 0.5))
    #expect(shutters("", "").job?.shutter == nil)
  }

  @Test("A lossless H.264, which few players show, is warned of")
  func losslessWarning() {
    let text = """
      {"canvas": {"size": [64, 64], "duration": 1}, "stages": [{"id": "a", "stage": "dot"}],
      "outputs": [{"file": "a.mp4", "crf": 0}, {"file": "b.mp4", "crf": 1}]}
      """
    #expect(
      read(text).diagnostics.map(\.description).filter { $0.contains("crf") } == [
        "jobs/intro.json:2:38: warning: outputs[0].crf: 0 is lossless, in the profile High 4:4:4 Predictive, "
          + "which browsers and phones do not play. Use 1, or FFV1 in .mkv."
      ])
  }

  @Test("A shutter that cannot be is reported at its place")
  func wrongShutter() {
    let reading = shutters(#", "shutter": 900"#, #", "shutter": {"angel": 90, "samples": 0}"#)
    #expect(
      reading.diagnostics.map(\.description) == [
        "jobs/intro.json:1:57: canvas.shutter: 900 is above 720",
        "jobs/intro.json:2:53: stages[0].shutter.angel: unknown key 'angel'. Did you mean 'angle'?",
        "jobs/intro.json:2:77: stages[0].shutter.samples: 0 is below 1",
      ])
  }
}
