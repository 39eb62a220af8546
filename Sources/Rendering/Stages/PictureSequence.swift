import Coding
import Files
import Foundation
import JobFile
import MediaBase
import StageKit
import Synchronization
import Video

/// Pictures whose names are numbered on from a first one, each read when it is drawn.
final class PictureSequence: Sendable {
  private let files: [FileReference]
  private let digests: [Digest]
  private let traits: [PictureTraits]
  private let first: Image
  /// That of the canvas.
  private let gamut: ColorGamut
  private let found = Mutex<StageError?>(nil)

  /// True if a file is a picture, which begins a sequence.
  static func begins(with file: FileReference) -> Bool {
    let ending = file.literal.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return FileReference.pictureEndings.contains(ending)
  }

  /// `first` is the picture in the first file. Throws where a file may not be read, or says that its picture has another size.
  init(
    _ file: FileReference, _ first: Image, _ access: JobFiles, _ gamut: ColorGamut,
    traits: (FileReference) throws -> PictureTraits
  ) throws {
    self.gamut = gamut
    var files = [file]
    while let next = Self.next(after: files[files.count - 1]), FileSystem.exists(next.path) {
      try access.check(next)
      files.append(next)
    }
    self.files = files
    self.first = first
    let found = try files.map(traits)
    self.traits = found
    for (file, traits) in zip(files, found) {
      if let size = traits.size, (size.width, size.height) != (first.width, first.height) {
        throw Self.otherSize(file, size.width, size.height, than: first)
      }
    }
    digests = zip(files, found).map { file, traits in
      let whole = FileDigest.whole(file.path)
      if !traits.isConverted { return whole }
      return Digest { hasher in
        hasher.combine(whole)
        hasher.combine(VideoLibraries.colorVersion)
        if gamut != .sRGB { hasher.combine(gamut.rawValue) }
      }
    }
  }

  /// The first fault that reading met.
  var fault: StageError? { found.withLock { $0 } }

  /// A warning where pictures of the folder go on behind a missing number, since the sequence ends there; nil without any.
  var gap: String? {
    guard let end = files.last, let missing = Self.next(after: end), let name = Self.numbered(missing.literal),
      let path = Self.numbered(missing.path)
    else { return nil }
    let folder = (missing.path as NSString).deletingLastPathComponent
    let prefix = path.before.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let later = names.compactMap { candidate -> (number: Int, digits: String)? in
      guard let found = Self.numbered(candidate), found.before == prefix, found.after == path.after,
        found.digits.count == name.digits.count || !found.digits.hasPrefix("0"), found.digits.count >= name.digits.count
      else { return nil }
      return found.number > name.number ? (found.number, found.digits) : nil
    }.sorted { $0.number < $1.number }
    guard let next = later.first else { return nil }
    let more = later.count == 1 ? "is" : "and \(later.count - 1) more are"
    return "'\(missing.literal)' is missing: the sequence ends with '\(end.literal)', and "
      + "'\(name.before)\(next.digits)\(name.after)' \(more) not shown. Number the pictures without a gap."
  }

  /// As frames, with the size of the first.
  func clip(framesPerSecond: Double) -> VideoClip {
    VideoClip(
      size: Size(Double(first.width), Double(first.height)),
      times: files.indices.map { Double($0) / framesPerSecond }, duration: Double(files.count) / framesPerSecond
    ) { [self] number in
      traits[number].image(digest: digests[number]) { [self] in pixels(number, halvings: $0) }
        ?? Image(width: first.width, height: first.height, digest: digests[number], gamut: traits[number].gamut) {
          [self] in pixels(number, halvings: 0)
        }
    }
  }

  /// Remarks about files, to be shown after their names: colors that are not converted or are tone-mapped, each kind once.
  var remarks: [(FileReference, String)] {
    var (kinds, places): ([String], [String: [FileReference]]) = ([], [:])
    for (file, remark) in zip(files, traits).flatMap({ file, traits in traits.remarks.map { (file, $0) } }) {
      if places[remark] == nil { kinds.append(remark) }
      places[remark, default: []].append(file)
    }
    return kinds.compactMap { remark -> (FileReference, String)? in
      guard let found = places[remark], let file = found.first else { return nil }
      let others = found.count - 1
      return (file, remark + (others > 0 ? ", as those of \(others) more of its sequence" : ""))
    }
  }

  private func pixels(_ number: Int, halvings: Int) -> [UInt8] {
    // All sizes that files say are that of the first.
    let size =
      traits[number].reduced(halvings: halvings)?.size
      ?? PictureTraits.PixelSize(width: first.width, height: first.height)
    do throws(MediaError) {
      let image = try readPicture(at: files[number].path, gamut: gamut, halvings: halvings)
      if (image.width, image.height) == (size.width, size.height) { return image.pixels }
      note(Self.otherSize(files[number], image.width, image.height, than: first))
    } catch {
      note(StageError("'\(files[number].literal)': \(error.reason)", hint: error.hint))
    }
    return [UInt8](repeating: 0, count: size.width * size.height * 4)
  }

  private static func otherSize(
    _ file: FileReference, _ width: Int, _ height: Int, than first: Image
  ) -> StageError {
    StageError(
      "'\(file.literal)' has \(width) × \(height) pixels, and the first picture of the sequence "
        + "\(first.width) × \(first.height)", hint: "Give all pictures of a sequence one size.")
  }

  private func note(_ fault: StageError) { found.withLock { $0 = $0 ?? fault } }

  /// A name around its last number; nil for a name without a number.
  private static func numbered(_ text: String) -> (before: String, digits: String, number: Int, after: String)? {
    let characters = Array(text)
    guard let end = characters.lastIndex(where: { $0.isASCII && $0.isNumber }), !characters[end...].contains("/")
    else { return nil }
    var start = end
    while start > 0, characters[start - 1].isASCII, characters[start - 1].isNumber { start -= 1 }
    let digits = String(characters[start...end])
    guard digits.count <= 12, let number = Int(digits) else { return nil }
    return (String(characters[..<start]), digits, number, String(characters[(end + 1)...]))
  }

  /// The name with its last number raised by one, with the same number of digits; nil for a name without a number.
  private static func next(after file: FileReference) -> FileReference? {
    func raised(_ text: String) -> String? {
      guard let name = numbered(text) else { return nil }
      let next = String(name.number + 1)
      return name.before + String(repeating: "0", count: max(name.digits.count - next.count, 0)) + next + name.after
    }
    guard let literal = raised(file.literal), let path = raised(file.path) else { return nil }
    return FileReference(literal: literal, path: path)
  }
}
