import Formats

extension ReaderContext {
  /// A language, perhaps with a script and a region, as a BCP 47 tag.
  func language(_ found: ResolvedValue, _ path: JobPath) -> String? {
    guard let language = string(found, path, expected: "a language such as \"en\"") else { return nil }
    let parts = language.split(separator: "-", omittingEmptySubsequences: false)
    let isTag = parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    if isTag, LanguageCode.iso639(language) != nil { return language }
    report(found, path, "'\(language)' is not a known language", hint: "Write one such as en, pt-BR or zh-Hant.")
    return nil
  }
}
