import Documents

/// Collects the sounds of compositions within each other.
struct SoundRun {
  /// The folders of sounds in an archive.
  static let folders = ["u/", "audio/"]
  /// The greatest number of levels of a sound.
  private static let maxLevels = 1_000_000

  private let reader: DocumentReader
  private let header: LottieHeader
  private(set) var sounds: [LottieSound] = []
  private var open: [String] = []
  private var layers = 0

  init(_ reader: DocumentReader, _ header: LottieHeader) {
    self.reader = reader
    self.header = header
  }

  /// Adds those of a composition.
  ///
  /// - `offset`: The frame of the animation at which its own time begins.
  /// - `shown`: The frames of the animation in which it is shown.
  /// - `isExact`: Whether its time runs as that of the animation does.
  mutating func add(_ composition: JSONNode, offset: Double, shown: Range<Double>, isExact: Bool) throws {
    for (place, layer) in try reader.objects("layers", of: composition).enumerated() {
      guard layer["hd"]?.isTrue != true else { continue }
      layers += 1
      guard layers <= DocumentReader.maxLayers, sounds.count < LottieSounds.maxCount else { return }
      let type = layer["ty"]?.whole
      guard type == 0 || type == 6 else { continue }
      func frame(_ key: String, _ standard: Double) -> Double {
        DocumentReader.bounded(layer[key]?.number ?? standard) + offset
      }
      let (first, last) = (
        max(frame("ip", -1e9), shown.lowerBound), min(frame("op", 1e9), shown.upperBound)
      )
      guard first < last else { continue }
      let plays = isExact && layer["tm"] == nil && [nil, 1].contains(layer["sr"]?.number)
      let start = frame("st", 0)
      if type == 6 {
        reader.layerName = layer["nm"]?.text ?? "\(place + 1)"
        guard plays else {
          reader.omit("its sound is not heard, since its time is stretched or remapped")
          continue
        }
        // Before its own start it is silent.
        guard start < last else { continue }
        try add(sound: layer, start: start, heard: first..<last, offset: offset)
      } else if let id = layer["refId"]?.text, let asset = reader.assets[id], !open.contains(id),
        open.count < DocumentReader.maxCompositionDepth
      {
        open.append(id)
        defer { open.removeLast() }
        try add(asset, offset: start, shown: first..<last, isExact: plays)
      }
    }
  }

  private mutating func add(sound layer: JSONNode, start: Double, heard: Range<Double>, offset: Double) throws {
    guard let source = try source(layer["refId"]?.text ?? "") else { return }
    func seconds(_ frame: Double) -> Double { (frame - header.firstFrame) / header.framesPerSecond }
    let level = try reader.vector(
      "lv", of: layer["au"] ?? JSONNode(.object([])), default: Vector(repeating: 100))
    let first = level.value(at: heard.lowerBound - offset)
    if first.x != first.y { reader.omit("its level at the left counts at the right, too") }
    // Levels by keyframes are taken at each frame in which one may be heard.
    let frames =
      level.isConstant
      ? [heard.lowerBound]
      : Array(stride(from: heard.lowerBound, to: heard.upperBound, by: 1).prefix(Self.maxLevels))
    let levels = frames.map { frame in
      LottieSound.Level(seconds: seconds(frame), factor: min(max(level.value(at: frame - offset).x / 100, 0), 16))
    }
    sounds.append(
      LottieSound(
        layer: reader.layerName ?? "", source: source, start: seconds(start),
        range: seconds(heard.lowerBound)..<seconds(heard.upperBound), levels: levels))
  }

  /// The file of an asset; nil with a remark where there is none.
  private func source(_ id: String) throws -> LottieResources.File? {
    guard let asset = reader.assets[id], let file = asset["p"]?.text else {
      reader.omit("its sound '\(id)' does not exist")
      return nil
    }
    guard let source = try reader.source(of: asset, file, folders: Self.folders) else {
      reader.omit("its sound in the file is no base64")
      return nil
    }
    return source
  }
}
