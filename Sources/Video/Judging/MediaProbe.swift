import CLibAV
import Files
import Formats
import Foundation
import MediaBase
import StageKit

/// The properties of a movie or a picture file, found by reading all packets and decoding all frames.
public struct MediaProbe: Sendable {
  /// libav's name of the container: `mov,mp4,m4a,3gp,3g2,mj2`.
  public let container: String
  public var facts = DeliveryFacts()
  /// The colors: libav's names of range, primaries, transfer and matrix.
  public internal(set) var colors: [String] = []
  /// The size that is stored, in pixels; `facts` have the one that is shown.
  public internal(set) var stored = (width: 0, height: 0)
  /// The orientation of the stored picture, as EXIF numbers it: from 1, upright, to 8.
  public private(set) var orientation = 1
  /// True if nothing but black was decoded; false where that is not known, and for frames with alpha.
  public internal(set) var isBlack = false
  /// The shape of a pixel as it is shown, width divided by height.
  public internal(set) var pixelAspect = 1.0
  /// When each frame is shown, in seconds, in order.
  public internal(set) var times: [Double] = []
  /// The frames that begin groups.
  public internal(set) var keyFrames: [Int] = []
  /// Frames of which the file's index speaks; nil where it does not.
  public internal(set) var indexedFrames: Int?
  /// The number of decoded frames.
  public internal(set) var decodedFrames = 0
  /// The errors, in words.
  public internal(set) var faults: [String] = []
  /// For each frame but the first, the mean absolute change of luma from the frame before it, in code values of 8 bits.
  public internal(set) var changes: [Double] = []
  /// The least and the greatest alpha of all pixels, from 0 to 1; nil without alpha.
  public internal(set) var alpha: ClosedRange<Double>?

  /// Reads a file to its end. Throws where it cannot be opened, or has no pictures; what is wrong within is in `faults`.
  ///
  /// Without `decodes` frames are not decoded, which takes nearly all of the time: `facts` are whole all the same, but for
  /// animated WebP.
  public init(_ path: String, decodes: Bool = true) throws(MediaError) {
    if Self.isWebP(path) {
      // libav decodes still ones alone.
      container = "webp"
      try readWebP(path)
    } else {
      let session = try MediaProbeSession(path)
      container = session.container
      session.readPackets(into: &self)
      if decodes { try MediaProbeSession(path).decode(into: &self) }
      if decodes, session.hasAlphaStream { try MediaProbeSession(path, ofAlpha: true).decodeAlpha(into: &self) }
    }
    if ["png", "apng", "mjpeg", "webp"].contains(facts.codec), orientation == 1,
      let bytes = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    {
      setOrientation(exifOrientation(ofPicture: bytes))
    }
    facts.ending = (path as NSString).pathExtension.lowercased()
    facts.bytes = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    if container.contains("mp4"), let boxes = try? topLevelBoxes(at: path, named: path) {
      facts.isIndexFirst = boxes.first { $0.type == "moov" || $0.type == "mdat" }?.type == "moov"
      facts.hasEditList = Self.hasEditList(path, boxes)
      // libav reads the colors of still AVIF alone.
      if boxes.allSatisfy({ $0.type != "moov" }), Self.contains(Self.alphaItem, in: "meta", of: path, boxes) == true {
        facts.hasAlpha = true
      }
    }
  }

  /// The turn for display, such as `turned by 90°`, clockwise; nil if it is shown as it is stored.
  public var turn: String? { orientationText(orientation) }

  mutating func setOrientation(_ orientation: Int) {
    self.orientation = orientation
    (facts.width, facts.height) = orientation >= 5 ? (stored.height, stored.width) : stored
  }

  private static func isWebP(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    guard let header = try? file.read(upToCount: 12), header.count == 12 else { return false }
    return header.prefix(4).elementsEqual("RIFF".utf8) && header.suffix(4).elementsEqual("WEBP".utf8)
  }

  private mutating func readWebP(_ path: String) throws(MediaError) {
    let reader = try WebPReader(path: path, named: path, .rgba8)
    facts.codec = "webp"
    facts.pixelFormat = "rgba"
    var measure = FrameMeasure()
    do throws(MediaError) {
      while let frame = try reader.next() {
        stored = (frame.picture.width, frame.picture.height)
        setOrientation(1)
        times.append(Double(frame.time) / 1000)
        facts.seconds = Double(frame.time + frame.duration) / 1000
        measure.take(frame.picture)
        decodedFrames += 1
      }
    } catch {
      faults.append("decoding fails near frame \(decodedFrames)")
    }
    keyFrames = Array(times.indices)
    changes = measure.changes
    facts.hasAlpha = measure.alpha != 1...1
    if facts.hasAlpha == true { alpha = measure.alpha }
    if let seconds = facts.seconds, seconds > 0 { facts.framesPerSecond = Double(times.count) / seconds }
  }

  private static func hasEditList(_ path: String, _ boxes: [MovieBox]) -> Bool? {
    contains("elst", in: "moov", of: path, boxes)
  }

  /// The name in an AVIF file of an item that is the alpha of another (ISO/IEC 23008-12, 7.5.2.4).
  private static let alphaItem = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"

  /// True if a text is in the first box of a type; nil where there is none.
  private static func contains(_ text: String, in type: String, of path: String, _ boxes: [MovieBox]) -> Bool? {
    guard let box = boxes.first(where: { $0.type == type }), box.size < 256 << 20,
      let file = FileHandle(forReadingAtPath: path)
    else { return nil }
    defer { try? file.close() }
    guard (try? file.seek(toOffset: box.offset)) != nil, let data = try? file.read(upToCount: Int(box.size)) else {
      return nil
    }
    return data.range(of: Data(text.utf8)) != nil
  }
}
