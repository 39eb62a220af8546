import Foundation
import TestSupport
import Testing

@Suite("Presets of a job, through the program", .waitsForProcesses)
struct PresetTests {
  private func job(_ presets: String, enter: String = "drop", transition: String = "lift") -> String {
    """
    {"name": "a", "canvas": {"size": [64, 48], "fps": 10, "duration": 2, "background": "black"},
     "presets": {"motions": {\(presets)}, "transitions": {"lift": {"style": "push", "direction": "up", "duration": 0.5}}},
     "stages": [{"id": "film", "stage": "sequence", "parameters": {"transition": "\(transition)"}, "stages": [
       {"id": "one", "stage": "shape", "duration": 1, "enter": "\(enter)", "parameters": {"circle": {"radius": 8}, "fill": "white"}},
       {"id": "two", "stage": "group", "parameters": {"each": {"enter": "\(enter)"}}, "stages": [
         {"id": "dot", "stage": "shape", "parameters": {"circle": {"radius": 8}, "fill": "white"}}]}]}],
     "outputs": [{"file": "a.mp4", "preset": "ultrafast"}]}
    """
  }

  private let drop = #""drop": {"offset": [0, -20], "curve": "linear", "duration": 1}"#

  @Test("Presets are taken wherever built-in ones are, and unknown names are errors with both kinds at every door")
  func doors() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(drop), to: "a.json")
    let commands = [
      ["validate", "a.json"], ["still", "a.json", "-o", "a.png"], ["trace", "a.json"], ["graph", "a.json"],
    ]
    for command in commands {
      let outcome = try run(command, in: folder.url)
      #expect(outcome.code == 0 && !outcome.errors.contains("error"), "\(command) \(outcome.errors)")
    }
    for (text, expected) in [
      (job(drop, enter: "drap"), "'drap'. Did you mean 'drop'?"),
      (job(drop, enter: "rize"), "'rize'. Did you mean 'rise'?"),
      (job(drop, transition: "lifd"), "'lifd'. Did you mean 'lift'?"),
    ] {
      try folder.write(text, to: "a.json")
      for command in commands + [["run", "a.json"], ["sheet", "a.json"], ["regress", "a.json", "--record"]] {
        let outcome = try run(command, in: folder.url)
        #expect(outcome.code == 2 && outcome.errors.contains(expected), "\(command) \(outcome.errors)")
      }
    }
  }

  @Test("Curves by names of one's own are taken everywhere, also between keyframes, in 'ease' and from a theme")
  func curves() throws {
    let folder = try TemporaryFolder()
    func trace(_ curve: String, _ more: String = "") throws -> [Double] {
      let slide = #"{"keyframes": [{"at": 0, "value": 0, "curve": "\#(curve)"}, {"at": 1, "value": 1}]}"#
      try folder.write(
        """
        {"canvas": {"size": [64, 48], "fps": 10, "duration": 1, "background": "black"}\(more),
         "stages": [{"id": "a", "stage": "shape", "parameters": {"circle": {"radius": 8}, "fill": "white", "opacity": \(slide),
           "rotation": "= ease('\(curve)', time)"}}]}
        """, to: "a.json")
      let outcome = try run(["trace", "a.json"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let columns = Trace(outcome.output).columns
      let opacity = (columns["a.opacity"] ?? []).map { $0 ?? .nan }
      #expect(opacity == (columns["a.rotation"] ?? []).map { $0 ?? .nan })
      return opacity
    }
    let own = #", "presets": {"curves": {"brand": "ease-in"}}"#
    #expect(try trace("brand", own) == trace("ease-in") && trace("brand", own) != trace("linear"))
    try folder.write(#"{"presets": {"curves": {"brand": "linear", "smooth": "linear"}}}"#, to: "theme.json")
    #expect(try trace("brand", own + #", "theme": "theme.json""#) == trace("linear"))
    #expect(try trace("smooth", #", "theme": "theme.json""#) == trace("linear"))
    for (presets, expected) in [
      (#"{"curves": {"brand": "eese-in"}}"#, "Did you mean 'ease-in'?"),
      (#"{"curves": {"brnad": "ease-in"}}"#, "Did you mean 'brnad'?"),
    ] {
      try folder.write(
        """
        {"canvas": {"size": [64, 48], "duration": 1}, "presets": \(presets), "stages": [{"id": "a", "stage": "shape",
          "enter": {"style": "rise", "curve": "brand"}, "parameters": {"circle": {"radius": 8}, "fill": "white"}}]}
        """, to: "a.json")
      let outcome = try run(["validate", "a.json"], in: folder.url)
      #expect(outcome.code == 2 && outcome.errors.contains(expected), "\(outcome.errors)")
    }
  }

  @Test("A changed preset is blamed on the stages that come in by it, by what changed in it")
  func blame() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(drop), to: "a.json")
    #expect(try run(["regress", "a.json", "--cache", "cache", "--record"], in: folder.url).code == 0)
    try folder.write(job(drop.replacing("-20", with: "-22")), to: "a.json")
    let outcome = try run(["regress", "a.json", "--cache", "cache"], in: folder.url)
    #expect(outcome.code == 3)
    #expect(
      outcome.errors.contains("stage 'one' (shape): parameter 'enter.offset' 0,-20 → 0,-22"), "\(outcome.errors)")
  }
}
