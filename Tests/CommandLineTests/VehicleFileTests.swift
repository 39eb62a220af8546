import Foundation
import TestSupport
import Testing

@Suite("Vehicles from files, through the program")
struct VehicleFileTests {
  /// A triangle on the ground, whose data is in the file.
  private func model() -> String {
    var bytes = Data()
    for value in [-1, 0, -1, 0, 0, 1, 1, 0, -1] as [Float] {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return """
      {"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
      "bufferViews":[{"buffer":0,"byteLength":36}],
      "buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,\(bytes.base64EncodedString())"}]}
      """
  }

  private func job(_ parameters: String) -> String {
    """
    {"canvas": {"size": [64, 64], "fps": 10, "duration": 1},
    "stages": [{"id": "v", "stage": "vehicle", "parameters": {\(parameters)}}]}
    """
  }

  @Test("A glTF model and an SVG drawing are drawn, each as a picture of its own")
  func drawn() throws {
    let folder = try TemporaryFolder()
    try folder.write(model(), to: "a.gltf")
    try folder.write(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 8'><rect width='4' height='8' fill='currentColor'/></svg>",
      to: "a.svg")
    var pictures: Set<Data> = []
    let parameters = [
      #""size": 0"#, #""size": 40"#, #""size": 40, "file": "a.gltf", "shadow": 0"#, #""size": 40, "file": "a.svg""#,
      #""size": 40, "file": "a.svg", "color": "red""#, #""size": 40, "file": "a.svg", "heading": 90"#,
    ]
    for (index, text) in parameters.enumerated() {
      try folder.write(job(text), to: "\(index).json")
      let outcome = try run(["still", "\(index).json", "-o", "\(index).png"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome.errors)")
      pictures.insert(try Data(contentsOf: folder.url.appending(path: "\(index).png")))
    }
    #expect(pictures.count == parameters.count)
  }

  @Test(
    "A file that cannot be drawn is an error with its place, at every door",
    arguments: ["validate", "run", "still", "sheet", "trace"])
  func refused(command: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(String(model().dropLast(90)), to: "cut.gltf")
    try folder.write("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 8'/>", to: "a.svg")
    let colors = #"{"keyframes": [{"at": 0, "value": "red"}, {"at": 1, "value": "blue"}]}"#
    for (parameters, expected) in [
      (
        #""file": "cut.gltf""#,
        "stages[0].parameters.file: cut.gltf: is no glTF file: its JSON cannot be read"
      ),
      (#""file": "a.svg", "color": \#(colors)"#, "stages[0].parameters.color: the color of a drawing cannot change"),
    ] {
      try folder.write(job(parameters), to: "v.json")
      let outcome = try run([command, "v.json"], in: folder.url)
      #expect(
        outcome.code == 2 && outcome.errors.contains(expected) && outcome.errors.hasPrefix("v.json:2:"),
        "\(outcome.code) \(outcome.errors)")
    }
  }
}
