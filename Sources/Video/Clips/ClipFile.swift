import Coding
import Graphics
import MediaBase
import Synchronization

/// The frames of a video or an animation, decoded when they are asked for. Any thread may use it.
///
/// Each thread that asks at once has a decoder of its own; the last frames are kept.
public final class ClipFile: Sendable {
  private struct State {
    var idle: [any ClipSource] = []
    /// The latest last.
    var frames: [(index: Int, pixels: [UInt8])] = []
    var fault: MediaError?
  }

  /// A decoder taken out of the state, so that one thread at a time uses it.
  private struct BorrowedDecoder: @unchecked Sendable { let decoder: any ClipSource }

  /// About how many bytes of frames are kept.
  private static let maxKeptBytes = 96 << 20
  private static let maxIdle = 8

  public let hasSound: Bool
  /// True if its frames hold the rows of two fields.
  public let isInterlaced: Bool
  /// 3:2 pulldown of film; nil for none.
  public let pulldown: Pulldown?
  /// True if each of two fields is a picture of its own, made whole by bwdif; else both are shown at once.
  public let isDeinterlaced: Bool
  /// The colors that are not converted; nil for those of sRGB, BT.709 or standard definition, and for converted ones.
  public let unconvertedColors: UnconvertedColors?
  /// The mapping of its HDR colors to sRGB, the same for all frames; nil for a clip of standard range.
  public let toneMapping: ToneMapping?
  /// The name of a matrix of its colors that is not known, so that they are drawn by BT.601's.
  public let unknownMatrix: String?
  /// True where the file turns its pictures by other than quarters, which is not done.
  public let isTilted: Bool
  /// Upright, in pixels of the file.
  public let width: Int
  public let height: Int
  /// The width of a pixel divided by its height, upright.
  public let pixelAspect: Double
  /// When each frame is shown, in seconds from the start of the file, where its sound begins, too.
  public let times: [Double]
  public let duration: Double
  /// True if colors are converted by Little CMS.
  private let isConverted: Bool
  /// The gamut that colors are converted to, and that of the pixels.
  private let target: ColorGamut
  private let gamut: ColorGamut
  private let isWebP: Bool
  private let index: ClipIndex
  private let path: String
  private let name: String
  private let digest: Digest
  /// As EXIF numbers it.
  private let orientation: Int
  private let state: Mutex<State>

  /// Opens a file for a canvas of a gamut and decodes its first frame; `digest` is that of its bytes. Errors name `name`. Throws
  /// where it holds no pictures that can be drawn.
  public init(path: String, named name: String, digest: Digest, gamut: ColorGamut = .sRGB) throws(MediaError) {
    target = gamut
    let isWebP = fileHead(at: path).map(WebPClip.reads) ?? false
    let movie = isWebP ? nil : try ClipDecoder(path: path, named: name, gamut: gamut)
    let decoder: any ClipSource
    if let movie { decoder = movie } else { decoder = try WebPClip(path: path, named: name, gamut: gamut) }
    var index = try decoder.index()
    var first = try decoder.pixels(at: index.times[0], index)
    isInterlaced = movie?.isInterlaced ?? false
    // Frames that cannot be decoded are a fault where they are shown.
    pulldown = (try? movie?.pulldown(index)) ?? nil
    isDeinterlaced = isInterlaced && movie?.canDeinterlace ?? false
    if isDeinterlaced {
      movie?.deinterlace()
      index = index.fields
      first = try decoder.pixels(at: index.times[0], index)
    }
    (self.index, self.isWebP) = (index, isWebP)
    (self.path, self.name, self.digest) = (path, name, digest)
    hasSound = decoder.hasSound
    unconvertedColors = decoder.unconvertedColors
    isConverted = decoder.isConverted
    self.gamut = decoder.gamut
    toneMapping = decoder.usedToneMapping
    unknownMatrix = decoder.unknownMatrix
    orientation = decoder.orientation
    isTilted = decoder.isTilted
    let isTurned = orientation >= 5
    (width, height) = isTurned ? (first.height, first.width) : (first.width, first.height)
    pixelAspect = isTurned ? 1 / decoder.pixelAspect : decoder.pixelAspect
    (times, duration) = (index.seconds, index.duration)
    let borrowed = BorrowedDecoder(decoder: decoder)
    state = Mutex(State())
    state.withLock { $0.idle = [borrowed.decoder] }
  }

  /// The largest number of bytes of frames that are kept.
  public var maxKeptBytes: Int {
    let frame = max(width * height * 4, 1)
    return min(times.count, Self.keptCount(frame)) * frame
  }

  private static func keptCount(_ frameBytes: Int) -> Int { max(2, maxKeptBytes / max(frameBytes, 1)) }

  /// The first fault that decoding met; frames with faults are clear.
  public var fault: MediaError? { state.withLock { $0.fault } }

  /// A frame, premultiplied, whose pixels are decoded when they are asked for.
  public func frame(_ number: Int) -> Image? {
    let key = Digest { hasher in
      hasher.combine("clip 2")
      hasher.combine(digest)
      hasher.combine(number)
      if isConverted { hasher.combine(VideoLibraries.colorVersion) }
      if toneMapping != nil { hasher.combine("tone mapping 1") }
      if isDeinterlaced { hasher.combine("fields 1") }
      if target != .sRGB { hasher.combine(target.rawValue) }
    }
    return Image(width: width, height: height, digest: key, gamut: gamut) { [self] in pixels(number) }
  }

  private func pixels(_ number: Int) -> [UInt8] {
    if let known = known(number) { return known }
    do throws(MediaError) {
      let decoder = try take(for: index.times[number])
      var (pixels, width, height) = try decoder.pixels(at: index.times[number], index)
      let isAlike = decoder.usedToneMapping == nil || decoder.usedToneMapping == toneMapping
      give(back: BorrowedDecoder(decoder: decoder))
      premultiply(&pixels)
      if orientation != 1, let image = Image(width: width, height: height, premultiplied: pixels) {
        let turned = upright(image, orientation: orientation)
        (pixels, width, height) = (turned.pixels, turned.width, turned.height)
      }
      guard width == self.width, height == self.height else {
        throw MediaError(
          "decode the clip",
          reason: "its frame at \((times[number] * 1000).rounded() / 1000) s has \(width) × \(height) pixels, and the "
            + "first \(self.width) × \(self.height)", file: name, hint: "Export it in one size.")
      }
      guard isAlike else {
        throw MediaError(
          "decode the clip", reason: "some of its frames are HDR in another way than the first", file: name)
      }
      keep(number, pixels)
      return pixels
    } catch {
      state.withLock { if $0.fault == nil { $0.fault = error } }
      return [UInt8](repeating: 0, count: width * height * 4)
    }
  }

  private func known(_ number: Int) -> [UInt8]? {
    state.withLock { state in
      guard let place = state.frames.firstIndex(where: { $0.index == number }) else { return nil }
      let entry = state.frames.remove(at: place)
      state.frames.append(entry)
      return entry.pixels
    }
  }

  private func keep(_ number: Int, _ pixels: [UInt8]) {
    let count = Self.keptCount(pixels.count)
    state.withLock { state in
      state.frames.append((number, pixels))
      if state.frames.count > count { state.frames.removeFirst(state.frames.count - count) }
    }
  }

  /// The idle decoder that is nearest before a frame, or else a new one.
  private func take(for time: Int64) throws(MediaError) -> any ClipSource {
    let key = index.key(before: time)
    let borrowed = state.withLock { state -> BorrowedDecoder? in
      let places = state.idle.indices.filter { state.idle[$0].last.map { $0 < time && $0 >= key } ?? false }
      let nearest = places.max { (state.idle[$0].last ?? .min) < (state.idle[$1].last ?? .min) }
      guard let place = nearest ?? state.idle.indices.first else { return nil }
      return BorrowedDecoder(decoder: state.idle.remove(at: place))
    }
    if let borrowed { return borrowed.decoder }
    if isWebP { return try WebPClip(path: path, named: name, gamut: target) }
    return try ClipDecoder(
      path: path, named: name, toneMapping: toneMapping, deinterlaces: isDeinterlaced, gamut: target)
  }

  private func give(back borrowed: BorrowedDecoder) {
    state.withLock { if $0.idle.count < Self.maxIdle { $0.idle.append(borrowed.decoder) } }
  }
}
