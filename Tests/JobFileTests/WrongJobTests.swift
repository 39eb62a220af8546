import Formats
import Testing

@Suite("Wrong jobs")
struct WrongJobTests {
  @Test("All faults of a job are reported with their positions", arguments: WrongJob.syntax + cases)
  func allFaultsAreReported(_ wrong: WrongJob) {
    #expect(messages(wrong.text) == wrong.messages)
  }

  /// `.mp4, .mov or .png`.
  private static let endings = {
    let all = (Containers.all.map(\.ending) + SoundContainer.all.map(\.ending)).map { ".\($0)" }
    return all.dropLast().joined(separator: ", ") + " or " + all[all.count - 1]
  }()

  static let cases: [WrongJob] = [
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "stages": [
          { "id": "a", "stage": "dot", "parameters": { "radius": -3, "colour": "red" } }
        ] }
      """#,
      [
        "3:60: stages[0].parameters.radius: -3 is below 0",
        "3:64: stages[0].parameters.colour: unknown parameter 'colour'. Did you mean 'color'?",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "stages": [
          { "id": "a", "stage": "dto" },
          { "id": "b", "stage": "dot", "parameters": { "radius": "3" } }
        ] }
      """#,
      [
        "3:27: stages[0].stage: unknown stage 'dto'. Did you mean 'dot'?",
        "4:60: stages[1].parameters.radius: expected a number of points, found a string. Write 3 without quotes.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "stages": [
          { "id": "a", "stage": "dto", "stages": [
            { "id": "b", "stage": "dot" },
            { "id": "c", "stage": "dot", "parameters": { "radius": -1 } } ] }
        ] }
      """#,
      [
        "3:27: stages[0].stage: unknown stage 'dto'. Did you mean 'dot'?",
        "5:62: stages[0].stages[1].parameters.radius: -1 is below 0",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [65, 64], "duration": 1.01},
        "stages": [ { "id": "a", "stage": "dot" } ] }
      """#,
      [
        "1:23: canvas.size[0]: 65 is not an even whole number of pixels. The nearest possible: 64 or 66 points.",
        "1:44: canvas.duration: 1.01 seconds at 60 frames a second are 60.6 frames, not a whole number. "
          + "The nearest possible: 1 or 1.01666667 seconds.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "scale": 1.3, "duration": 1},
        "stages": [ { "id": "a", "stage": "dot" } ] }
      """#,
      [
        "1:23: canvas.size[0]: 64 × 1.3 = 83.2 is not an even whole number of pixels. The nearest "
          + "possible: 63.076923 or 64.615385 points.",
        "1:27: canvas.size[1]: 64 × 1.3 = 83.2 is not an even whole number of pixels. The nearest "
          + "possible: 63.076923 or 64.615385 points.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "fps": 61.2345, "duration": 0},
        "stages": [ { "id": "a", "stage": "dot" } ] }
      """#,
      [
        "1:39: canvas.fps: 61.2345 is not a known frame rate. Write a number such as 60, 59.94 or 12.5, "
          + #"or a fraction such as "30000/1001"."#,
        "1:60: canvas.duration: 0 is not above 0",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1, "background": "whit"},
        "stages": [ { "id": "a", "stage": "dot" }, { "id": "a", "stage": "dot" } ] }
      """#,
      [
        "1:61: canvas.background: unknown color 'whit'. Did you mean 'white'?",
        "2:54: stages[1].id: the id 'a' is used twice. It was first used at 2:23.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "stages": [
          { "id": "a", "stage": "dot", "inputs": { "camra": "b.camera", "anchor": "b" } },
        ] }
      """#,
      [
        "3:46: stages[0].inputs.camra: unknown input 'camra'. Did you mean 'camera'?",
        #"3:77: stages[0].inputs.anchor: expected "stage.output", found 'b'. It is a stage's id and "#
          + "an output of that stage.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "stages": [
          { "id": "a", "stage": "dot", "inputs": { "spot": "b.spot" }, "parameters": { "target": [1, 2] } },
          { "id": "c", "stage": "dot", "inputs": { "camra": "b.camera" }, "parameters": { "target": [1, 2] } },
          { "id": "d", "stage": "dot", "inputs": { "camera": "b.camera" }, "parameters": { "target": [1, 2] } }
        ] }
      """#,
      [
        #"3:54: stages[0].inputs.spot: needs the input 'camera'. Connect it: "inputs": { "camera": "…" }."#,
        #"3:92: stages[0].parameters.target: needs the input 'camera'. Connect it: "inputs": { "camera": "…" }."#,
        "3:92: stages[0].parameters.target: 'target' is given twice: here, and by the input 'spot'. Remove one of them.",
        "4:46: stages[1].inputs.camra: unknown input 'camra'. Did you mean 'camera'?",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "stages": [
          { "id": "a", "stage": "dot", "inputs": { "spot": "b.spot", "camera": "b.camera" },
            "parameters": { "target": [1, 2] } }
        ] }
      """#,
      [
        "4:33: stages[0].parameters.target: 'target' is given twice: here, and by the input 'spot'. Remove one of them."
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "stages": [ { "id": "a", "stage": "needy" } ] }
      """#,
      [
        #"2:15: stages[0].inputs: 'target' is missing. It takes another stage's point, written "stage.output"."#,
        "2:15: stages[0].parameters: 'speed' is missing. It is a number.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "stages": [ { "id": "a", "stage": "dot", "start": { "at": 1, "after": "b.end" }, "duration": 0 } ] }
      """#,
      [
        "2:53: stages[0].start: 'at' and 'after' exclude each other. Give at; or after, delay.",
        "2:96: stages[0].duration: 0 is not above 0",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "stages": [ { "id": "a b", "stage": "dot", "start": { "after": "end", "delay": "1" } } ] }
      """#,
      [
        "2:23: stages[0].id: 'a b' is not a valid id. Ids consist of letters, digits, '-' and '_'.",
        #"2:66: stages[0].start.after: expected "stage.moment", found 'end'. It is a stage's id and a "#
          + "moment of that stage.",
        "2:82: stages[0].start.delay: expected a number of seconds, found a string. Write 1 without quotes.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "stages": [ { "stage": "dot", "z": null, "hidden": 1 } ] }
      """#,
      [
        "2:15: stages[0]: 'id' is missing. It is the name by which other stages refer to this one.",
        "2:38: stages[0].z: expected a number, found null",
        "2:54: stages[0].hidden: expected true or false, found a number",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1}, "stages": [{ "id": "a", "stage": "dot" }],
        "outputs": [ { "file": "/tmp/a.mp4" }, { "file": "../a.mp4", "codec": "h265" } ] }
      """#,
      [
        "2:26: outputs[0].file: '/tmp/a.mp4' is an absolute path. Outputs stay below the folder that "
          + "they are delivered to.",
        "2:52: outputs[1].file: '../a.mp4' leads out through '..'. Outputs stay below the folder that "
          + "they are delivered to.",
        "2:73: outputs[1].codec: unknown value 'h265'. Did you mean 'hevc'?",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1}, "stages": [{ "id": "a", "stage": "dot" }],
        "outputs": [ { "file": "a.mow", "gop": -1 }, { "preset": "fats", "gop": 0.5 } ] }
      """#,
      [
        "2:26: outputs[0].file: 'a.mow' is not a name that ends in \(endings). Did you mean '.mov'?",
        "2:42: outputs[0].gop: -1 is below 1",
        "2:48: outputs[1]: 'file' is missing. It is the file's name below the folder of outputs, ending in \(endings); names of pictures have {frame} for the number.",
        "2:75: outputs[1].gop: 0.5 is below 1",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1}, "stages": [{ "id": "a", "stage": "dot" }],
        "outputs": [ { "file": "a.png", "crf": 3 }, { "file": "b.mp4", "codec": "ffv1" }, { "file": "c.mkw" },
          { "file": "{frame}.mp4" }, { "file": "{frame}/a.png" }, { "file": "d.mkv", "codec": "ffv1", "sped": 1 },
          { "file": "e.mkv", "codc": 1 }, { "file": "f-{frame}.png", "prest": 1 }, { "file": "g.mp4", "prest": 1 } ] }
      """#,
      [
        "2:26: outputs[0].file: 'a.png' would be one file for all frames. Name them by number: 'a-{frame}.png'.",
        "2:42: outputs[0].crf: codec 'png' has no option 'crf'. It is an option of 'h264', 'hevc', 'av1' and 'vp9'.",
        "2:75: outputs[1].codec: codec 'ffv1' does not go into MP4. Let the file's name end in .mkv, or use "
          + "'h264', 'hevc' or 'av1'.",
        "2:95: outputs[2].file: 'c.mkw' is not a name that ends in \(endings). Did you mean '.mkv'?",
        "3:15: outputs[3].file: '{frame}.mp4' is one file, which has no number. Only .png and .jpg files take {frame}.",
        "3:42: outputs[4].file: '{frame}/a.png' has {frame} in a folder's name, or twice. Number the file's name, "
          + "once.",
        "3:97: outputs[5].sped: unknown key 'sped'",
        "4:24: outputs[6].codc: unknown key 'codc'. Did you mean 'codec'?",
        "4:64: outputs[7].prest: unknown key 'prest'",
        "4:97: outputs[8].prest: unknown key 'prest'. Did you mean 'preset'?",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "fps": 50, "duration": 1, "background": "#10203080"}, "stages": [{ "id": "a", "stage": "dot" }],
        "outputs": [ { "file": "a.gif" }, { "file": "b.gif", "matte": "white" }, { "file": "c.gif", "alpha": true },
          { "file": "d.gif", "background": "#00000001" }, { "file": "e.mkv", "size": 0.001 },
          { "file": "f.mkv", "fit": "fill" } ] }
      """#,
      [
        "2:16: outputs[0]: the background is translucent, but pixels of gif are opaque or clear. Use \"clear\" or an "
          + "opaque color, or add a 'matte' to lay it over.",
        "2:76: outputs[2]: the background is translucent, but pixels of gif are opaque or clear. Use \"clear\" or an "
          + "opaque color, or add a 'matte' to lay it over.",
        "3:38: outputs[3].background: the background is translucent, but pixels of gif are opaque or clear. Use "
          + "\"clear\" or an opaque color, or add a 'matte' to lay it over.",
        "3:80: outputs[4].size: 0.064 × 0.064 pixels: a side has fewer than 2",
        "4:31: outputs[5].fit: unknown value 'fill'. Possible values: 'contain', 'cover'.",
        "4:31: outputs[5].fit: there is no size to fit into. Add \"size\": [width, height] in pixels.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1}, "stages": [{ "id": "a", "stage": "dot" }],
        "outputs": [ { "file": "{frame}.png", "depth": 12 }, { "file": "a.mkv", "depth": "12" },
          { "file": "b.mp4", "depth": 10 } ] }
      """#,
      [
        "2:50: outputs[0].depth: expected 8 or 16, found 12",
        "2:84: outputs[1].depth: unknown value '12'. Did you mean '10'?",
        "3:33: outputs[2].depth: codec 'h264' has no option 'depth'. It is an option of 'hevc', 'av1', 'vp9', 'ffv1' and "
          + "'png'.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1}, "stages": [{ "id": "a", "stage": "dot" }],
        "outputs": [ { "file": "a.mp4" }, { "file": "a.mp4" } ], "ouputs": [] }
      """#,
      [
        "2:47: outputs[1].file: 'a.mp4' is delivered twice. It was named at 2:26 before.",
        "2:60: ouputs: unknown key 'ouputs'. Did you mean 'outputs'?",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1, "background": "clear"}, "stages": [{ "id": "a", "stage": "dot" }],
        "outputs": [ { "file": "a.mkv", "size": [63, 32], "fit": "fill" }, { "file": "b.mkv", "fit": "cover" },
          { "file": "c.mkv", "size": 0.5, "fit": "cover" }, { "file": "d.mkv", "size": [20000, 2] },
          { "file": "e.mkv", "size": 64.5 }, { "file": "f.mkv", "fps": 0 }, { "file": "g.mkv", "from": 2 },
          { "file": "h.mkv", "from": 0.5, "to": 0.5 }, { "file": "i.mkv", "to": 0.5, "fps": 25, "loop": true },
          { "file": "j.mkv", "alpha": false }, { "file": "k.mkv", "alpha": true, "background": "red" },
          { "file": "l.mp4", "alpha": "stack" }, { "file": "m.mp4", "alpha": "stacked", "background": "red" } ] }
      """#,
      [
        "2:44: outputs[0].size[0]: 63 is not an even number of pixels",
        "2:60: outputs[0].fit: unknown value 'fill'. Possible values: 'contain', 'cover'.",
        "2:96: outputs[1].fit: there is no size to fit into. Add \"size\": [width, height] in pixels.",
        "3:44: outputs[2].fit: a size that is a factor has nothing to fit. Leave 'fit' out.",
        "3:83: outputs[3].size[0]: 20000 is above 16384",
        "4:32: outputs[4].size: 64.5 is above 64",
        "4:66: outputs[5].fps: 0 is not above 0",
        "4:98: outputs[6].from: 2 is above 1",
        "5:43: outputs[7].to: no frame is between 0.5 and 0.5 seconds. 'from' comes before 'to', and both are "
          + "within 1 seconds.",
        "5:99: outputs[8].loop: a loop of 0.5 seconds at 25 frames a second is not a whole number of frames. Choose "
          + "'from' and 'to', or another 'fps'.",
        "6:33: outputs[9].alpha: without alpha the output needs an opaque background, and it has none. Add "
          + "\"background\": \"black\", or another color.",
        "6:70: outputs[10].alpha: the background is opaque, so there is no alpha. Leave 'background' out.",
        "7:33: outputs[11].alpha: expected true, false or 'stacked', found a string",
        "7:72: outputs[12].alpha: the background is opaque, so there is no alpha. Leave 'background' out.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "variables": { "accent": "#12345", "unused": 1 },
        "stages": [ { "id": "a", "stage": "dot", "parameters": { "color": "$accent", "tint": "$acent" } } ] }
      """#,
      [
        "2:38: warning: variables.unused: the variable 'unused' is never used",
        "3:69: stages[0].parameters.color: a color has 3, 4, 6 or 8 hexadecimal digits, found 5. The "
          + "value of '$accent' is at 2:28.",
        "3:88: stages[0].parameters.tint: unknown variable '$acent'. Did you mean '$accent'?",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "variables": { "a": "$b", "b": ["$a"], "c": "$c", "d": "$e", "e": 1 },
        "stages": [ ] }
      """#,
      [
        "2:23: variables.a: variables refer to each other: 'a' → 'b' → 'a'",
        "2:47: variables.c: the variable 'c' refers to itself",
        "2:53: warning: variables.d: the variable 'd' is never used",
        "2:58: variables.d: the variable 'e' is defined after this use. A variable can refer only "
          + "to earlier ones; this one is defined at 2:64.",
        "3:13: warning: stages: there are no stages; every frame is the background",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1},
        "variables": { "moves": [ { "to": { "distance": 0 } },
            { "to": { "pitch": 90 } } ] },
        "stages": [ { "id": "a", "stage": "dot", "parameters": { "moves": "$moves" } } ] }
      """#,
      [
        "2:51: stages[0].parameters.moves[0].to.distance: 0 is not above 0",
        "3:15: stages[0].parameters.moves[1].to: 'distance' is missing. It is a number of meters.",
        "3:26: stages[0].parameters.moves[1].to.pitch: 90 is above 80",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": "64", "duration": 1}, // size
        "stages": { "id": "a" } }
      """#,
      [
        "1:22: canvas.size: expected [width, height] in points, found a string",
        "2:13: stages: expected a list of stages, found an object",
      ]),
    WrongJob(
      #"""
      { "name": "a/b", "canvas": {"size": [-64, 20000], "fps": "x", "duration": 1}, "stages": 3 }
      """#,
      [
        "1:11: name: the name contains '/' or a control character. The video's file is named after it.",
        "1:38: canvas.size[0]: -64 is not above 0",
        "1:43: canvas.size[1]: 20000 pixels are more than 16384 a side",
        "1:58: canvas.fps: 'x' is not a frame rate. Write a number such as 60, 59.94 or 12.5, or a "
          + #"fraction such as "30000/1001"."#,
        "1:89: stages: expected a list of stages, found a number",
      ]),
  ]
}
