import Testing

@Suite("Suggestions for keys")
struct KeySuggestionTests {
  /// The diagnostics of a stage with these members, without lines and columns.
  private func texts(ofStage members: String) -> [String] {
    texts(
      #"{ "canvas": { "size": [64, 64], "duration": 1 }, "stages": [{ "id": "a", "stage": "dot", \#(members) }] }"#)
  }

  private func texts(_ job: String) -> [String] {
    messages(job).map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" }
  }

  @Test(
    "A key that other programs have is answered with its name here",
    arguments: [
      (#""end": 1"#, "stages[0].end: unknown key 'end'. Did you mean 'duration'?"),
      (#""from": 1"#, "stages[0].from: unknown key 'from'. Did you mean 'start'?"),
      (#""to": 1"#, "stages[0].to: unknown key 'to'. Did you mean 'duration'?"),
      (#""delay": 1"#, "stages[0].delay: unknown key 'delay'. Did you mean 'start'?"),
      (#""mask": "b""#, "stages[0].mask: unknown key 'mask'. Did you mean 'matte'?"),
      (#""visible": true"#, "stages[0].visible: unknown key 'visible'. Did you mean 'hidden'?"),
      (
        #""blend": "plus""#,
        #"stages[0].blend: unknown key 'blend'. It is a parameter: write "parameters": { "blend": … }."#
      ),
      (
        #""radius": 2"#,
        #"stages[0].radius: unknown key 'radius'. It is a parameter: write "parameters": { "radius": … }."#
      ),
      (
        #""parameters": { "start": 1 }"#,
        #"stages[0].parameters.start: unknown parameter 'start'. Write it next to "parameters", not in them."#
      ),
      (
        #""parameters": { "pivot": 1 }"#,
        "stages[0].parameters.pivot: unknown parameter 'pivot'. Did you mean 'anchor'?"
      ),
      (
        #""parameters": { "size": { "keyframes": [{ "time": 0, "value": 1 }, { "at": 1, "value": 1 }] } }"#,
        "stages[0].parameters.size.keyframes[0].time: unknown key 'time'. Did you mean 'at'?"
      ),
      (
        #""parameters": { "size": { "keyframes": [{ "at": 0, "value": 1, "easing": "ease" }, { "at": 1, "value": 1 }] } }"#,
        "stages[0].parameters.size.keyframes[0].easing: unknown key 'easing'. Did you mean 'curve'?"
      ),
      (
        #""parameters": { "size": { "keyframes": [{ "at": 0, "value": 1 }], "loop": true } }"#,
        "stages[0].parameters.size.loop: unknown key 'loop'. Did you mean 'repeat'?"
      ),
      (
        #""parameters": { "size": { "keyframes": [{ "at": 0, "value": 1 }], "yoyo": true } }"#,
        "stages[0].parameters.size.yoyo: unknown key 'yoyo'. Did you mean 'autoreverse'?"
      ),
    ])
  func synonyms(_ members: String, _ expected: String) {
    #expect(texts(ofStage: members) == [expected])
  }

  @Test(
    "A key with an earlier name is answered with the current one, also where that is in an object",
    arguments: [
      (#""bleeds": true"#, "stages[0].bleeds: 'bleeds' is called 'ignoreLayoutChecks' now. It is true or false."),
      (
        #""parameters": { "extent": 2 }"#,
        "stages[0].parameters.extent: 'extent' is called 'radius' now. It is a number of points."
      ),
      (
        #""parameters": { "steepness": 2 }"#,
        "stages[0].parameters.steepness: 'steepness' is called 'look.pitch' now. It is a number of degrees."
      ),
    ])
  func earlierNames(_ members: String, _ expected: String) {
    #expect(texts(ofStage: members) == [expected])
  }

  @Test("A key that has another name is not missing as well")
  func renamed() {
    let found = texts(
      #"{ "canvas": { "resolution": [64, 64], "length": 1, "framerate": 30 }, "stages": [{ "name": "a", "type": "dot" }] }"#
    )
    #expect(
      found == [
        "canvas.resolution: unknown key 'resolution'. Did you mean 'size'?",
        "canvas.length: unknown key 'length'. Did you mean 'duration'?",
        "canvas.framerate: unknown key 'framerate'. Did you mean 'fps'?",
        "stages[0].name: unknown key 'name'. Did you mean 'id'?",
        "stages[0].type: unknown key 'type'. Did you mean 'stage'?",
      ])
  }
}
