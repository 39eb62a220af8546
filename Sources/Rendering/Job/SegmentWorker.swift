import Formats
import JobFile
import MediaBase
import Memory
import Planning
import Raster
import StageKit
import Video

/// Draws and encodes segments, one after the other, with buffers that it keeps from one to the next.
///
/// In flight at any time are one drawn frame, what the encoder looks ahead and, where frames come again within a
/// segment, some of these, whatever the video's length. To be used from one thread at a time.
final class SegmentWorker {
  /// The memory of the renderer, the encoders and the frames that are shown again.
  let memory: MemoryAccount
  private let breadcrumb: CrashBreadcrumb?
  /// Its number among all workers.
  private let index: Int
  private let encoderClock: EncoderClock
  private var renderer: (renderer: FrameRenderer, job: Int, rendition: Int)?

  /// About how many bytes of frames are held because they are shown again.
  private static let maxRepeatedBytes = 64 << 20

  init(_ index: Int, encoderClock: EncoderClock, budget: MemoryBudget, breadcrumb: CrashBreadcrumb?) {
    self.index = index
    self.encoderClock = encoderClock
    memory = MemoryAccount(budget)
    self.breadcrumb = breadcrumb
  }

  /// Frees all memory that is held from segment to segment.
  func releaseMemory() {
    renderer = nil
    _ = memory.guarantee(0)
  }

  /// Renders one segment for some outputs of its rendition, by their places in it; nil where `isCancelled` says so between two frames.
  ///
  /// With `reusing`, a frame is drawn once where it is shown several times in a row, or again soon. Throws
  /// `MemoryShortage` where memory does not suffice; what was drawn is lost then.
  func render(
    _ assembler: OutputAssembler, _ drawing: JobDrawing, segment: Int, outputs: [Int], reusing: Bool,
    isCancelled: () -> Bool, frameDone: () -> Void
  ) throws -> RenderedSegment? {
    memory.beginStep()
    defer { breadcrumb?.end() }
    let rendered = try MemoryAccount.$current.withValue(memory) {
      var count = 0
      return try draw(
        assembler.layout, of: drawing, segment: segment, outputs: outputs, reusing: reusing, isCancelled: isCancelled
      ) {
        count += 1
        if assembler.isNew(frame: count, of: segment) { frameDone() }
      }
    }
    assembler.learn(workerMemory: memory.peak)
    return rendered
  }

  private func draw(
    _ layout: SegmentLayout, of drawing: JobDrawing, segment: Int, outputs: [Int], reusing: Bool,
    isCancelled: () -> Bool, frameDone: () -> Void
  ) throws -> RenderedSegment? {
    let (spec, plan) = (drawing.spec, drawing.plan)
    let rendition = spec.renditions[layout.video(ofSegment: segment)]
    let digests = layout.frameDigests(ofSegment: segment)
    var times = JobTimings(plan.stages)
    var watch = spec.meter.stopwatch
    defer { spec.meter.measure { $0.add(times) } }
    let reservation = memory.reserve(spec.encoderMemory(outputs.map { rendition.outputs[$0] }), for: "the encoder")
    try checkMemory(at: nil)
    defer { withExtendedLifetime(reservation) {} }
    let renderer = renderer(for: spec, layout.video(ofSegment: segment))
    var encoders = try SegmentEncoders(
      outputs.map { (spec.formats[rendition.outputs[$0]], rendition.placements[$0]) }, rendition.gamut)
    // Nil where the frame in the sinks is shown.
    var repeated: [FramePlanes]?
    var repeatedFrames = RepeatedFrames(
      reusing ? digests : [], maxBytes: Self.maxRepeatedBytes, memory)
    var drawn = 0
    var encoderSeconds = 0.0
    var lastLap = encoderClock.begin(index)
    defer { encoderClock.end() }
    watch.lap(&times.encoding)
    for (frame, digest) in zip(layout.segments[segment], digests) {
      if isCancelled() { return nil }
      switch repeatedFrames.next() {
      case .sameAsPrevious: break
      case .known(let known): repeated = known
      case .new:
        let evaluated = try drawing.evaluate(at: rendition.seconds(ofFrame: frame), breadcrumb) {
          watch.lap(&times.stages[$0].seconds)
        }
        repeated = nil
        if spec.hashKey != nil, evaluated.picture.digest != digest {
          throw HashMismatch(frame: frame)
        }
        encoders.draw(evaluated.picture, renderer) { rendition.renderer(on: $0, spec.preparation) }
        try checkMemory(at: rendition.seconds(ofFrame: frame))
        if let (entry, reason) = spec.context.footageFault {
          throw plan.failure(of: entry, at: rendition.seconds(ofFrame: frame), reason)
        }
        repeatedFrames.keep(encoders.sinks.map(\.planes))
        drawn += 1
      }
      watch.lap(&times.drawing)
      do throws(MediaError) {
        try encoders.encode(repeated)
      } catch {
        throw StageError("frame \(frame): \(error)")
      }
      watch.lap(&times.encoding)
      encoderSeconds += encoderClock.lap(index, &lastLap)
      times.frames += 1
      frameDone()
    }
    let parts = try encoders.finish()
    watch.lap(&times.encoding)
    encoderSeconds += encoderClock.lap(index, &lastLap)
    times.encoding += encoderSeconds
    return RenderedSegment(outputs: outputs, parts: parts, drawn: drawn, encoderSeconds: encoderSeconds)
  }

  /// The stage whose drawing at an instant does not fit even alone; nil if each of them does. Throws `StageFailure`.
  func stage(tooLargeAt seconds: Double, of drawing: JobDrawing) throws(StageFailure) -> StageEntry? {
    let spec = drawing.spec
    let evaluated = try drawing.evaluate(at: seconds, nil)
    // The rendition that takes the most.
    guard let rendition = spec.renditions.max(by: { $0.width * $0.height < $1.width * $1.height }) else { return nil }
    let encoder = memory.reserveIfAvailable(spec.encoderMemory(rendition.outputs))
    defer { withExtendedLifetime(encoder) {} }
    return drawing.plan.drawingOrder.first { stage in
      guard let drawing = evaluated.drawings[stage] else { return false }
      memory.beginStep()
      MemoryAccount.$current.withValue(memory) {
        var none: [PlaneSink] = []
        rendition.renderer(spec.preparation).render(drawing, into: &none)
      }
      return memory.refusal != nil
    }.map { drawing.plan.stages[$0].entry }
  }

  private func checkMemory(at seconds: Double?) throws(MemoryShortage) {
    if let refusal = memory.refusal { throw MemoryShortage(seconds: seconds, refusal: refusal) }
  }

  private func renderer(for spec: RenderSpec, _ rendition: Int) -> FrameRenderer {
    if let known = renderer, known.job == spec.index, known.rendition == rendition { return known.renderer }
    let new = spec.renditions[rendition].renderer(spec.preparation)
    renderer = (new, spec.index, rendition)
    return new
  }
}

/// The encoders of a segment's outputs, with a sink for each kind of planes that they take.
private struct SegmentEncoders {
  private(set) var sinks: [PlaneSink]
  private let encoders: [SegmentEncoder]
  /// The index of each encoder's sink.
  private let sources: [Int]
  /// The index of each output's encoder, which outputs of equal formats share.
  private let members: [Int]

  init(_ outputs: [(format: OutputFormat, placement: SinkPlacement?)], _ gamut: ColorGamut) throws(MediaError) {
    var encoders: [SegmentEncoder] = []
    var sinks: [PlaneSink] = []
    var (sources, members): ([Int], [Int]) = ([], [])
    for (format, placement) in outputs {
      let equal = encoders.indices.first { encoders[$0].format == format && sinks[sources[$0]].placement == placement }
      members.append(equal ?? encoders.count)
      if equal != nil { continue }
      encoders.append(try SegmentEncoder(format))
      let known = sinks.firstIndex {
        $0.format == format.pixelFormat && $0.placement == placement && $0.planes.width == format.width
          && $0.planes.height == format.height && $0.isStacked == format.isStacked
          && $0.colors == format.colors
      }
      sources.append(known ?? sinks.count)
      if known == nil {
        sinks.append(
          PlaneSink(
            format.pixelFormat, width: format.width, height: format.height, placement: placement,
            isStacked: format.isStacked, gamut: gamut, colors: format.colors))
      }
    }
    self.encoders = encoders
    (self.sinks, self.sources, self.members) = (sinks, sources, members)
  }

  /// Draws a frame into all sinks: once, unless it blends with backgrounds that differ.
  mutating func draw(_ list: DisplayList, _ renderer: FrameRenderer, on background: (Color) -> FrameRenderer) {
    guard list.blendsWithBackground, sinks.contains(where: \.isComposited) else {
      return renderer.render(list, into: &sinks)
    }
    for index in sinks.indices {
      guard let placement = sinks[index].placement else { continue }
      sinks[index].isComposited = false
      background(placement.background).render(list, into: &sinks[index])
      sinks[index].isComposited = true
    }
  }

  /// Encodes the frame in the sinks, or `repeated`, which has the planes of each sink.
  func encode(_ repeated: [FramePlanes]?) throws(MediaError) {
    for (encoder, source) in zip(encoders, sources) {
      try encoder.encode(repeated?[source] ?? sinks[source].planes)
    }
  }

  func finish() throws(MediaError) -> [EncodedSegment] {
    var segments: [EncodedSegment] = []
    for encoder in encoders { segments.append(try encoder.finish()) }
    return members.map { segments[$0] }
  }
}
