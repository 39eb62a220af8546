import CSystem
import Planning
import StageKit

/// A stage whose times have been checked.
protocol WatchedTimes {
  /// Why its moments, cues or duration cannot be used; nil where they can.
  var timeFault: String? { get }
}

/// A stage as it is, with an eye on the files that its own code opens: it may read them through its context only.
struct WatchedStage<Base: Stage>: Stage, WatchedTimes {
  static var definition: StageDefinition { Base.definition }
  private let base: Base
  let timeFault: String?

  init(_ parameters: Base.Parameters, _ context: any StageContext) throws {
    base = try watched { try Base(parameters, UnwatchedContext(base: context)) }
    timeFault = base.timeFault(until: context.composition.duration)
  }

  // Planning refuses times with a fault, as what is wrong with the parameters; here it is reported as the stage's.
  var moments: [Moment.Time] { timeFault == nil ? base.moments : [] }
  func cues(until seconds: Double) -> [Moment.Time] { timeFault == nil ? base.cues(until: seconds) : [] }
  var duration: Double? { timeFault == nil ? base.duration : nil }
  var timeRemap: TimeRemap? { base.timeRemap }

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    try watched { try base.frame(at: time, inputs) }
  }
}

/// The same type of stage, watched.
func watchedType(_ type: any Stage.Type) -> any Stage.Type {
  func make<Base: Stage>(_ type: Base.Type) -> any Stage.Type { WatchedStage<Base>.self }
  return make(type)
}

/// Throws `StageError` where the body opens a file itself.
private func watched<Value>(_ body: () throws -> Value) throws -> Value {
  surroundings_forget_opened_file()
  surroundings_watch_files(1)
  let result = Result { try body() }
  surroundings_watch_files(0)
  let opened = String(cString: surroundings_opened_file())
  guard opened.isEmpty else {
    throw StageError(
      "it opens \(opened) by itself", hint: "Take files as parameters, and read them through the stage's context.")
  }
  return try result.get()
}

/// A context whose own work is not watched.
private struct UnwatchedContext: StageContext {
  let base: any StageContext

  private func free<Value>(_ body: () throws -> Value) rethrows -> Value {
    surroundings_watch_files(0)
    defer { surroundings_watch_files(1) }
    return try body()
  }

  var composition: Composition { base.composition }
  var contentComposition: Composition? { base.contentComposition }
  func bytes(of file: FileReference) throws -> [UInt8] { try free { try base.bytes(of: file) } }
  func image(_ file: FileReference) throws -> Image { try free { try base.image(file) } }
  func image(_ bytes: [UInt8], in file: FileReference) throws -> Image {
    try free { try base.image(bytes, in: file) }
  }
  func vectorImage(_ file: FileReference, color: Color) throws -> VectorImage {
    try free { try base.vectorImage(file, color: color) }
  }
  func mapFeatures(
    _ file: FileReference, around center: Coordinate?, reach: Double
  ) throws -> GeoJSON.FeatureCollection {
    try free { try base.mapFeatures(file, around: center, reach: reach) }
  }
  func mapTiles(_ file: FileReference) throws -> MapTiles {
    let tiles = try free { try base.mapTiles(file) }
    return MapTiles(zooms: tiles.zooms, bounds: tiles.bounds, attribution: tiles.attribution) { zoom, column, row in
      let tile = try free { try tiles.tile(zoom: zoom, column: column, row: row) }
      return tile.map { tile in MapTiles.Tile(digest: tile.digest) { try free { try tile.features() } } }
    }
  }
  func imagery(_ file: FileReference) throws -> MapImagery {
    let imagery = try free { try base.imagery(file) }
    return MapImagery(
      zooms: imagery.zooms, bounds: imagery.bounds, center: imagery.center, attribution: imagery.attribution
    ) { zoom, column, row in
      try free { try imagery.tile(zoom: zoom, column: column, row: row) }
    }
  }
  func tracks(_ file: FileReference) throws -> [RouteTrack] { try free { try base.tracks(file) } }
  func subtitles(_ file: FileReference) throws -> SubtitleTrack { try free { try base.subtitles(file) } }
  func heights(_ file: FileReference, encoding: HeightEncoding) throws -> HeightGrid {
    try free { try base.heights(file, encoding: encoding) }
  }
  func clip(_ file: FileReference, framesPerSecond: Double) throws -> VideoClip {
    try free { try base.clip(file, framesPerSecond: framesPerSecond) }
  }
  func layout(_ request: TextRequest) throws -> TextLayout { try free { try base.layout(request) } }
  func sound(of track: String?) throws -> TrackSound { try free { try base.sound(of: track) } }
  func combine(_ a: Path, _ b: Path, by operation: PathOperation, tolerance: Double) throws -> Path {
    try base.combine(a, b, by: operation, tolerance: tolerance)
  }
  func message(_ pattern: String, _ values: [String: MessageValue], locale: String) throws -> String {
    try free { try base.message(pattern, values, locale: locale) }
  }
  func warn(_ message: String) { base.warn(message) }

  /// Watches the calls of the stage, but not those that the host makes around it.
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
    try free { try base.cached(key) { try rewatched(make) } }
  }
  func cachedOnDisk<Value: Storable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
    try free { try base.cachedOnDisk(key) { try rewatched(make) } }
  }

  private func rewatched<Value>(_ body: () throws -> Value) rethrows -> Value {
    surroundings_watch_files(1)
    defer { surroundings_watch_files(0) }
    return try body()
  }
}
