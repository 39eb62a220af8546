import CLibAV
import Compression
import Graphics

/// The properties of a picture that its file says besides its pixels. Damaged bytes give none.
public struct PictureTraits: Hashable, Sendable {
  /// A file of several pictures.
  public enum Animation: Hashable, Sendable {
    case png, webp, avif

    /// Such as `an animated PNG`.
    public var name: String {
      switch self {
      case .png: "an animated PNG"
      case .webp: "an animated WebP"
      case .avif: "an animated AVIF"
      }
    }
  }

  /// Nil for a still picture.
  public private(set) var animation: Animation?
  /// The size of the picture when it is read, upright; nil where it is not known without decoding.
  public private(set) var size: PixelSize?
  /// Colors that are not converted; nil where they are sRGB's, or converted to it.
  public private(set) var colors: UnconvertedColors?
  /// The mapping of HDR colors to sRGB; nil for pictures of standard range.
  public private(set) var toneMapping: ToneMapping?
  /// Colors that are converted, and what the pixels consist of.
  private(set) var source: ColorSource?
  private(set) var components = ColorSource.Components.color
  /// The gamut that colors are converted to.
  private let target: ColorGamut
  /// True if they are in that gamut already.
  private var isNative = false

  /// The number of times that a JPEG picture is halved while it is decoded, 0 to 3, since it has more than `maxPictureArea` pixels.
  private(set) var halvings = 0
  /// The number of times that it can be halved further, 0 to 3: that of large JPEG pictures, whose decoder does it.
  public private(set) var maxHalvings = 0
  /// The size of the picture as it lies in the file, before it is halved.
  private(set) var fileSize: PixelSize?
  /// As EXIF numbers it.
  private(set) var orientation = 1
  /// True if a JPEG picture consists of cosine transforms, of which a decoder can take a part.
  private var hasTransforms = false
  /// True if a JPEG picture has fewer samples of its colors than of its brightness, as photos of most cameras.
  private(set) var hasSparseColors = false

  /// Remarks after the file's name: colors that are not converted or are tone-mapped, and a picture that is read smaller.
  public var remarks: [String] {
    let colors = toneMapping?.remark ?? colors?.remark
    let reading: String? =
      halvings == 0
      ? nil : "has more than \(maxPictureArea / 1_000_000) million pixels: it is read at 1/\(1 << halvings) of its size"
    return [colors, reading].compactMap { $0 }
  }

  /// The conversion of its colors to the canvas's gamut; nil where they are that gamut's, and where they are not converted.
  var conversion: ColorConversion? { source.flatMap { ColorConversion($0, components, to: target) } }

  /// The tone mapping of its HDR colors to standard range; nil for pictures that have it.
  var toneMapper: ToneMapper? { toneMapping.map { ToneMapper($0, to: target) } }

  /// The gamut of its pixels when it is read: sRGB unless colors are converted, or in the gamut already.
  public var gamut: ColorGamut { isConverted || isNative ? target : .sRGB }

  /// True where the first bytes of a file, `headSize` of them, may not hold it all.
  public static func isScattered(_ head: [UInt8]) -> Bool { PictureKind(head)?.isScattered ?? false }

  /// The number of bytes of a file that hold it all, however large the file is, unless `isScattered`.
  public static let headSize = 4 << 20

  private static let maxProfileSize = 16 << 20

  /// True where the picture's colors are converted when it is read.
  public var isConverted: Bool { source != nil || toneMapping != nil }

  /// Reads the first bytes of a file, `headSize` or all of them, of a picture for a canvas of a gamut. Takes about a millisecond
  /// where colors are converted.
  public init(_ bytes: [UInt8], in gamut: ColorGamut = .sRGB) {
    target = gamut
    let file = PictureChunks(bytes: bytes)
    switch PictureKind(bytes) {
    case .png: readPNG(file)
    case .jpeg: readJPEG(file)
    case .webP: readWebP(file)
    case .heif: readHEIF(bytes)
    case .tiff: readTIFF(bytes)
    case .jpegXL: size = JPEGXLHeader.size(of: bytes)
    case nil: break
    }
    guard file.format != nil, let size = Self.size(of: file) else { return }
    if PictureKind(bytes) == .jpeg { halvings = size.halvings(to: maxPictureArea) }
    (fileSize, orientation) = (size, exifOrientation(ofPicture: bytes))
    self.size = size.halved(halvings).upright(orientation)
    if hasTransforms, isLarge { maxHalvings = 3 - halvings }
  }

  private mutating func take(_ found: ColorSource, peak: Double? = nil) {
    if case .codes(let primaries, let transfer) = found,
      let curve = HDRCurve(AVColorTransferCharacteristic(UInt32(clamping: transfer)))
    {
      toneMapping = ToneMapping(curve, peak: peak, primaries: primaries)
      return
    }
    isNative = found.isNative(to: target)
    guard !isNative, let named = UnconvertedColors(found) else { return }
    if ColorConversion(found, components) != nil { source = found } else { colors = named }
  }

  /// Chunks before the pixels (PNG, third edition, 4.3: `cICP` goes before `iCCP`, `sRGB`, and `gAMA` with `cHRM`).
  private mutating func readPNG(_ file: PictureChunks<[UInt8]>) {
    var chunks: [String: ArraySlice<UInt8>] = [:]
    for chunk in file.chunks.prefix(while: { $0.name != "IDAT" }) where chunks[chunk.name] == nil {
      chunks[chunk.name] = file[chunk]
    }
    if chunks["acTL"] != nil { animation = .png }
    if let header = chunks["IHDR"], header.count == 13, [0, 4].contains(header[header.startIndex + 9]) {
      components = .gray
    }
    func numbers(_ chunk: ArraySlice<UInt8>) -> [Double] {
      stride(from: chunk.startIndex, to: chunk.endIndex - 3, by: 4).map {
        Double(file.number(at: $0, bytes: 4, isBigEndian: true) ?? 0) / 100_000
      }
    }
    if let code = chunks["cICP"], code.count == 4 {
      // The greatest light of the content, in 1/10,000 cd/m² (11.3.2.8).
      let level = (chunks["cLLI"] ?? chunks["cLLi"]).flatMap { numbers($0).first }.map { $0 * 10 }
      take(
        .codes(primaries: Int(code[code.startIndex]), transfer: Int(code[code.startIndex + 1])),
        peak: level.flatMap { $0 > 0 ? $0 : nil })
    } else if let profile = chunks["iCCP"] {
      // A name, a zero, the kind of compression.
      let packed = profile.drop { $0 != 0 }.dropFirst(2)
      take(.profile(inflated(packed, .wrapped, maxSize: Self.maxProfileSize) ?? []))
    } else if chunks["sRGB"] == nil {
      take(
        .numbers(
          gamma: chunks["gAMA"].flatMap { numbers($0).first },
          chromaticities: chunks["cHRM"].map(numbers).flatMap { $0.count == 8 ? $0 : nil }))
    }
  }

  /// Segments before the first scan (ITU-T T.81, B.1.1; ICC.1:2022, B.4).
  private mutating func readJPEG(_ file: PictureChunks<[UInt8]>) {
    var parts: [Int: ArraySlice<UInt8>] = [:]
    var (partCount, componentCount) = (0, 0)
    let frames: Set<String> = ["C0", "C1", "C2", "C3", "C5", "C6", "C7", "C9", "CA", "CB", "CD", "CE", "CF"]
    for chunk in file.chunks {
      guard let segment = file[chunk] else { break }
      if chunk.name == "E2", segment.starts(with: Array("ICC_PROFILE\0".utf8)), segment.count > 14 {
        parts[Int(segment[segment.startIndex + 12])] = segment.dropFirst(14)
        partCount = Int(segment[segment.startIndex + 13])
      } else if frames.contains(chunk.name), segment.count > 5 {
        componentCount = Int(segment[segment.startIndex + 5])
        hasTransforms = ["C0", "C1", "C2"].contains(chunk.name)
        // Each component has three bytes: its name, its samples each way, and its table.
        let samples = segment.dropFirst(6).enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
        hasSparseColors = Set(samples.prefix(componentCount)).count > 1
      }
    }
    components = componentCount == 1 ? .gray : componentCount == 4 ? .inks : .color
    if !parts.isEmpty {
      // Parts are counted from 1; without one of them the profile is damaged.
      let isWhole = parts.keys.sorted().elementsEqual(stride(from: 1, through: partCount, by: 1))
      take(.profile(isWhole ? parts.sorted { $0.key < $1.key }.flatMap(\.value) : []))
    } else if components == .inks {
      colors = .inks
    } else if let exif = EXIFBlock(file), let space = exif.value(of: 0x8769, in: exif.firstDirectory),
      let value = exif.value(of: 0xA001, in: space), value != 1
    {
      // `ColorSpace` (CIPA DC-008, 4.6.6) other than sRGB.
      colors = .uncalibrated
    }
  }

  /// Chunks of the extended format, of which `ICCP` goes before the pixels.
  private mutating func readWebP(_ file: PictureChunks<[UInt8]>) {
    for chunk in file.chunks.prefix(while: { !["VP8 ", "VP8L", "ANMF"].contains($0.name) }) {
      guard let bytes = file[chunk] else { return }
      if chunk.name == "VP8X", let flags = bytes.first, flags & 2 != 0 { animation = .webp }
      if chunk.name == "ICCP" { take(.profile(Array(bytes))) }
    }
  }

  private mutating func readHEIF(_ bytes: [UInt8]) {
    if isAVIFSequence(bytes) { animation = .avif }
    guard let picture = try? HEIFPicture(bytes, name: nil, "") else { return }
    size = PixelSize(width: picture.width, height: picture.height)
    if let source = picture.source { take(profileOrCodes: source) }
  }

  private mutating func readTIFF(_ bytes: [UInt8]) {
    guard let picture = try? TIFFPictureFile(bytes, name: nil, "") else { return }
    size = PixelSize(width: picture.width, height: picture.height).upright(picture.orientation)
    components = picture.components
    if let source = picture.source {
      take(source)
    } else if components == .inks {
      colors = .inks
    }
  }

  /// A profile of gray is for pictures of gray.
  private mutating func take(profileOrCodes source: ColorSource) {
    if case .profile(let profile) = source, ParsedProfile(profile)?.space == "GRAY" { components = .gray }
    take(source)
  }
}
