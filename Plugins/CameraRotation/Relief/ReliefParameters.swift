import StageKit

/// The form of a map's ground.
enum GroundForm: String, CaseIterable, ParameterChoice {
  case flat
  case raised

  var summary: String {
    switch self {
    case .flat: "Level, with the light and shade of slopes."
    case .raised: "It rises as the file says, hides what is behind it, and carries all that is on the map."
    }
  }
}

/// The heights of the ground, as parameters.
struct ReliefParameters: ParameterGroup {
  @Parameter(
    "A GeoTIFF file in degrees or Web Mercator; a square degree of the SRTM, such as 'N43E007.hgt', packed or not; or a PNG or "
      + "WebP tile whose name ends with its zoom, column and row, as in 'terrarium-12-2132-1493.png'.",
    as: .file(extensions: ["tif", "tiff", "hgt", "zip", "png", "webp"]))
  var file: FileReference
  @Parameter("The encoding of heights in a tile's colors.") var encoding = HeightEncoding.terrarium
  @Parameter("A factor of heights.", NumberSchema(minimum: 0, maximum: 20)) var exaggeration = 1.0
  @Parameter("The form of the ground.") var ground = GroundForm.flat
  @Parameter("The darkness of slopes away from the sun.", .fraction) var strength = 0.5

  /// The ground that rises, on the plane of a camera; nil for level ground.
  func raised(on plane: WebMercatorPlane, _ context: any StageContext) throws -> RaisedGround? {
    guard ground == .raised else { return nil }
    return RaisedGround(grid: try grid(context), exaggeration: exaggeration, plane: plane, name: file.literal)
  }

  /// The heights, read once for all that asks for them.
  private func grid(_ context: any StageContext) throws -> HeightGrid {
    let bytes = try context.bytes(of: file)
    let key = Digest { hasher in
      hasher.combine("camera-rotation heights")
      hasher.combine(file.literal)
      hasher.combine(bytes: bytes.span)
      hasher.combine(encoding.rawValue)
    }
    do {
      return try context.cached(key) { try context.heights(file, encoding: encoding) }
    } catch let error as StageError {
      throw StageError(error.message, parameter: error.parameter ?? $file.location, hint: error.hint)
    }
  }

  func relief(_ sun: Sun, water: Color?, _ context: any StageContext) throws -> Relief {
    let bytes = try context.bytes(of: file)
    let digest = Digest { hasher in
      hasher.combine(file.literal)
      hasher.combine(bytes: bytes.span)
      hasher.combine(encoding.rawValue)
      hasher.combine(exaggeration)
      hasher.combine(strength)
      sun.digest(into: &hasher)
      hasher.combine(water != nil)
      water?.digest(into: &hasher)
    }
    return Relief(
      grid: try grid(context), digest: digest, sun: sun,
      exaggeration: exaggeration, strength: strength, water: water)
  }
}
