import Testing
import TimedText

@Suite("Words of subtitles")
struct SubtitleWordsTests {
  @Test("Words share the time of their cue by their lengths")
  func spread() {
    let words = cue([[SubtitleSpan("I am")], [SubtitleSpan("  there ")]]).words
    #expect(words.map(\.text) == ["I", "am", "there"])
    #expect(words.map(\.line) == [0, 0, 1])
    #expect(words.map(\.followsSpace) == [false, true, false])
    #expect(words.map(\.start) == [10, 12, 14.8])
    #expect(words.map(\.end) == [12, 14.8, 20])
  }

  @Test("Parts of a word that differ in style or time stay together")
  func parts() {
    var bold = SubtitleStyle()
    bold.isBold = true
    let words = cue([[SubtitleSpan("un"), SubtitleSpan("real", style: bold), SubtitleSpan("ity now", start: 15)]]).words
    #expect(words.map(\.text) == ["un", "real", "ity", "now"])
    #expect(words.map(\.allowsBreak) == [false, false, false, true])
    #expect(words.map(\.start)[2] == 15)
  }

  @Test("Chinese and Japanese may break between letters, with their punctuation")
  func ideographs() {
    let words = cue([[SubtitleSpan("「東京」へ、ようこそUSA3人")]]).words
    #expect(words.map(\.text) == ["「東", "京」", "へ、", "よ", "う", "こ", "そ", "USA3", "人"])
    #expect(words.dropFirst().allSatisfy { $0.allowsBreak && !$0.followsSpace })
  }

  @Test("Times that go back or come too late keep their order")
  func disorder() {
    let words = cue([[SubtitleSpan("a ", start: 18), SubtitleSpan("b ", start: 12), SubtitleSpan("c", start: 99)]])
      .words
    #expect(words.map(\.start) == [18, 18, 99])
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.end <= $1.start })
  }

  private func cue(_ lines: [[SubtitleSpan]]) -> SubtitleCue { SubtitleCue(start: 10, end: 20, lines: lines) }
}
