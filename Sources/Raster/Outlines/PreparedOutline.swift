import Coding
import Geometry

/// Flattened contours as they are cached.
final class PreparedOutline: Storable {
  let lines: Polylines
  /// True if no contours overlap, so that their signed areas may be added up.
  let isSimple: Bool

  /// Large outlines that overlap themselves are resolved, to within `tolerance`.
  init(_ lines: Polylines, evenOdd: Bool, tolerance: Double) {
    let resolved = lines.isSimple ? lines : lines.resolved(evenOdd: evenOdd, tolerance: tolerance)
    self.lines = resolved ?? lines
    isSimple = resolved != nil
  }

  /// Resolves the lines that a path has within a frame, which may be none.
  init(part lines: Polylines, evenOdd: Bool, tolerance: Double) {
    let bounds = Rect(around: lines.points)
    if bounds?.isEmpty ?? true {
      self.lines = Polylines()
      isSimple = true
    } else if let resolved = Polylines.boundary(of: [(lines, 1)], evenOdd ? .evenOdd : .nonzero, tolerance: tolerance) {
      self.lines = resolved
      isSimple = true
    } else {
      self.lines = lines
      isSimple = false
    }
  }

  /// In bytes.
  var cost: Int { lines.points.count * MemoryLayout<Point>.stride + lines.ends.count * MemoryLayout<Int>.stride }

  // MARK: As bytes

  func write(to writer: inout BinaryWriter) {
    writer.write(isSimple)
    writer.write(lines.points)
    writer.write(lines.ends.count)
    for end in lines.ends { writer.write(end) }
  }

  init(from reader: inout BinaryReader) throws(BinaryError) {
    isSimple = try reader.bool()
    var lines = Polylines()
    lines.points = try reader.points()
    for _ in 0..<(try reader.count(of: 8)) {
      let end = try reader.integer()
      guard end > lines.ends.last ?? 0, end <= lines.points.count else { throw BinaryError() }
      lines.ends.append(end)
    }
    self.lines = lines
  }
}
