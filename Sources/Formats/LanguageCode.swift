import Foundation

/// Languages as containers name them.
public enum LanguageCode {
  /// The code of three letters (ISO 639-2) of a language as a BCP 47 tag such as `en` or `pt-BR`; nil for a language that
  /// is not known. Twenty languages have two codes, after their own names and after English ones: `deu` and `ger`.
  public static func iso639(_ tag: String, afterEnglishName: Bool = false) -> String? {
    let language = String(tag.prefix { $0 != "-" }).lowercased()
    guard (2...3).contains(language.count), let code = Locale.LanguageCode(language).identifier(.alpha3),
      code.count == 3
    else { return nil }
    return afterEnglishName ? english[code] ?? code : code
  }

  private static let english = [
    "bod": "tib", "ces": "cze", "cym": "wel", "deu": "ger", "ell": "gre", "eus": "baq", "fas": "per", "fra": "fre",
    "hye": "arm", "isl": "ice", "kat": "geo", "mkd": "mac", "mri": "mao", "msa": "may", "mya": "bur", "nld": "dut",
    "ron": "rum", "slk": "slo", "sqi": "alb", "zho": "chi",
  ]
}
