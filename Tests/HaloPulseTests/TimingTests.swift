import StageKit
import Testing

@testable import HaloPulse

/// Sixty frames a second for ten seconds.
private let frames = (0..<600).map { Double($0) / 60 }

@Suite struct TimingTests {
  @Test("The classic halo grows on ease-out, fades on ease-in, and stays clear through the pause")
  func classicClosedForms() throws {
    let stage = try halo()
    for t in frames {
      let frame = try stage.frame(at: StageTime(seconds: t), Inputs())
      let inner = t.truncatingRemainder(dividingBy: 2)
      let scale = try #require(frame[HaloPulse.Parameters.named.scale])
      let opacity = try #require(frame[HaloPulse.Parameters.named.opacity])
      #expect(abs(scale - (inner < 1 ? bezier(0, 0, 0.58, 1, inner) : 1)) < 1e-9)
      #expect(abs(opacity - (inner < 1 ? 1 - bezier(0.42, 0, 1, 1, inner) : 0)) < 1e-9)
      if inner >= 1 { #expect(opacity == 0) }
      #expect(frame[HaloPulse.Parameters.named.radius] == 50 * scale)
    }
  }

  @Test("The modern halo grows evenly and fades from 0.2 on, both bent by the group's default curve")
  func modernClosedForms() throws {
    let stage = try halo([("look", .text("modern"))])
    for t in frames {
      let frame = try stage.frame(at: StageTime(seconds: t), Inputs())
      let progress = bezier(0.25, 0.1, 0.25, 1, t.truncatingRemainder(dividingBy: 3) / 3)
      let scale = try #require(frame[HaloPulse.Parameters.named.scale])
      let opacity = try #require(frame[HaloPulse.Parameters.named.opacity])
      #expect(abs(scale - progress) < 1e-8)
      #expect(abs(opacity - 0.45 * min(1, (1 - progress) / 0.8)) < 1e-8)
    }
  }

  @Test("The modern halo's fade starts at 0.471 s, not at 0.6 s")
  func modernFadeStart() throws {
    let timing = PulseTiming(look: .modern, pulse: nil, pause: nil, curve: nil, dotPulse: 1.5)
    #expect(timing.state(at: 0.470).opacity == 0.45)
    #expect(timing.state(at: 0.472).opacity < 0.45)
    #expect(timing.state(at: 0.6).opacity < 0.42)
  }

  @Test("The ring grows from 0.01 to 1 in two seconds while it fades")
  func ringClosedForms() throws {
    let stage = try halo([("look", .text("ring"))])
    for t in frames {
      let frame = try stage.frame(at: StageTime(seconds: t), Inputs())
      let progress = t.truncatingRemainder(dividingBy: 2) / 2
      #expect(abs(try #require(frame[HaloPulse.Parameters.named.scale]) - (0.01 + 0.99 * progress)) < 1e-9)
      #expect(abs(try #require(frame[HaloPulse.Parameters.named.opacity]) - (1 - progress)) < 1e-9)
    }
  }

  @Test("A pause in the modern look clips the pulse and does not stretch it")
  func modernPause() {
    let timing = PulseTiming(look: .modern, pulse: 3, pause: 1, curve: .linear, dotPulse: 1.5)
    #expect(abs(timing.state(at: 1.5).scale - 0.5) < 1e-9)
    #expect(timing.state(at: 3.5).opacity == 0)
    #expect(timing.state(at: 4).scale == 0)
  }

  @Test("The inner dot goes from 0.8 to 1 in 1.5 s and back")
  func dotPulse() {
    let timing = PulseTiming(look: .modern, pulse: nil, pause: nil, curve: nil, dotPulse: 1.5)
    #expect(timing.state(at: 0).dotScale == 0.8)
    #expect(abs(timing.state(at: 1.5).dotScale - 1) < 1e-9)
    #expect(abs(timing.state(at: 1).dotScale - timing.state(at: 2).dotScale) < 1e-9)
    #expect(timing.state(at: 3).dotScale == 0.8)
  }

  @Test("The dot bounces in through its six scales in 0.3 s")
  func popIn() {
    let pop = PopIn(duration: 0.3)
    for (index, scale) in [0.05, 1.25, 0.8, 1.1, 0.9, 1].enumerated() {
      #expect(abs(pop.scale(at: 0.06 * Double(index)) - scale) < 1e-9)
    }
    #expect(pop.scale(at: 5) == 1)
    #expect(PopIn(duration: 0).scale(at: 0) == 1)
  }

  @Test("Frames a period apart are equal as display lists", arguments: [("classic", 2.0), ("modern", 3), ("ring", 2)])
  func loops(look: String, period: Double) throws {
    let stage = try halo([("look", .text(look)), ("popIn", .number(0))])
    for frame in 0..<Int(period * 60) {
      let a = try stage.frame(at: StageTime(seconds: Double(frame) / 60), Inputs()).drawing
      let b = try stage.frame(at: StageTime(seconds: Double(frame + 7 * Int(period * 60)) / 60), Inputs()).drawing
      #expect(a == b)
    }
  }

  @Test("Each pulse is a cue as it begins and once it has faded")
  func cues() throws {
    let stage = try halo()
    let times = stage.cues(until: 4.5)
    #expect(times.map(\.name) == ["pulse", "popped", "pulsed", "pulse", "pulsed", "pulse"])
    #expect(times.map(\.seconds) == [0, 0.3, 1, 2, 3, 4])
  }
}
