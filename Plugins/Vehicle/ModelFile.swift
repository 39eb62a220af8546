import Foundation
import StageKit

/// A glTF 2.0 file: its triangles in one position, in the base colors of their materials and vertices.
///
/// Source: the Khronos Group's glTF 2.0 specification.
struct ModelFile {
  /// The mesh stands in the middle of the ground, and looks north; its faces' colors are numbers of `colors`.
  private(set) var mesh: Mesh
  private(set) var colors: [Color] = []
  /// The parts that are not drawn, one sentence each.
  private(set) var remarks: [String] = []

  private static let maxTriangles = 200_000

  /// Throws `StageError` for a file that is none, or that keeps its data elsewhere.
  init(_ bytes: [UInt8], named name: String) throws(StageError) {
    func fault(_ message: String, hint: String? = nil) -> StageError { StageError("\(name): \(message)", hint: hint) }
    let (json, binary) = try Self.parts(of: bytes, fault)
    let document: ModelDocument
    do {
      document = try JSONDecoder().decode(ModelDocument.self, from: json)
    } catch {
      throw fault("is no glTF file: \(Self.reason(error))")
    }
    // Those of materials and their pictures leave shapes and colors as they are.
    let harmless = ["KHR_materials_", "KHR_texture_", "KHR_mesh_quantization"]
    if let missing = document.extensionsRequired?.first(where: { name in !harmless.contains { name.hasPrefix($0) } }) {
      throw fault("needs the extension \(missing)", hint: "Export it without compression, as glTF binary (.glb).")
    }
    var buffers: [Data] = []
    for buffer in document.buffers ?? [] {
      if let uri = buffer.uri {
        guard uri.hasPrefix("data:"), let comma = uri.firstIndex(of: ","),
          let data = Data(base64Encoded: String(uri[uri.index(after: comma)...]))
        else { throw fault("keeps its data in '\(uri)'", hint: "Export it as one file, as glTF binary (.glb).") }
        buffers.append(data)
      } else {
        buffers.append(binary)
      }
    }
    var reader = Reader(document: document, buffers: buffers)
    for node in document.roots { reader.add(node, .identity, depth: 0) }
    if let problem = reader.problem { throw fault(problem) }
    guard !reader.triangles.isEmpty else { throw fault("has no triangles") }
    guard reader.triangles.count <= Self.maxTriangles else {
      throw fault("has \(reader.triangles.count) triangles, more than \(Self.maxTriangles)")
    }
    (mesh, colors) = Self.built(reader.triangles)
    if reader.hasOthers { remarks.append("\(name): its points, lines and strips are not drawn, but its triangles") }
    if document.materials?.contains(where: { $0.pbrMetallicRoughness?.baseColorTexture != nil }) == true {
      remarks.append("\(name): the pictures of its materials are not drawn, but their colors")
    }
    if document.animations?.isEmpty == false || document.skins?.isEmpty == false {
      remarks.append("\(name): its animations are not played")
    }
  }

  // MARK: The container

  private static func parts(
    of bytes: [UInt8], _ fault: (String, String?) -> StageError
  ) throws(StageError) -> (json: Data, binary: Data) {
    func word(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    guard bytes.starts(with: "glTF".utf8) else { return (Data(bytes), Data()) }
    guard bytes.count >= 12, word(4) == 2 else { throw fault("is of another version of glTF than 2", nil) }
    var (json, binary) = (Data(), Data())
    var offset = 12
    while offset + 8 <= bytes.count {
      let (count, kind) = (word(offset), word(offset + 4))
      guard count <= bytes.count - offset - 8 else { throw fault("is cut off", nil) }
      let chunk = Data(bytes[offset + 8..<offset + 8 + count])
      if kind == 0x4E4F_534A, json.isEmpty { json = chunk }
      if kind == 0x004E_4942, binary.isEmpty { binary = chunk }
      offset += 8 + count
    }
    return (json, binary)
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "'\(key.stringValue)' is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' is of another type"
    default: "its JSON cannot be read"
    }
  }

  // MARK: The mesh

  /// Moves all onto the ground and into its middle.
  private static func built(_ triangles: [Triangle]) -> (Mesh, [Color]) {
    var (low, high) = (triangles[0].corners[0], triangles[0].corners[0])
    for corner in triangles.flatMap(\.corners) {
      low = pointwiseMin(low, corner)
      high = pointwiseMax(high, corner)
    }
    let origin = ModelPoint((low.x + high.x) / 2, (low.y + high.y) / 2, low.z)
    var colors: [Color] = []
    var numbers: [Color: Int] = [:]
    let mesh = Mesh { mesh in
      // Small solids are left out sooner where they are not seen.
      for start in stride(from: 0, to: triangles.count, by: 256) {
        mesh.solid { solid in
          for triangle in triangles[start..<min(start + 256, triangles.count)] {
            let number = numbers[triangle.color] ?? colors.count
            if number == colors.count {
              numbers[triangle.color] = number
              colors.append(triangle.color)
            }
            // The map's y axis runs south, so that the outline turns the other way.
            let corners = triangle.corners.reversed().map { corner in
              let place = corner - origin
              return solid.vertex(SpacePoint(place.x, -place.y, place.z))
            }
            solid.face([corners], color: number)
          }
        }
      }
    }
    return (mesh, colors)
  }
}

/// Counterclockwise as seen from outside.
private struct Triangle {
  var corners: [ModelPoint]
  var color: Color
}

/// Collects the triangles of nodes.
private struct Reader {
  let document: ModelDocument
  let buffers: [Data]
  var triangles: [Triangle] = []
  /// True if it has primitives that are no lists of triangles.
  private(set) var hasOthers = false
  /// The first problem.
  private(set) var problem: String?
  /// Those that were added: a node has one parent, so that nothing is added twice.
  private var known: Set<Int> = []

  private static let maxDepth = 64
  private static let limit = 1_000_000

  init(document: ModelDocument, buffers: [Data]) { (self.document, self.buffers) = (document, buffers) }

  mutating func add(_ index: Int, _ parent: Placing, depth: Int) {
    guard problem == nil else { return }
    guard depth < Self.maxDepth, triangles.count < Self.limit else {
      problem = depth < Self.maxDepth ? "has too many triangles" : "its nodes are nested too deep"
      return
    }
    guard let nodes = document.nodes, nodes.indices.contains(index) else {
      problem = "node \(index) does not exist"
      return
    }
    guard known.insert(index).inserted else {
      problem = "node \(index) is a child of more than one node"
      return
    }
    let node = nodes[index]
    let placing = parent * Placing(node)
    if let number = node.mesh {
      guard let meshes = document.meshes, meshes.indices.contains(number) else {
        problem = "mesh \(number) does not exist"
        return
      }
      for primitive in meshes[number].primitives {
        if (primitive.mode ?? 4) == 4 { add(primitive, placing) } else { hasOthers = true }
      }
    }
    for child in node.children ?? [] { add(child, placing, depth: depth + 1) }
  }

  private mutating func add(_ primitive: ModelDocument.Primitive, _ placing: Placing) {
    guard let positions = primitive.attributes["POSITION"].flatMap({ numbers($0, width: 3) }) else {
      if problem == nil { problem = "a primitive has no positions that can be read" }
      return
    }
    let count = positions.count / 3
    let indices: [Int]
    if let accessor = primitive.indices {
      guard let found = numbers(accessor, width: 1) else { return }
      indices = found.map { Int(exactly: $0) ?? -1 }
    } else {
      indices = Array(0..<count)
    }
    guard indices.allSatisfy({ (0..<count).contains($0) }) else {
      problem = "an index is beyond the positions"
      return
    }
    let material = primitive.material.flatMap { number in
      document.materials.flatMap { $0.indices.contains(number) ? $0[number] : nil }
    }
    let base = material?.pbrMetallicRoughness?.baseColorFactor ?? [1, 1, 1, 1]
    var vertexColors: (values: [Double], width: Int)?
    if let accessor = primitive.attributes["COLOR_0"], document.accessors?.indices.contains(accessor) == true {
      let width = document.accessors?[accessor].type == "VEC4" ? 4 : 3
      vertexColors = numbers(accessor, width: width).map { ($0, width) }
    }
    // glTF looks along +z, with +y upward; its right is -x.
    let points = (0..<count).map { index -> ModelPoint in
      let place = placing.apply(SIMD3(positions[3 * index], positions[3 * index + 1], positions[3 * index + 2]))
      return ModelPoint(-place.x, place.z, place.y)
    }
    guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }), base.count >= 3 else {
      problem = "a position or color is no number"
      return
    }
    for start in stride(from: 0, through: indices.count - 3, by: 3) {
      let corners = Array(indices[start..<start + 3])
      var color = SIMD3(base[0], base[1], base[2])
      if let vertexColors, vertexColors.values.count >= count * vertexColors.width {
        let sum = corners.reduce(SIMD3<Double>.zero) { sum, corner in
          let place = corner * vertexColors.width
          return sum
            + SIMD3(vertexColors.values[place], vertexColors.values[place + 1], vertexColors.values[place + 2])
        }
        color *= sum / 3
      }
      let places = corners.map { points[$0] }
      let shown = Self.color(linear: color)
      triangles.append(Triangle(corners: placing.mirrors ? places.reversed() : places, color: shown))
      if material?.doubleSided == true {
        triangles.append(Triangle(corners: placing.mirrors ? places : places.reversed(), color: shown))
      }
    }
  }

  /// Rounded to 8 bits, so that few colors differ.
  private static func color(linear: SIMD3<Double>) -> Color {
    func encoded(_ value: Double) -> Double {
      (Color.component(ofLight: min(max(value, 0), 1)) * 255).rounded() / 255
    }
    return Color(encoded(linear.x), encoded(linear.y), encoded(linear.z))
  }

  /// All values of an accessor, `width` for each element; nil after a problem.
  private mutating func numbers(_ index: Int, width: Int) -> [Double]? {
    func fail(_ message: String) -> [Double]? {
      if problem == nil { problem = message }
      return nil
    }
    guard let accessors = document.accessors, accessors.indices.contains(index) else {
      return fail("accessor \(index) does not exist")
    }
    let accessor = accessors[index]
    guard accessor.sparse == nil, let viewIndex = accessor.bufferView, let views = document.bufferViews,
      views.indices.contains(viewIndex), buffers.indices.contains(views[viewIndex].buffer),
      let size = [5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4][accessor.componentType]
    else { return fail("accessor \(index) cannot be read") }
    let (view, data) = (views[viewIndex], buffers[views[viewIndex].buffer])
    let offsets = [view.byteOffset ?? 0, accessor.byteOffset ?? 0]
    let stride = view.byteStride ?? size * width
    guard offsets.allSatisfy({ (0...data.count).contains($0) }), case let start = offsets[0] + offsets[1],
      accessor.count >= 0, accessor.count <= Self.limit * 3, stride >= size * width, stride <= 4096,
      accessor.count == 0 || start + (accessor.count - 1) * stride + size * width <= data.count
    else { return fail("accessor \(index) is beyond the file's data") }
    let isNormalized = accessor.normalized ?? false
    var result: [Double] = []
    result.reserveCapacity(accessor.count * width)
    for element in 0..<accessor.count {
      for part in 0..<width {
        let offset = data.startIndex + start + element * stride + part * size
        let bits = (0..<size).reduce(UInt32(0)) { $0 | UInt32(data[offset + $1]) << (8 * UInt32($1)) }
        switch accessor.componentType {
        case 5126: result.append(Double(Float(bitPattern: bits)))
        case 5120: result.append(Double(Int8(truncatingIfNeeded: bits)) / (isNormalized ? 127 : 1))
        case 5122: result.append(Double(Int16(truncatingIfNeeded: bits)) / (isNormalized ? 32_767 : 1))
        case 5121: result.append(Double(bits) / (isNormalized ? 255 : 1))
        case 5123: result.append(Double(bits) / (isNormalized ? 65_535 : 1))
        default: result.append(Double(bits))
        }
      }
    }
    return result
  }
}

/// The placement of a node: an affine map of space, by columns.
private struct Placing {
  var x = SIMD3(1.0, 0, 0)
  var y = SIMD3(0, 1.0, 0)
  var z = SIMD3(0, 0, 1.0)
  var origin = SIMD3<Double>.zero

  static let identity = Placing()

  init() {}

  init(_ node: ModelDocument.Node) {
    if let m = node.matrix, m.count == 16 {
      (x, y) = (SIMD3(m[0], m[1], m[2]), SIMD3(m[4], m[5], m[6]))
      (z, origin) = (SIMD3(m[8], m[9], m[10]), SIMD3(m[12], m[13], m[14]))
      return
    }
    if let q = node.rotation, q.count == 4 {
      let (a, b, c, w) = (q[0], q[1], q[2], q[3])
      x = SIMD3(1 - 2 * (b * b + c * c), 2 * (a * b + c * w), 2 * (a * c - b * w))
      y = SIMD3(2 * (a * b - c * w), 1 - 2 * (a * a + c * c), 2 * (b * c + a * w))
      z = SIMD3(2 * (a * c + b * w), 2 * (b * c - a * w), 1 - 2 * (a * a + b * b))
    }
    if let s = node.scale, s.count == 3 { (x, y, z) = (x * s[0], y * s[1], z * s[2]) }
    if let t = node.translation, t.count == 3 { origin = SIMD3(t[0], t[1], t[2]) }
  }

  func apply(_ p: SIMD3<Double>) -> SIMD3<Double> { turned(p) + origin }

  private func turned(_ p: SIMD3<Double>) -> SIMD3<Double> { x * p.x + y * p.y + z * p.z }

  static func * (a: Placing, b: Placing) -> Placing {
    var result = Placing()
    (result.x, result.y, result.z) = (a.turned(b.x), a.turned(b.y), a.turned(b.z))
    result.origin = a.apply(b.origin)
    return result
  }

  /// True if it turns outlines around.
  var mirrors: Bool {
    let cross = SIMD3(y.y * z.z - y.z * z.y, y.z * z.x - y.x * z.z, y.x * z.y - y.y * z.x)
    return (x * cross).sum() < 0
  }
}
