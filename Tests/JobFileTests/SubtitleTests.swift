import Files
import Formats
import StageKit
import Testing

@testable import JobFile

@Suite("Subtitles of jobs")
struct SubtitleTests {
  private func text(_ subtitles: String, _ outputs: String) -> String {
    """
    {
      "canvas": { "size": [160, 90], "duration": 1 }, "stages": [],
      "subtitles": [\(subtitles)],
      "outputs": [\(outputs)]
    }
    """
  }

  @Test("Files, languages and names are read, and how outputs carry them")
  func values() throws {
    let job = try #require(
      read(
        text(
          #"{ "file": "a.srt", "language": "pt-BR" }, { "id": "en", "file": "b.VTT" }"#,
          #"{ "file": "x/a.mp4", "subtitles": "track" }, { "file": "b.mov", "subtitles": "file" }, { "file": "c.mkv", "subtitles": "vtt" }"#
        )
      ).job)
    #expect(job.subtitles.map(\.id) == ["pt-BR", "en"])
    #expect(job.subtitles.map(\.language) == ["pt-BR", nil])
    #expect(job.subtitles.map(\.format) == [.srt, .vtt])
    #expect(job.inputFiles.map(\.reference.literal) == ["a.srt", "b.VTT"])
    #expect(job.outputs.map(\.subtitles) == [.track, .file, .vtt])
    let files = job.outputs.map { output in job.subtitles.compactMap { output.file(of: $0)?.name } }
    #expect(files == [[], ["b.pt-BR.srt", "b.en.vtt"], ["c.pt-BR.vtt", "c.en.vtt"]])
  }

  @Test("All faults are told with their places")
  func faults() {
    let all = messages(
      text(
        #"{ "file": "a.txt", "language": "en" }, { "file": "b.srt", "language": "qq" }, { "id": "en", "file": "c.srt" }, {}"#,
        #"{ "file": "a.gif", "subtitles": "track" }, { "file": "a.mp4", "subtitles": "tracks" }"#))
    #expect(
      all.filter { $0.contains("subtitles") && !$0.contains("there is no file") } == [
        "3:27: subtitles[0].file: 'a.txt' does not end in .srt, .vtt, .ass, .ssa, .ttml, .dfxp, .itt, .xml, .stl or .json",
        "3:87: subtitles[1].language: 'qq' is not a known language. Write one such as en, pt-BR or zh-Hant.",
        "3:103: subtitles[2].id: the id 'en' is used twice. It was first used at 3:17.",
        "3:128: subtitles[3]: 'file' is missing. It is a file in SubRip, WebVTT, ASS, SSA, TTML, EBU STL or Whisper's JSON.",
        "3:128: subtitles[3]: 'id' is missing. It is a name such as en, after which files next to videos "
          + "are named; the language unless given.",
        "4:47: outputs[0].subtitles: GIF has no subtitles. Deliver .mp4, .mov, .webm or .mkv.",
        "4:90: outputs[1].subtitles: unknown value 'tracks'. Did you mean 'track'?",
      ])
  }

  @Test("A job's locale is a language tag")
  func locale() {
    func job(_ locale: String) -> String {
      "{ \"canvas\": { \"size\": [2, 2], \"duration\": 1 }, \"stages\": [], \"locale\": \(locale) }"
    }
    #expect(read(job("\"zh-Hans\"")).job?.composition.locale == "zh-Hans")
    #expect(
      messages(job("\"de_CH\"")).filter { !$0.contains("warning") } == [
        "1:72: locale: 'de_CH' is not a known language. Write one such as en, pt-BR or zh-Hant."
      ])
  }

  @Test("An output cannot carry what the job does not have")
  func missing() {
    let messages = messages(
      #"{ "canvas": { "size": [2, 2], "duration": 1 }, "stages": [], "outputs": [{ "file": "a.mp4", "subtitles": "srt" }] }"#
    )
    #expect(messages.contains { $0.contains("outputs[0].subtitles: the job has no 'subtitles'") })
  }

  @Test("Faults within the files are told with their lines")
  func files() throws {
    let job = try #require(read(text(#"{ "file": "a.srt", "language": "en" }"#, #"{ "file": "a.mp4" }"#)).job)
    let list = job.subtitleErrors { (_) throws(SubtitleError) in
      _ = try SubtitleTrack(Array("1\n00:00:02,000 --> 00:00:01,000\nA\n".utf8), format: .srt)
      return nil
    }
    #expect(
      list.sorted.map(\.message) == ["a.srt:2: the end 00:00:01.000 is before the start 00:00:02.000"])
    #expect(list.sorted.map(\.path) == ["subtitles[0].file"])
  }

  @Test("Remarks on what is not kept of a file are warnings")
  func remarks() throws {
    let job = try #require(read(text(#"{ "file": "a.ass", "language": "en" }"#, #"{ "file": "a.mp4" }"#)).job)
    let list = job.subtitleErrors { (_) throws(SubtitleError) in
      (SubtitleTrack(cues: []), [.init(line: 4, message: "motions are not kept")])
    }
    #expect(!list.hasErrors)
    #expect(
      list.sorted.map(\.description).map { $0.drop { $0 != " " } } == [
        " warning: subtitles[0].file: a.ass:4: motions are not kept"
      ])
  }

  @Test(
    "Languages have codes of three letters",
    arguments: [("en", "eng", "eng"), ("de-CH", "deu", "ger"), ("fil", "fil", "fil")])
  func languages(tag: String, own: String, english: String) {
    #expect(LanguageCode.iso639(tag) == own)
    #expect(LanguageCode.iso639(tag, afterEnglishName: true) == english)
    #expect(LanguageCode.iso639("q") == nil)
  }
}
