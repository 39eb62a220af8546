import CText
import StageKit

/// Fonts of files, in which text finds its families before those that are installed.
public struct FontCollection: Hashable, Sendable, Digestible {
  private(set) var faces: [FontFace] = []

  /// Without fonts.
  public init() {}

  /// These faces.
  init(_ faces: some Sequence<FontFace>) { self.faces = Array(faces) }

  /// All faces of a file. Throws `StageError` for one that cannot be read, is no font, or has nothing to draw.
  init(_ file: FileReference) throws(StageError) {
    let count = try Font.faceCount(of: file)
    faces = (0..<count).compactMap { FontFace(.file(path: file.path, index: $0)) }
    guard faces.count == count else {
      throw StageError("\(file.literal): is a damaged font, without characters or without glyphs")
    }
  }

  /// These fonts and then others.
  public func followed(by others: FontCollection) -> FontCollection {
    var all = self
    all.faces += others.faces
    return all
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(faces.count)
    for face in faces {
      guard case .file(let path, let index) = face.source else { continue }
      hasher.combine(path)
      hasher.combine(index)
    }
  }

  /// The face of a family that CSS would take: by width, then slope, then weight; the first of equal ones.
  func face(family: String, weight: Int, isItalic: Bool) -> FontFace? {
    let candidates = faces.filter { $0.families.contains(FontFamilies.plain(family)) }
    return Self.best(candidates, weight, isItalic)
  }

  /// A face that a name has chosen.
  struct Match {
    let face: FontFace
    /// True where it is named in full, and not by its family.
    var isFull = false
    /// The positions on its axes that the name stands for.
    var positions: [FontVariation] = []
  }

  /// The face of a family, or else one that is named in full: by its own name, or as a named instance of a variable font.
  func match(_ name: String, weight: Int, isItalic: Bool) -> Match? {
    if let face = face(family: name, weight: weight, isItalic: isItalic) { return Match(face: face) }
    let name = FontFamilies.plain(name)
    for face in faces {
      guard let instance = face.instances[name] else { continue }
      // An italic that is asked for stays one.
      let positions = instance.filter { !isItalic || !["ital", "slnt"].contains($0.tag) }
      return Match(face: face, isFull: true, positions: positions)
    }
    return faces.first { $0.names.contains(name) }.map { Match(face: $0, isFull: true) }
  }

  /// One face of each family, as `face` chooses them, in the order of the files.
  func faces(weight: Int, isItalic: Bool) -> [FontFace] {
    var seen = Set<Set<String>>()
    return faces.compactMap { face in
      guard seen.insert(face.families).inserted else { return nil }
      return Self.best(faces.filter { $0.families == face.families }, weight, isItalic)
    }
  }

  private static func best(_ candidates: [FontFace], _ weight: Int, _ isItalic: Bool) -> FontFace? {
    candidates.min { a, b in
      let (widthOfA, widthOfB) = (abs(a.width - 100), abs(b.width - 100))
      if widthOfA != widthOfB { return widthOfA < widthOfB }
      let (fitsA, fitsB) = isItalic ? (a.hasItalic, b.hasItalic) : (a.hasUpright, b.hasUpright)
      if fitsA != fitsB { return fitsA }
      return FontWeight.distance(from: weight, to: a.weights) < FontWeight.distance(from: weight, to: b.weights)
    }
  }
}
