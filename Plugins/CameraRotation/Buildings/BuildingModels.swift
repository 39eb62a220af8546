import StageKit

/// A map's buildings, ready to be drawn.
struct BuildingModels: Sendable {
  /// The colors of buildings of a kind.
  struct Look: Hashable, Sendable, Digestible {
    var wall: Color
    var roof: Color

    /// A roof, and walls that are a little darker.
    init(roof: Color, wall: Color? = nil) {
      self.roof = roof
      self.wall = wall ?? Color(roof.red * 0.9, roof.green * 0.9, roof.blue * 0.9)
    }

    func digest(into hasher: inout DigestHasher) {
      wall.digest(into: &hasher)
      roof.digest(into: &hasher)
    }
  }

  var mesh: Mesh
  var looks: [Look]
  /// On the ground, to be filled by the non-zero rule.
  var shadows: Path

  /// Models of buildings on a map that fades at its border.
  init(_ buildings: [Building], looks: [Look], border: GroundMap.Border?, sun: Sun) {
    self.looks = looks
    var standing: [(building: Building, shell: RoofShell?)] = []
    mesh = Mesh { mesh in
      for var building in buildings {
        let fade = border?.fade(at: building.center) ?? 0
        guard fade < 0.95 else { continue }
        // They sink toward the border, so that no wall ends the map.
        building.top = building.base + (building.top - building.base) * (1 - fade)
        let shell = building.shell
        building.add(to: &mesh, with: shell, fade: fade)
        standing.append((building, shell))
      }
    }
    shadows = sun.shadowShare > 0 ? BuildingShadows.path(of: standing, sun: sun.direction) : .empty
  }

  /// The colors of the mesh's numbers on a background.
  func colors(on background: Color) -> [Color] {
    looks.flatMap { look in
      [look.wall, look.roof].flatMap { color in
        Building.tones.flatMap { tone in
          (0..<Building.fadeSteps).map { step in
            color.times(tone).interpolated(to: background, at: Double(step) / Double(Building.fadeSteps))
          }
        }
      }
    }
  }
}

extension Color {
  /// Lighter or darker; no component exceeds 1.
  func times(_ factor: Double) -> Color {
    Color(min(red * factor, 1), min(green * factor, 1), min(blue * factor, 1), alpha)
  }
}

extension GroundMap.Border {
  /// The faded share of the map at a place, from 0 to 1.
  func fade(at place: Point) -> Double {
    switch self {
    case .disc(let inner, let outer): smoothStep((place.length - inner) / (outer - inner))
    case .frame(let frame, let width):
      smoothStep(
        1 - min(place.x - frame.minX, frame.maxX - place.x, place.y - frame.minY, frame.maxY - place.y) / width)
    }
  }
}

extension BuildingModels: Storable {
  func write(to writer: inout BinaryWriter) {
    writer.write(mesh)
    writer.write(looks.count)
    for look in looks {
      writer.write(look.wall)
      writer.write(look.roof)
    }
    writer.write(shadows)
  }

  init(from reader: inout BinaryReader) throws(BinaryError) {
    mesh = try Mesh(from: &reader)
    looks = []
    for _ in 0..<(try reader.count(of: 1)) {
      let wall = try Color(from: &reader)
      looks.append(Look(roof: try Color(from: &reader), wall: wall))
    }
    shadows = try Path(from: &reader)
  }
}
