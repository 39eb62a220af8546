import Foundation
import StageKit
import StageTesting
import Testing

@testable import Vehicle

@Suite("Models from glTF files")
struct ModelFileTests {
  /// A box from -1 to 1, with its outlines counterclockwise from outside, as a binary file; `change` edits its JSON.
  private func box(node: String = "", change: (String) -> String = { $0 }) -> [UInt8] {
    var binary = Data()
    for corner in 0..<8 {
      for axis in 0..<3 {
        withUnsafeBytes(of: Float(corner >> axis & 1 == 1 ? 1 : -1).bitPattern.littleEndian) {
          binary.append(contentsOf: $0)
        }
      }
    }
    let faces: [[UInt16]] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    for face in faces {
      for index in [face[0], face[1], face[2], face[0], face[2], face[3]] {
        withUnsafeBytes(of: index.littleEndian) { binary.append(contentsOf: $0) }
      }
    }
    var json = Data(
      change(
        """
        {"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0\(node)}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]}],
        "materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,0.2158605,0,1]}}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3"},
        {"bufferView":1,"componentType":5123,"count":36,"type":"SCALAR"}],
        "bufferViews":[{"buffer":0,"byteLength":96},{"buffer":0,"byteOffset":96,"byteLength":72}],
        "buffers":[{"byteLength":168}]}
        """
      ).utf8)
    while json.count % 4 != 0 { json.append(0x20) }
    var file = Data("glTF".utf8)
    func append(_ words: Int...) {
      for word in words { withUnsafeBytes(of: UInt32(word).littleEndian) { file.append(contentsOf: $0) } }
    }
    append(2, 12 + 8 + json.count + 8 + binary.count, json.count, 0x4E4F_534A)
    file.append(json)
    append(binary.count, 0x004E_4942)
    file.append(binary)
    return [UInt8](file)
  }

  /// Six times its volume, above 0 where its faces are seen from outside.
  private func volume(_ mesh: Mesh) -> Double {
    mesh.faces.reduce(0) { sum, face in
      let points = mesh.corners[face.corners].map { mesh.vertices[Int($0)] }
      return sum + points[0].dot(points[1].cross(points[2])) / 6
    }
  }

  @Test(
    "A box stands on the ground, in its color, seen from outside, however its node turns and mirrors it",
    arguments: [
      ("", 8.0), (#","scale":[2,1,1]"#, 16), (#","scale":[-1,1,1]"#, 8), (#","rotation":[0,0.7071068,0,0.7071068]"#, 8),
      (#","translation":[5,6,7]"#, 8), (#","matrix":[0,0,-3,0,0,1,0,0,1,0,0,0,9,9,9,1]"#, 24),
    ])
  func placed(node: String, expected: Double) throws {
    let model = try ModelFile(box(node: node), named: "a.glb")
    #expect(abs(volume(model.mesh) - expected) < 1e-5)
    let low = model.mesh.vertices.map(\.z).min() ?? 9
    #expect(abs(low) < 1e-6 && abs(model.mesh.vertices.map(\.x).reduce(0, +)) < 1e-4)
    // By the curve of sRGB, a linear 0.2159 is a half.
    #expect(model.colors == [Color(1, 128 / 255.0, 0)])
  }

  @Test("A material with two sides is seen from both")
  func twoSided() throws {
    let file = box { $0.replacingOccurrences(of: #""materials":[{"#, with: #""materials":[{"doubleSided":true,"#) }
    let model = try ModelFile(file, named: "a.glb")
    #expect(model.mesh.faces.count == 24 && abs(volume(model.mesh)) < 1e-9)
  }

  @Test("It looks along +z, with +y upward")
  func front() throws {
    let model = try ModelFile(box(node: #","scale":[1,2,3]"#), named: "a.glb")
    let (xs, ys, zs) = (
      model.mesh.vertices.map(\.x), model.mesh.vertices.map(\.y), model.mesh.vertices.map(\.z)
    )
    func extent(_ values: [Double]) -> Double { ((values.max() ?? 0) - (values.min() ?? 0)).rounded() }
    #expect([extent(xs), extent(ys), extent(zs)] == [2, 6, 4])
  }

  @Test(
    "A file that is damaged, compressed or in parts is refused by name",
    arguments: [
      (#""count":8"#, #""count":80"#, "accessor 0 is beyond the file's data"),
      (#""byteOffset":96"#, #""byteOffset":9223372036854775807"#, "beyond the file's data"),
      (#""count":36"#, #""count":-1"#, "beyond the file's data"),
      (#""indices":1"#, #""indices":0"#, "an index is beyond"),
      (#""mesh":0"#, #""mesh":7"#, "mesh 7 does not exist"),
      (#""mesh":0"#, #""mesh":0,"children":[0]"#, "more than one node"),
      (#""nodes""#, #""extensionsRequired":["KHR_draco_mesh_compression"],"nodes""#, "needs the extension"),
      (#""byteLength":168"#, #""byteLength":168,"uri":"box.bin""#, "keeps its data in 'box.bin'"),
      (#""attributes":{"POSITION":0}"#, #""attributes":{}"#, "has no positions"),
      (#""asset""#, #"asset"#, "its JSON cannot be read"),
    ])
  func faults(found: String, replacement: String, expected: String) {
    let file = box { $0.replacingOccurrences(of: found, with: replacement) }
    let error = #expect(throws: StageError.self) { try ModelFile(file, named: "a.glb") }
    #expect(
      error?.message.hasPrefix("a.glb: ") == true && error?.message.contains(expected) == true,
      "\(error?.message ?? "")")
  }

  @Test("Nodes that share children are refused at once, however many ways lead to them", .timeLimit(.minutes(1)))
  func sharedNodes() {
    // Forty nodes, each with the next one twice: 2^40 ways.
    let nodes = (0..<40).map { "{\"children\":[\($0 + 1),\($0 + 1)]}" }.joined(separator: ",")
    let file = box { $0.replacingOccurrences(of: #"{"mesh":0}"#, with: #"\#(nodes),{"mesh":0}"#) }
    let error = #expect(throws: StageError.self) { try ModelFile(file, named: "a.glb") }
    #expect(error?.message.contains("more than one node") == true, "\(error?.message ?? "")")
  }

  @Test("Primitives and pictures that are not drawn are named, and extensions that change no shape are none to refuse")
  func remarks() throws {
    let file = box {
      $0.replacingOccurrences(
        of: #""material":0}"#, with: #""material":0},{"attributes":{"POSITION":0},"mode":1}"#
      ).replacingOccurrences(
        of: #""baseColorFactor""#, with: #""baseColorTexture":{"index":0},"baseColorFactor""#
      ).replacingOccurrences(of: #""nodes":[{"#, with: #""extensionsRequired":["KHR_materials_unlit"],"nodes":[{"#)
    }
    let remarks = try ModelFile(file, named: "a.glb").remarks
    #expect(remarks.count == 2 && remarks[0].contains("points, lines and strips") && remarks[1].contains("pictures"))
  }

  @Test("A file cut anywhere is refused, and no cut crashes")
  func cuts() {
    let whole = box()
    for count in 0..<whole.count {
      #expect(throws: StageError.self) { try ModelFile(Array(whole[..<count]), named: "a.glb") }
    }
  }

  @Test("A part that is no file of this kind is refused")
  func others() {
    for text in ["", "{}", "PK", "glTF\u{3}\u{0}\u{0}\u{0}\u{c}\u{0}\u{0}\u{0}"] {
      #expect(throws: StageError.self) { try ModelFile(Array(text.utf8), named: "a.glb") }
    }
  }
}
