import Formats
import Foundation

/// One job's part of the report.
struct JobSection {
  let result: JobResult
  let index: Int
  let isOpen: Bool
  let baseline: BaselineFolder
  let files: ReportFiles

  /// Files above this many bytes are not put into the page.
  private static let embeddedBytes = 12_000_000
  private static let maxCharts = 6

  var text: String {
    let parts = [causes, notes, frames, videos, curves, facts, timings]
    return """
      <details class="job" id="job-\(index)" data-status="\(result.status.rawValue)" data-text="\(HTML.escaped(result.file + " " + result.lines.prefix(3).joined(separator: " ")))"\(isOpen ? " open" : "")>
      <summary><h2>\(HTML.escaped(result.file))</h2> <span class="badge \(result.status.rawValue)">\(result.status.rawValue)</span></summary>
      \(parts.joined(separator: "\n"))
      </details>
      """
  }

  private func list(_ items: [String]) -> String {
    guard !items.isEmpty else { return "" }
    return "<ul class=\"causes\">" + items.map { "<li class=\"cause\">\(HTML.escaped($0))</li>" }.joined() + "</ul>"
  }

  private var causes: String { list(result.causes.map(\.description)) }
  private var notes: String { list(result.notes) }

  // MARK: Pictures

  private var frames: String {
    guard result.status != .passed else { return "" }
    let pictures = ReportPicture.all(of: result, baseline: baseline)
    guard !pictures.isEmpty else { return "" }
    func rank(_ picture: ReportPicture) -> (Int, Double) {
      guard let figures = picture.figures else { return (2, 1) }
      return (figures.source == .picture && figures.difference.differing > 0 ? 0 : 1, figures.difference.ssim)
    }
    let worst = pictures.min { rank($0) < rank($1) }
    let strip = pictures.map { picture in
      let label = "frame \(picture.frame), \(Figures.seconds(picture.seconds))"
      return """
        <figure class="\(picture.before == nil ? "" : "changed")\(picture.frame == worst?.frame ? " worst" : "")"><button type="button" aria-label="Show \(label)">
        <img loading="lazy" src="\(address(picture.after, picture.frame, "after"))" alt="\(label)"></button>
        <figcaption>\(label)</figcaption></figure>
        """
    }
    let changed = pictures.contains { $0.before != nil }
    let modes = """
      <div class="tools needs-script"><button type="button" data-mode="side">side by side</button>
      <button type="button" data-mode="swipe">swipe</button><button type="button" data-mode="blink">blink</button></div>
      """
    return "<h3>Frames</h3><div class=\"strip\">\(strip.joined())</div>"
      + (changed ? modes + pictures.map(view).joined() : "")
  }

  private func address(_ bytes: [UInt8], _ frame: Int, _ name: String) -> String {
    files.address(bytes, name: "\(index)-\(result.name)-\(frame)-\(name).png", type: "image/png")
  }

  private func view(_ picture: ReportPicture) -> String {
    func figure(_ bytes: [UInt8]?, _ name: String) -> String {
      guard let bytes else { return "" }
      return
        "<figure><img loading=\"lazy\" src=\"\(address(bytes, picture.frame, name))\" alt=\"frame \(picture.frame) \(name)\">"
        + "<figcaption>\(name)</figcaption></figure>"
    }
    var text = "unchanged"
    if let figures = picture.figures {
      let d = figures.difference
      text =
        "\(Figures.count(d.differing, "pixel")) of \(d.pixels) differ, \(d.beyondAntialias) of them beyond "
        + "anti-aliasing, by up to \(d.largest) of 255\(d.largestDelta > 0 ? " and ΔE \(d.largestDelta)" : ""); SSIM \(String(format: "%.5f", d.ssim))"
      if let r = d.worstRegion { text += "; worst at \(r.x), \(r.y), \(r.width) × \(r.height)" }
      if figures.source == .video { text += ". Taken from the encoded videos, so with their losses" }
    }
    return """
      <div class="view"><p class="quiet">Frame \(picture.frame), \(Figures.seconds(picture.seconds)): \(HTML.escaped(text))</p>
      <div class="trio">\(figure(picture.before, "before"))\(figure(picture.after, "after"))\(figure(picture.difference, "difference"))</div>
      <div class="stage"></div></div>
      """
  }

  // MARK: Videos

  private var videos: String {
    guard result.status == .differs || result.status == .tolerated, let after = result.observation?.files.first,
      let type = Containers.forFile(after)?.mediaType,
      let before = result.before.flatMap({ baseline.videoPath($0, for: after) })
    else { return "" }
    let rate = result.observation.map { Double($0.record.video.frames) / max(1e-9, $0.record.video.duration) } ?? 60
    let figures = [(before, "before"), (after, "after")].map { path, name -> String in
      guard let data = FileManager.default.contents(atPath: path) else {
        return "<figure><figcaption>\(name): there is no file</figcaption></figure>"
      }
      guard data.count <= Self.embeddedBytes else {
        return
          "<figure><figcaption>\(name): <code>\(HTML.escaped(path))</code> is too large for this page</figcaption></figure>"
      }
      return """
        <figure><video controls muted loop playsinline preload="none" data-rate="\(rate)" aria-label="\(name)"
        src="\(files.address([UInt8](data), name: "\(index)-\(result.name)-\(name).\((path as NSString).pathExtension)", type: type))"></video><figcaption>\(name)</figcaption></figure>
        """
    }
    return """
      <details><summary>Videos, in step</summary><div class="tools needs-script"><button type="button" data-video="play">play or pause</button>
      <button type="button" data-video="back">a frame back</button><button type="button" data-video="next">a frame on</button></div>
      <div class="pair">\(figures.joined())</div></details>
      """
  }

  // MARK: Figures

  private var curves: String {
    let charts = result.causes.flatMap { cause -> [String] in
      guard let stage = cause.stage else { return [] }
      let (old, new) = (
        result.before?.stages.first { $0.id == stage }, result.observation?.record.stages.first { $0.id == stage }
      )
      return cause.values.prefix(6).compactMap { name in
        ValueChart(name, old, new, frame: cause.frame).map { "<p class=\"quiet\">\(HTML.escaped(stage))</p>" + $0.svg }
      }
    }
    return charts.isEmpty
      ? ""
      : "<details><summary>Values of the stages to blame</summary>\(charts.prefix(Self.maxCharts).joined())</details>"
  }

  private var facts: String {
    guard let record = result.observation?.record else { return "" }
    var rows = [
      ("Video", result.before.map { Self.text($0.video) }, Self.text(record.video)),
      ("Scale", result.before.map { "\($0.scale)" }, "\(record.scale)"),
    ]
    for (index, output) in record.outputs.enumerated() {
      let old = result.before.flatMap { $0.outputs.indices.contains(index) ? $0.outputs[index] : nil }
      rows.append((output.file, old.map(Self.text), Self.text(output)))
    }
    let lines = rows.map { name, before, after in
      "<tr><td>\(HTML.escaped(name))</td><td>\(HTML.escaped(before ?? ""))</td><td>\(HTML.escaped(after))</td></tr>"
    }
    return
      "<details><summary>Facts</summary><table><tr><th></th><th>before</th><th>after</th></tr>\(lines.joined())</table></details>"
  }

  private static func text(_ video: VideoRecord) -> String {
    "\(video.width) × \(video.height), \(video.frames) frames at \(video.framesPerSecond) a second, "
      + (video.loops ? "loops" : "does not loop")
  }

  private static func text(_ output: OutputRecord) -> String {
    ([output.codec] + output.options.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }).joined(separator: ", ")
      + ", \(output.bytes) bytes, at least "
      + "\(output.lumaPSNR) dB luma, \(output.chromaPSNR) dB chroma, SSIM \(output.ssim)"
  }

  private var timings: String {
    let total = result.timings.reduce(0) { $0 + $1.seconds }
    guard total > 0 else { return "" }
    let rows = result.timings.map { phase in
      let share = phase.seconds / total * 100
      return """
        <tr><td>\(HTML.escaped(phase.name))</td><td class="number">\(String(format: "%.3f s", phase.seconds))</td>
        <td style="width: 50%"><div class="bar" style="width: \(String(format: "%.1f", share))%"></div></td></tr>
        """
    }
    return "<details><summary>Processor time</summary><table>\(rows.joined())</table></details>"
  }
}
