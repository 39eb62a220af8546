import JobFile
import SVG
import StageKit
import SubtitleFiles
import Synchronization
import Video

/// Something that reads any bytes: it must not crash, and must keep the promises that its function checks.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case job, plan, svg, geojson, polyline, curve, color, raster, segment, picture, vector, subtitles

  /// Reads an input; returns the promises that were broken. Not for several threads at once.
  public func brokenPromises(_ bytes: [UInt8]) -> [String] {
    run(bytes)
    return broken.withLock { promises in
      defer { promises = [] }
      return promises
    }
  }

  private func run(_ bytes: [UInt8]) {
    switch self {
    case .job: Self.job(bytes)
    case .plan: Self.plan(bytes)
    case .svg: Self.svg(bytes)
    case .geojson: Self.geojson(bytes)
    case .polyline: Self.polyline(bytes)
    case .curve: Self.curve(bytes)
    case .color: Self.color(bytes)
    case .raster: Self.raster(bytes)
    case .segment: Self.segment(bytes)
    case .picture: _ = try? readPicture(bytes, name: "fuzzed")
    case .vector: Self.vector(bytes)
    case .subtitles: Self.subtitles(bytes)
    }
  }

  /// Cues of a file have finite times in their order, and can be written.
  private static func subtitles(_ bytes: [UInt8]) {
    guard let track = try? SubtitleFile.read(bytes, name: "fuzzed").track else { return }
    for cue in track.cues {
      require(cue.start >= 0 && cue.end >= cue.start && cue.end.isFinite, "a cue from \(cue.start) to \(cue.end)")
      require(cue.words.allSatisfy { $0.end >= $0.start }, "a word that ends before it starts")
    }
    for format in SubtitleFormat.allCases { _ = track.text(format) }
  }

  /// An SVG file gives a drawing of finite size.
  private static func vector(_ bytes: [UInt8]) {
    let resources = SVGPicture.Resources(color: .black) {
      try readPicture($0, name: "fuzzed")
    } layout: { request in
      TextLayout(lines: [], size: Size(0, 0), fontSize: request.style.size, missing: [], fonts: [])
    }
    guard let picture = try? SVGPicture(bytes, name: "fuzzed", resources) else { return }
    let size = picture.image.size
    require(size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite, "a size of \(size)")
    _ = picture.image.drawing.bounds
  }

  /// Valid data of an encoded segment gives the same bytes again.
  private static func segment(_ bytes: [UInt8]) {
    var reader = BinaryReader(bytes)
    guard let segment = try? EncodedSegment(from: &reader), reader.isAtEnd else { return }
    var writer = BinaryWriter()
    writer.write(segment)
    require(writer.bytes == bytes, "a segment that was read writes other bytes")
  }

  /// A color's components are within 0…1.
  private static func color(_ bytes: [UInt8]) {
    guard let color = try? Color(parsingCSS: String(decoding: bytes, as: UTF8.self)) else { return }
    for component in [color.red, color.green, color.blue, color.alpha] {
      require((0...1).contains(component), "a component of \(component)")
    }
  }

  /// A curve gives a number at every place.
  private static func curve(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let curve = try Easing(parsing: text)
      for step in -2...12 {
        let value = curve.value(at: Double(step) / 10)
        require(value.isFinite, "\(text) is \(value) at \(Double(step) / 10)")
      }
    } catch {
      require((0...text.utf8.count).contains(error.offset), "an error at \(error.offset), outside of the text")
    }
  }
}

private let broken = Mutex<[String]>([])

/// Notes a promise that is broken.
func require(_ condition: Bool, _ promise: @autoclosure () -> String) {
  guard !condition else { return }
  let text = promise()
  broken.withLock { $0.append(text) }
}
