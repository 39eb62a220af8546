import StageKit
import Synchronization

/// A context without a host, which keeps nothing.
///
/// Every picture is 4 × 2 white pixels, but "missing.png" is broken. Text is of square letters: each as wide as half the
/// size and as high as all of it.
public final class FakeContext: StageContext {
  public let composition: Composition
  public let contentComposition: Composition?
  private let files: [String: String]
  private let sounds: [String?: TrackSound]
  private let recordings: (@Sendable (_ path: String) throws -> [RouteTrack])?
  private let foreseen: @Sendable (_ input: String, _ seconds: Double) -> PortValue?
  private let seen = Mutex<(requests: [TextRequest], warnings: [String])>(([], []))

  /// - Parameters:
  ///   - files: What files hold, by their paths; others cannot be read.
  ///   - sounds: What sounds play, by their ids, nil for all together; there are no others.
  ///   - recordings: The ways of files of routes, by their paths; without it, those of GeoJSON in `files`.
  ///   - content: The canvas of the job that the stage shows, if it shows one.
  ///   - isMirrored: Whether the canvas is laid out from the right to the left.
  ///   - foreseen: What inputs are given at a number of seconds of the stage's time.
  public init(
    size: Size = Size(540, 960), background: Color = .black, files: [String: String] = [:],
    sounds: [String?: TrackSound] = [:],
    recordings: (@Sendable (_ path: String) throws -> [RouteTrack])? = nil,
    content: Composition? = nil,
    isMirrored: Bool = false,
    foreseen: @escaping @Sendable (_ input: String, _ seconds: Double) -> PortValue? = { _, _ in nil }
  ) {
    self.foreseen = foreseen
    self.recordings = recordings
    contentComposition = content
    composition = Composition(
      size: size, scale: 2, framesPerSecond: 60, duration: 5, background: background, isMirrored: isMirrored)
    self.files = files
    self.sounds = sounds
  }

  /// The requests for text, in order.
  public var requests: [TextRequest] { seen.withLock { $0.requests } }

  /// The warnings of stages, in order.
  public var warnings: [String] { seen.withLock { $0.warnings } }

  public func value<Value>(of input: Input<Value>, at seconds: Double) throws -> Value {
    let name = input.definition.name
    return try Inputs(foreseen(name, seconds).map { [name: $0] } ?? [:])[input]
  }

  public func bytes(of file: FileReference) throws -> [UInt8] {
    guard let text = files[file.path] else { throw StageError("there is no file \(file.literal)") }
    return Array(text.utf8)
  }

  public func tracks(_ file: FileReference) throws -> [RouteTrack] {
    if let recordings { return try recordings(file.path) }
    let bytes = try bytes(of: file)
    do { return try GeoJSON.parse(bytes).tracks } catch { throw StageError("\(file.literal):\(error)") }
  }

  public func image(_ file: FileReference) throws -> Image {
    guard file.literal != "missing.png", let image = Self.image else { throw StageError("\(file.literal): is broken") }
    return image
  }

  /// A rectangle of 4 × 2 points in `color`.
  public func vectorImage(_ file: FileReference, color: Color) throws -> VectorImage {
    VectorImage(size: Size(4, 2), drawing: DisplayList { $0.fill(.rect(Rect(x: 0, y: 0, width: 4, height: 2)), color) })
  }

  /// A plain of a degree around 0° N 0° E that rises by 100 m for each hundredth of a degree eastward.
  public func heights(_ file: FileReference, encoding: HeightEncoding) throws -> HeightGrid {
    let heights = (0..<101 * 101).map { (index: Int) -> Float in Float(index % 101) * 100 }
    guard
      let grid = HeightGrid(
        columns: 101, rows: 101, heights: heights, units: .degrees, origin: Point(-0.5, 0.5), step: Size(0.01, 0.01))
    else { throw StageError("\(file.literal): is broken") }
    return grid
  }

  /// Four frames, a second each; all are the picture.
  public func clip(_ file: FileReference, framesPerSecond: Double) throws -> VideoClip {
    VideoClip(size: Size(4, 2), times: [0, 1, 2, 3], duration: 4) { _ in Self.image }
  }

  /// Both outlines as one path, whatever the operation.
  public func combine(_ a: Path, _ b: Path, by operation: PathOperation, tolerance: Double) throws -> Path {
    Path { builder in
      builder.append(a)
      builder.append(b)
    }
  }

  public func layout(_ request: TextRequest) throws -> TextLayout {
    seen.withLock { $0.requests.append(request) }
    if request.style.file != nil { throw StageError("is no font") }
    return request.squareLetters
  }

  /// Numbers as Swift writes them, without grouping, in place of `{name}` and `{name, number, …}`.
  public func message(_ pattern: String, _ values: [String: MessageValue], locale: String) throws -> String {
    values.reduce(pattern) { text, argument in
      let written: String =
        switch argument.value {
        case .text(let value): value
        case .number(let value), .date(let value): Int(exactly: value).map { "\($0)" } ?? "\(value)"
        }
      let parts = text.split(separator: "{\(argument.key)", omittingEmptySubsequences: false)
      return parts.dropFirst().reduce(String(parts[0])) { result, part in
        result + written + (part.firstIndex(of: "}").map { String(part[part.index(after: $0)...]) } ?? "")
      }
    }
  }

  public func sound(of track: String?) throws -> TrackSound {
    guard let sound = sounds[track] else { throw StageError("there is no sound here") }
    return sound
  }

  public func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }

  /// The value of `make`, written and read back as a host does.
  public func cachedOnDisk<Value: Storable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
    var writer = BinaryWriter()
    writer.write(try make())
    var reader = BinaryReader(writer.bytes)
    let value = try Value(from: &reader)
    guard reader.isAtEnd else { throw StageError("\(Value.self) does not read all that it writes") }
    return value
  }

  public func warn(_ message: String) { seen.withLock { $0.warnings.append(message) } }

  private static let image = Image(width: 4, height: 2, premultiplied: Array(repeating: 255, count: 32))
}
