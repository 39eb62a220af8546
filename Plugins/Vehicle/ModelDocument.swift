/// The parts of a glTF document that are read.
struct ModelDocument: Decodable {
  struct Scene: Decodable { var nodes: [Int]? }

  struct Node: Decodable {
    var mesh: Int?
    var children: [Int]?
    var matrix: [Double]?
    var translation: [Double]?
    var rotation: [Double]?
    var scale: [Double]?
  }

  struct Primitive: Decodable {
    var attributes: [String: Int]
    var indices: Int?
    var material: Int?
    var mode: Int?
  }

  struct Mesh: Decodable { var primitives: [Primitive] }

  struct Accessor: Decodable {
    struct Sparse: Decodable {}

    var bufferView: Int?
    var byteOffset: Int?
    var componentType: Int
    var count: Int
    var type: String
    var normalized: Bool?
    var sparse: Sparse?
  }

  struct BufferView: Decodable {
    var buffer: Int
    var byteOffset: Int?
    var byteStride: Int?
  }

  struct Buffer: Decodable { var uri: String? }

  struct Material: Decodable {
    struct Texture: Decodable {}

    struct Surface: Decodable {
      var baseColorFactor: [Double]?
      var baseColorTexture: Texture?
    }

    var pbrMetallicRoughness: Surface?
    var doubleSided: Bool?
  }

  struct Ignored: Decodable {}

  var scene: Int?
  var scenes: [Scene]?
  var nodes: [Node]?
  var meshes: [Mesh]?
  var accessors: [Accessor]?
  var bufferViews: [BufferView]?
  var buffers: [Buffer]?
  var materials: [Material]?
  var animations: [Ignored]?
  var skins: [Ignored]?
  var extensionsRequired: [String]?

  /// The nodes of the scene that is shown; without scenes, those that are no children.
  var roots: [Int] {
    if let scenes, scenes.indices.contains(scene ?? 0) { return scenes[scene ?? 0].nodes ?? [] }
    let children = Set((nodes ?? []).flatMap { $0.children ?? [] })
    return (nodes ?? []).indices.filter { !children.contains($0) }
  }
}
