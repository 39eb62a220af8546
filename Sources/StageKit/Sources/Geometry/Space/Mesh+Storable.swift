import Coding

extension Mesh: Storable {
  public func write(to writer: inout BinaryWriter) {
    writer.write(solids.count)
    for solid in solids {
      writer.write(solid.base)
      writer.write(solid.vertices.count)
      for vertex in storage.vertices[solid.vertices] {
        for part in [vertex.x, vertex.y, vertex.z] { writer.write(part) }
      }
      writer.write(solid.faces.count)
      for face in storage.faces[solid.faces] {
        writer.write(face.color)
        writer.write(face.corners.count)
        for corner in storage.corners[face.corners] {
          writer.write(corner == Self.ringEnd ? -1 : Int(corner) - solid.vertices.lowerBound)
        }
      }
    }
  }

  public init(from reader: inout BinaryReader) throws(BinaryError) {
    var builder = MeshBuilder()
    for _ in 0..<(try reader.count(of: 24)) {
      let base = try reader.double()
      let vertices = try reader.doubles(try reader.count(of: 24) * 3)
      var faces: [(color: Int, rings: [[Int]])] = []
      for _ in 0..<(try reader.count(of: 16)) {
        let color = try reader.integer()
        var rings: [[Int]] = [[]]
        for _ in 0..<(try reader.count(of: 8)) {
          let corner = try reader.integer()
          guard corner >= -1, corner < vertices.count / 3 else { throw BinaryError() }
          if corner == -1 { rings.append([]) } else { rings[rings.count - 1].append(corner) }
        }
        faces.append((color, rings))
      }
      builder.solid(base: base) { solid in
        for i in stride(from: 0, to: vertices.count, by: 3) {
          _ = solid.vertex(SpacePoint(vertices[i], vertices[i + 1], vertices[i + 2]))
        }
        for face in faces { solid.face(face.rings, color: face.color) }
      }
    }
    self = builder.mesh
  }
}
