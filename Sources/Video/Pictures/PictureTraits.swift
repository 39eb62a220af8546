import Compression

/// The properties of a PNG, JPEG or WebP picture in the bytes before its pixels. Damaged bytes give none.
public struct PictureTraits: Hashable, Sendable {
  /// A file of several pictures.
  public enum Animation: Hashable, Sendable {
    case png, webp

    /// Such as `an animated PNG`.
    public var name: String { self == .png ? "an animated PNG" : "an animated WebP" }
  }

  /// Nil for a still picture.
  public private(set) var animation: Animation?
  /// Colors that are not converted; nil where they are sRGB's.
  public private(set) var colors: UnconvertedColors?

  /// The number of bytes of a file that hold it all, however large the file is.
  public static let headSize = 4 << 20

  private static let maxProfileSize = 16 << 20

  /// Reads the first bytes of a file, `headSize` or all of them.
  public init(_ bytes: [UInt8]) {
    let file = PictureChunks(bytes: bytes)
    switch file.format {
    case .png?: readPNG(file)
    case .jpeg?: readJPEG(file)
    case .webP?: readWebP(file)
    case nil: break
    }
  }

  /// Chunks before the pixels (PNG, third edition, 4.3: `cICP` goes before `iCCP`, `sRGB`, and `gAMA` with `cHRM`).
  private mutating func readPNG(_ file: PictureChunks<[UInt8]>) {
    var chunks: [String: ArraySlice<UInt8>] = [:]
    for chunk in file.chunks.prefix(while: { $0.name != "IDAT" }) where chunks[chunk.name] == nil {
      chunks[chunk.name] = file[chunk]
    }
    if chunks["acTL"] != nil { animation = .png }
    func numbers(_ chunk: ArraySlice<UInt8>) -> [Double] {
      stride(from: chunk.startIndex, to: chunk.endIndex - 3, by: 4).map {
        Double(file.number(at: $0, bytes: 4, isBigEndian: true) ?? 0) / 100_000
      }
    }
    if let code = chunks["cICP"], code.count == 4 {
      colors = UnconvertedColors(primaries: Int(code[code.startIndex]), transfer: Int(code[code.startIndex + 1]))
    } else if let profile = chunks["iCCP"] {
      // A name, a zero, the kind of compression.
      let packed = profile.drop { $0 != 0 }.dropFirst(2)
      colors = UnconvertedColors(profile: inflated(packed, .wrapped, maxSize: Self.maxProfileSize) ?? [])
    } else if chunks["sRGB"] == nil {
      colors = UnconvertedColors(
        gamma: chunks["gAMA"].flatMap { numbers($0).first },
        chromaticities: chunks["cHRM"].map(numbers).flatMap { $0.count == 8 ? $0 : nil })
    }
  }

  /// Segments before the first scan (ITU-T T.81, B.1.1; ICC.1:2022, B.4).
  private mutating func readJPEG(_ file: PictureChunks<[UInt8]>) {
    var profile: [Int: ArraySlice<UInt8>] = [:]
    var inkCount = 0
    let frames: Set<String> = ["C0", "C1", "C2", "C3", "C5", "C6", "C7", "C9", "CA", "CB", "CD", "CE", "CF"]
    for chunk in file.chunks {
      guard let segment = file[chunk] else { break }
      if chunk.name == "E2", segment.starts(with: Array("ICC_PROFILE\0".utf8)), segment.count > 14 {
        profile[Int(segment[segment.startIndex + 12])] = segment.dropFirst(14)
      } else if frames.contains(chunk.name), segment.count > 5 {
        inkCount = Int(segment[segment.startIndex + 5])
      }
    }
    if !profile.isEmpty {
      colors = UnconvertedColors(profile: profile.sorted { $0.key < $1.key }.flatMap(\.value))
    } else if inkCount == 4 {
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
      if chunk.name == "ICCP" { colors = UnconvertedColors(profile: Array(bytes)) }
    }
  }
}
