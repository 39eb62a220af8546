import Foundation
import MediaBase
import StageKit
import Video

/// A frame as a report shows it; pictures are PNG files.
struct ReportPicture {
  let frame: Int
  let seconds: Double
  let before: [UInt8]?
  let after: [UInt8]
  let difference: [UInt8]?
  let figures: FrameDifference?

  /// The frames to show of a result: all reference frames, and where changed frames are not among them the first of these
  /// and the one that differs most, out of the delivered files.
  static func all(of result: JobResult, baseline: BaselineFolder) -> [ReportPicture] {
    guard let observation = result.observation else { return [] }
    let record = observation.record
    let before = result.before ?? record
    func seconds(_ frame: Int) -> Double { Double(frame) * record.video.duration / Double(max(1, record.video.frames)) }
    var pictures: [ReportPicture] = []
    for (frame, image) in zip(record.references, observation.references) {
      let isChanged = result.changedFrames.contains(frame)
      let old = isChanged ? try? baseline.picture(before, frame: frame) : nil
      if let picture = make(frame, seconds: seconds(frame), old: old, new: image, result: result) {
        pictures.append(picture)
      }
    }
    let others = result.frames.filter { $0.source == .video }
    let worst = others.min { ($0.difference.ssim, $0.frame) < ($1.difference.ssim, $1.frame) }
    let wanted = Set([others.first?.frame, worst?.frame].compactMap { $0 }).sorted()
    if let file = observation.files.first, let earlier = baseline.videoPath(before, for: file), !wanted.isEmpty {
      let pairs = (try? MoviePair(earlier, file).pictures(wanted)) ?? []
      for (frame, old, new) in pairs {
        if let picture = make(frame, seconds: seconds(frame), old: old, new: new, result: result) {
          pictures.append(picture)
        }
      }
    }
    return pictures.sorted { $0.frame < $1.frame }
  }

  private static func make(
    _ frame: Int, seconds: Double, old: Image?, new: Image, result: JobResult
  ) -> ReportPicture? {
    guard let after = try? encodePNG(new) else { return nil }
    let figures = result.frames.first { $0.frame == frame }
    return ReportPicture(
      frame: frame, seconds: seconds, before: old.flatMap { try? encodePNG($0) }, after: after,
      difference: old.flatMap { DifferencePicture.make($0, new, isLossy: figures?.source == .video) }.flatMap {
        try? encodePNG($0)
      },
      figures: figures)
  }
}

extension MoviePair {
  /// The given frames of both files, in order, up to the end of the shorter one. Throws `MediaError`.
  func pictures(_ frames: [Int]) throws -> [(frame: Int, before: Image, after: Image)] {
    let (old, new) = (try MovieReader(path: before), try MovieReader(path: after))
    var found: [(Int, Image, Image)] = []
    var index = 0
    while found.count < frames.count, let a = try old.next(), let b = try new.next() {
      if frames.contains(index) { found.append((index, try a.picture.image(), try b.picture.image())) }
      index += 1
    }
    return found
  }
}
