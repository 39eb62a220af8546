import StageKit

/// The parts of a model that have a color of their own.
enum ModelColor: Int, CaseIterable {
  case body, trim, glass, tire, metal, headlight, taillight, white, skin, cloth

  /// The color for a body's color.
  func color(_ body: Color) -> Color {
    switch self {
    case .body: body
    case .trim: Color(body.red * 0.72, body.green * 0.72, body.blue * 0.72)
    case .glass: Color(hex: 0x1B2430)
    case .tire: Color(hex: 0x15181D)
    case .metal: Color(hex: 0xC3C9D2)
    case .headlight: Color(hex: 0xFFF4CC)
    case .taillight: Color(hex: 0xFF4A3D)
    case .white: Color(hex: 0xF4F6F9)
    case .skin: Color(hex: 0xC98F65)
    case .cloth: Color(hex: 0x2C3545)
    }
  }
}

/// The models that a vehicle can be.
enum VehicleModel: String, CaseIterable, ParameterChoice {
  case car, van, scooter, bicycle, person, plane, arrow

  /// Its shape, in meters, and its extents: forward, to the sides, and the greatest of these and its height.
  struct Shape: Sendable {
    let mesh: Mesh
    /// The colors of its faces' numbers; nil for those of `ModelColor`.
    let colors: [Color]?
    let length: Double
    let width: Double
    let size: Double

    init(_ mesh: Mesh, colors: [Color]? = nil) {
      self.mesh = mesh
      self.colors = colors
      func extent(_ value: (SpacePoint) -> Double) -> Double {
        let values = mesh.vertices.map(value)
        return (values.max() ?? 1) - (values.min() ?? 0)
      }
      (length, width) = (extent(\.y), extent(\.x))
      size = max(length, width, extent(\.z))
    }

    /// The outlines of the faces that the sun meets, thrown onto the ground, to be filled by the non-zero rule; `sun` points to it.
    func shadow(sun: SpacePoint) -> Path {
      let step = Point(-sun.x / max(sun.z, 0.2), -sun.y / max(sun.z, 0.2))
      return Path { path in
        for face in mesh.faces where face.normal.dot(sun) > 1e-6 {
          path.polyline(
            mesh.corners[face.corners].map { corner in
              let place = mesh.vertices[Int(corner)]
              return place.ground + step * place.z
            }, closed: true)
        }
      }
    }
  }

  var shape: Shape {
    var builder = ModelBuilder()
    switch self {
    case .car: builder.addCar()
    case .van: builder.addVan()
    case .scooter: builder.addScooter()
    case .bicycle: builder.addBicycle()
    case .person: builder.addPerson()
    case .plane: builder.addPlane()
    case .arrow: builder.addArrow()
    }
    let parts = builder.mesh
    return Shape(Mesh { $0 = parts })
  }
}

extension ModelBuilder {
  mutating func addCar() {
    profile(
      [[-2.2, 0.3], [-2.28, 0.78], [-2.1, 0.98], [0.95, 0.98], [2.05, 0.84], [2.26, 0.62], [2.2, 0.3]], width: 1.86,
      chamfer: 0.14, .body)
    // The cabin: glass all around below a roof.
    func ring(_ up: Double, right: Double, rear: Double, front: Double) -> [ModelPoint] {
      [[-right, rear, up], [right, rear, up], [right, front, up], [-right, front, up]]
    }
    let (low, high) = (
      ring(0.94, right: 0.8, rear: -1.95, front: 1.05), ring(1.42, right: 0.62, rear: -1.3, front: 0.2)
    )
    loft([low, high], cap: .glass) { _, _ in .glass }
    loft(
      [ring(1.41, right: 0.65, rear: -1.36, front: 0.24), ring(1.49, right: 0.56, rear: -1.2, front: 0.1)], cap: .body
    ) { _, _ in .body }
    for corner in 0..<4 { bar(from: low[corner], to: high[corner], radius: 0.05, corners: 4, .body) }
    for right in [-0.76, 0.76] {
      bar(from: [right, -0.5, 0.96], to: [right * 0.8, -0.5, 1.42], radius: 0.05, corners: 4, .body)
      for ahead in [-1.38, 1.36] { wheel([right, ahead, 0.34], radius: 0.34, width: 0.26) }
      box([right * 0.82, 2.2, 0.68], [0.36, 0.14, 0.15], .headlight)
      box([right * 0.82, -2.21, 0.8], [0.36, 0.12, 0.14], .taillight)
    }
  }

  mutating func addVan() {
    // The edge from the roof's end to the hood is the windshield.
    profile(
      [
        [-2.6, 0.32], [-2.62, 2.0], [-2.5, 2.15], [1.25, 2.15], [2.05, 1.3], [2.5, 1.12], [2.62, 0.9], [2.6, 0.32],
      ],
      width: 1.98, chamfer: 0.12, .body, edges: [3: .glass])
    for right in [-0.82, 0.82] {
      for ahead in [-1.6, 1.62] { wheel([right, ahead, 0.36], radius: 0.36, width: 0.28) }
      box([right * 0.84, 2.58, 0.82], [0.34, 0.12, 0.2], .headlight)
      box([right * 1.04, -2.6, 1.2], [0.16, 0.1, 0.5], .taillight)
      let side = right > 0 ? 0.965 : -0.965
      loft(
        [
          [[side, 0.35, 1.3], [side, 1.82, 1.3], [side, 1.15, 1.95], [side, 0.35, 1.95]],
          [[side * 1.04, 0.4, 1.34], [side * 1.04, 1.7, 1.34], [side * 1.04, 1.12, 1.9], [side * 1.04, 0.4, 1.9]],
        ], cap: .glass
      ) { _, _ in .glass }
    }
    box([0, -0.9, 2.18], [1.5, 2.6, 0.08], .white)
  }

  /// A rider who sits, by the places of what the body's parts join.
  private mutating func addRider(seat: ModelPoint, hands: ModelPoint, feet: ModelPoint, helmet: ModelColor) {
    let shoulders = seat + [0, 0.16, 0.5]
    bar(from: seat + [0, -0.02, -0.04], to: shoulders, radius: 0.2, endRadius: 0.23, corners: 8, .cloth)
    ball(shoulders + [0, 0.06, 0.24], [0.15, 0.17, 0.17], helmet)
    ball(shoulders + [0, 0.13, 0.2], [0.11, 0.12, 0.12], .skin)
    for side in [-1.0, 1] {
      let elbow = (shoulders + hands) / 2 + [side * 0.28, 0, -0.1]
      bar(from: shoulders + [side * 0.2, 0, -0.05], to: elbow, radius: 0.075, .cloth)
      bar(from: elbow, to: hands + [side * 0.26, 0, 0], radius: 0.06, .skin)
      let knee = (seat + feet) / 2 + [side * 0.18, 0.28, 0.1]
      bar(from: seat + [side * 0.12, 0, 0], to: knee, radius: 0.1, .trim)
      bar(from: knee, to: feet + [side * 0.13, 0, 0], radius: 0.08, .trim)
    }
  }

  mutating func addScooter() {
    for ahead in [-0.66, 0.72] { wheel([0, ahead, 0.26], radius: 0.26, width: 0.16) }
    profile(
      [[-0.98, 0.45], [-0.9, 0.72], [-0.1, 0.72], [0.02, 0.3], [-0.5, 0.22]], width: 0.42, chamfer: 0.08, .body)
    box([0, 0.22, 0.28], [0.4, 0.62, 0.1], .trim)
    profile([[0.48, 0.3], [0.6, 0.3], [0.5, 1.0], [0.4, 1.0]], width: 0.5, chamfer: 0.05, .body)
    bar(from: [0, 0.68, 0.3], to: [0, 0.44, 1.02], radius: 0.06, .metal)
    bar(from: [-0.34, 0.42, 1.05], to: [0.34, 0.42, 1.05], radius: 0.045, .tire)
    box([0, 0.56, 0.92], [0.2, 0.1, 0.14], .headlight)
    box([0, -0.98, 0.6], [0.24, 0.06, 0.1], .taillight)
    box([0, -0.45, 0.77], [0.36, 0.62, 0.1], .cloth)
    profile([[-1.08, 0.82], [-1.08, 1.36], [-0.56, 1.36], [-0.56, 0.82]], width: 0.56, chamfer: 0.05, .white)
    addRider(seat: [0, -0.26, 0.84], hands: [0, 0.4, 1.06], feet: [0, 0.28, 0.36], helmet: .body)
  }

  mutating func addBicycle() {
    for ahead in [-0.55, 0.56] { rim([0, ahead, 0.36], radius: 0.36, thickness: 0.06) }
    let (seat, crank, head): (ModelPoint, ModelPoint, ModelPoint) = (
      [0, -0.2, 0.85], [0, -0.05, 0.32], [0, 0.4, 0.86]
    )
    bar(from: crank, to: seat, radius: 0.035, .body)
    bar(from: seat, to: head, radius: 0.035, .body)
    bar(from: crank, to: head, radius: 0.04, .body)
    bar(from: [0, -0.55, 0.36], to: crank, radius: 0.03, .body)
    bar(from: [0, -0.55, 0.36], to: seat, radius: 0.03, .body)
    bar(from: [0, 0.56, 0.36], to: head, radius: 0.035, .body)
    bar(from: [-0.27, 0.42, 0.97], to: [0.27, 0.42, 0.97], radius: 0.035, .tire)
    bar(from: head, to: [0, 0.41, 0.98], radius: 0.03, .metal)
    box([0, -0.22, 0.91], [0.18, 0.3, 0.06], .tire)
    addRider(seat: [0, -0.2, 0.98], hands: [0, 0.4, 1.0], feet: [0, 0.0, 0.26], helmet: .body)
  }

  mutating func addPerson() {
    bar(from: [0, 0, 0.86], to: [0, 0.03, 1.42], radius: 0.2, endRadius: 0.25, corners: 10, .body)
    ball([0, 0.05, 1.64], [0.14, 0.15, 0.17], .skin)
    ball([0, 0.0, 1.7], [0.15, 0.15, 0.14], .cloth)
    for side in [-1.0, 1] {
      // In the middle of a step.
      let (hip, foot): (ModelPoint, ModelPoint) = ([side * 0.11, 0, 0.9], [side * 0.12, side * 0.3, 0.06])
      let knee = (hip + foot) / 2 + [0, 0.08, 0]
      bar(from: hip, to: knee, radius: 0.11, endRadius: 0.095, .cloth)
      bar(from: knee, to: foot, radius: 0.09, endRadius: 0.075, .cloth)
      box(foot + [0, 0.06, -0.01], [0.13, 0.28, 0.09], .white)
      let (shoulder, hand): (ModelPoint, ModelPoint) = ([side * 0.26, 0.03, 1.36], [side * 0.32, side * -0.26, 0.88])
      let elbow = (shoulder + hand) / 2 + [0, -0.05, 0]
      bar(from: shoulder, to: elbow, radius: 0.075, .body)
      bar(from: elbow, to: hand, radius: 0.06, .skin)
    }
  }

  mutating func addPlane() {
    let sections: [(ahead: Double, up: Double, radius: Double)] = [
      (6, 0.95, 0.12), (5.6, 1, 0.42), (4.6, 1.05, 0.72), (-2.4, 1.05, 0.74), (-4.6, 1.25, 0.42), (-5.9, 1.4, 0.1),
    ]
    // A fuselage is convex from its widest part to each end.
    for part in [0...3, 3...5] {
      loft(
        sections[part].map {
          Self.ring(around: [0, $0.ahead, $0.up], along: [0, 1, 0], radius: $0.radius, corners: 14)
        }, cap: .white
      ) { _, _ in .white }
    }
    box([0, 4.98, 1.46], [0.62, 0.5, 0.2], .glass)
    func slab(_ corners: [SIMD2<Double>], up: Double, tip: Double, thickness: Double, _ color: ModelColor) {
      for side in [-1.0, 1] {
        let lower = corners.map { corner -> ModelPoint in
          let share = abs(corner.x) / (corners.map { abs($0.x) }.max() ?? 1)
          return [corner.x * side, corner.y, up + (tip - up) * share]
        }
        let upper = lower.map { $0 + [0, 0, thickness] }
        loft([lower, upper], cap: color) { _, _ in color }
      }
    }
    slab([[0, 1.9], [5.9, -1.5], [5.9, -2.2], [0, -0.7]], up: 0.72, tip: 1.0, thickness: 0.14, .white)
    slab([[0, -4.3], [2.2, -5.5], [2.2, -6.0], [0, -5.4]], up: 1.35, tip: 1.5, thickness: 0.1, .body)
    for side in [-1.0, 1] {
      bar(from: [side * 2, 0.1, 0.5], to: [side * 2, 1.5, 0.5], radius: 0.26, endRadius: 0.34, corners: 12, .body)
    }
    // The fin, thin and swept.
    let fin: [SIMD2<Double>] = [[-4.0, 1.4], [-5.5, 3.1], [-6.1, 3.1], [-5.6, 1.4]]
    profile(fin, width: 0.16, chamfer: 0, .body)
  }

  mutating func addArrow() {
    // Two halves, each a wedge that rises to the middle.
    for side in [-1.0, 1] {
      let ground: [ModelPoint] = [[0, 1.15, 0.02], [side * 0.85, -1, 0.02], [0, -0.55, 0.02]]
      let top: [ModelPoint] = [[0, 1.02, 0.2], [side * 0.72, -0.86, 0.14], [0, -0.5, 0.42]]
      loft([ground, top], cap: .body) { _, _ in .body }
    }
  }
}
