import Formats
import Reporting
import StageKit

/// Reads where an output goes, and sets what that place asks for where the output does not say it itself.
struct ProfileReader {
  let context: ReaderContext
  let canvas: CanvasReader.Result

  /// After all else of the output was read.
  func read(_ fields: DeclaredReader<OutputObject>, into output: inout OutputEntry) {
    guard let (found, path) = fields[\.$profile],
      let profile = (fields.read(\.$profile) ?? nil).flatMap(DeliveryProfile.named)
    else { return }
    output.profile = profile
    if output.size == nil, let size = profile.size(forWidth: canvas.pixelWidth, height: canvas.pixelHeight) {
      output.size = .fitted(width: size[0], height: size[1], .contain)
    }
    if output.frameRate == nil { output.frameRate = profile.frameRate(for: canvas.frameRate) }
    setOptions(of: &output, profile)
    output.knownFaults = profile.faults(of: facts(output))
    for fault in output.knownFaults {
      context.log.add(
        .warning, at: found.position, path: path.text, "\(profile.place) may refuse '\(output.file)': \(fault)")
    }
  }

  /// Sets what the profile says of the codec's options.
  private func setOptions(of output: inout OutputEntry, _ profile: DeliveryProfile) {
    let rate = output.frameRate ?? canvas.frameRate
    var wanted = profile.options
    if let seconds = profile.groupSeconds {
      let frames = max(1, (seconds * rate.framesPerSecond).rounded(.down))
      wanted.append(("gop", .number(frames)))
    }
    if let limit = profile.maxBitRate(of: facts(output)) {
      wanted.append(("bitRate", .number(limit)))
    }
    let known = output.codec.options.map(\.name)
    let added = wanted.filter { known.contains($0.name) && output.options[$0.name] == nil }
    output.options = ParameterValues(
      output.options.entries.map { ($0.name, $0.value) } + added.map { ($0.name, $0.value) })
  }

  /// The facts that are known of the file before it is made.
  private func facts(_ output: OutputEntry) -> DeliveryFacts {
    var facts = DeliveryFacts()
    let rate = output.frameRate ?? canvas.frameRate
    let size = size(of: output)
    facts.ending = output.container.ending
    facts.codec = output.codec.name
    facts.width = size.width
    facts.height = size.height
    facts.framesPerSecond = rate.framesPerSecond
    facts.seconds = canvas.frameRate.seconds(ofFrame: output.range?.count ?? canvas.frameCount)
    if output.colors != .standard(.sRGB) { facts.isRec709 = false }
    if case .hdr(let transfer, _) = output.colors { facts.hdr = transfer.rawValue.uppercased() }
    facts.hasAlpha = (output.background ?? canvas.composition.background).alpha < 1
    facts.groupSeconds = output.codec.groupLength(output.options, at: rate).map { rate.seconds(ofFrame: $0) }
    return facts
  }

  private func size(of output: OutputEntry) -> (width: Int, height: Int) {
    switch output.size {
    case .fitted(let width, let height, _): (width, height)
    case .scaled(let factor):
      (OutputPicture.evenPixels(canvas.pixelWidth, factor), OutputPicture.evenPixels(canvas.pixelHeight, factor))
    case nil: (canvas.pixelWidth, canvas.pixelHeight)
    }
  }
}
