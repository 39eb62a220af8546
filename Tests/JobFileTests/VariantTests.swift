import Foundation
import JobFile
import Messages
import Reporting
import StageKit
import TestSupport
import Testing

@Suite("Variants")
struct VariantTests {
  /// Reads all variants of a job with these variables, axes and more keys.
  private func variants(
    _ folder: TemporaryFolder, variables: String = "", _ axes: String, more: String = "", label: String = "\"$hello\"",
    selection: VariantSelection = VariantSelection()
  ) throws -> [JobReadResult] {
    let text = """
      { "canvas": { "size": [64, 64], "duration": 1 }, "variables": { "hello": "Hi", "size": 4, \(variables) },
        "variants": { \(axes) }, \(more)
        "stages": [{ "id": "a", "stage": "dot", "parameters": { "label": \(label), "radius": "$size" } }] }
      """
    return JobReader.variants(
      bytes: Array(text.utf8), file: folder.file("job.json"), registry: StageRegistry([Dot.self, Needy.self]),
      policy: JobPolicy(selection: selection), messages: Messages())
  }

  private func messages(_ results: [JobReadResult], _ folder: TemporaryFolder) -> [String] {
    let valueFiles = Set(["strings/de.json", "strings/fr.json", "rows.csv"].flatMap { [$0, folder.file($0)] })
    var reports = VariantReports(of: results.map { $0.job?.variant ?? Variant() }, valueFiles: valueFiles)
    for (index, result) in results.enumerated() { reports.add(result.diagnostics, of: index) }
    return reports.merged.map { $0.description.replacing("\(folder.path)/", with: "") }
  }

  private func labels(_ results: [JobReadResult]) -> [String] {
    results.map { $0.job?.stages.first?.parameters[\Dot.label] ?? "" }
  }

  private let sizes = #""size": { "story": {}, "wide": { "canvas": { "size": [96, 64] } } }"#

  @Test("A variant is one value of each axis, the last axis changing fastest")
  func combinations() throws {
    let results = try variants(
      TemporaryFolder(), #"\#(sizes), "mood": { "calm": {}, "loud": { "variables": { "hello": "HI" } } }"#)
    #expect(
      results.map { "\($0.job?.variant ?? Variant())" } == [
        "size=story,mood=calm", "size=story,mood=loud", "size=wide,mood=calm", "size=wide,mood=loud",
      ])
    #expect(labels(results) == ["Hi", "HI", "Hi", "HI"])
    #expect(results.map { $0.job?.pixelWidth } == [64, 64, 96, 96])
    #expect(results.map { $0.job?.outputs.first?.file }.last == "job-wide-loud.mp4")
  }

  @Test("Variants are left out by 'skip', and chosen by a selection")
  func choice() throws {
    let axes = #"\#(sizes), "mood": { "calm": {}, "loud": {} }, "skip": [{ "size": "wide", "mood": "loud" }]"#
    let folder = try TemporaryFolder()
    #expect(try variants(folder, axes).count == 3)
    let chosen = try variants(folder, axes, selection: VariantSelection(only: ["mood": ["loud"]]))
    #expect(chosen.map { $0.job?.variant.description } == ["size=story,mood=loud"])
    #expect(try variants(folder, axes, selection: VariantSelection(only: ["color": ["red"]])).isEmpty)
  }

  @Test("A value changes parameters of a stage and leaves its others")
  func stageOverride() throws {
    let results = try variants(
      TemporaryFolder(), #""mood": { "loud": { "stages": { "a": { "parameters": { "radius": 9 } } } } }"#)
    #expect(results.first?.job?.stages.first?.parameters[\Dot.radius] == 9)
    #expect(labels(results) == ["Hi"])
  }

  @Test("Strings fill variables and name their locale")
  func strings() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "hello": "Hallo" }"#, to: "strings/de.json")
    try folder.write(#"{ "hello": "Bonjour" }"#, to: "strings/fr.json")
    let results = try variants(folder, #""locale": { "strings": "strings/*.json" }"#)
    #expect(results.map { $0.job?.variant["locale"] } == ["de", "fr"])
    #expect(labels(results) == ["Hallo", "Bonjour"])
  }

  @Test("Missing and unknown strings are reported in the files of strings")
  func wrongStrings() throws {
    let folder = try TemporaryFolder()
    try folder.write("{ \"hello\": \"Hallo\",\n  \"size\": 3 }", to: "strings/de.json")
    try folder.write("{ \"helo\": \"Bonjour\" }", to: "strings/fr.json")
    let results = try variants(folder, #""locale": { "strings": "strings/*.json" }"#)
    #expect(
      messages(results, folder) == [
        "strings/fr.json:1:3: helo: the job has no variable 'helo'. Did you mean 'hello'?",
        "strings/fr.json:1:1: the string 'hello' is missing. Another locale has it at strings/de.json:1:3.",
        "strings/fr.json:1:1: the string 'size' is missing. Another locale has it at strings/de.json:2:3.",
      ])
    try folder.write("{ \"hello\": \"Bonjour\" }", to: "strings/fr.json")
    #expect(
      messages(try variants(folder, #""locale": { "strings": "strings/*.json" }"#), folder) == [
        "strings/fr.json:1:1: the string 'size' is missing. Another locale has it at strings/de.json:2:3."
      ])
  }

  @Test(
    "Rows fill variables with what these are by default",
    arguments: [
      ("rows.csv", "id,hello,size\none,\"Hi, \"\"you\"\"\",2.5\ntwo,\"\",\n"),
      ("rows.csv", "id;hello;size\r\none;\"Hi, \"\"you\"\"\";2.5\r\n\r\ntwo;\"\";"),
      ("rows.tsv", "id\thello\tsize\none\tHi, \"you\"\t2.5\ntwo\t\"\"\t"),
      ("rows.txt", "id\thello\tsize\r\none\t\"Hi, \"\"you\"\"\"\t2.5\r\ntwo\t\"\"\t\r\n"),
      ("rows.csv", "sep=;\r\nid;hello;size\r\none;\"Hi, \"\"you\"\"\";2.5\r\ntwo;\"\";\r\n"),
      ("rows.json", #"[{ "id": "one", "hello": "Hi, \"you\"", "size": 2.5 }, { "id": "two", "hello": "" }]"#),
      (
        "rows.jsonl",
        "{ \"id\": \"one\", \"hello\": \"Hi, \\\"you\\\"\", \"size\": 2.5 }\n{ \"id\": \"two\", \"hello\": \"\", \"size\": null }\n"
      ),
    ])
  func rows(file: String, text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: file)
    let results = try variants(folder, #""row": { "data": "\#(file)" }"#)
    #expect(messages(results, folder) == [])
    #expect(results.map { $0.job?.variant["row"] } == ["one", "two"])
    #expect(labels(results) == ["Hi, \"you\"", ""])
    #expect(results.map { $0.job?.stages.first?.parameters[\Dot.radius] } == [2.5, 4])
  }

  @Test("Tables of spreadsheets in UTF-16 read; damaged ones and JSON in it are refused")
  func wideTables() throws {
    let folder = try TemporaryFolder()
    let text = "\u{FEFF}id\thello\tsize\r\none\tÄ 🚕\t2.5\r\n"
    let bytes = text.utf16.reduce(into: [UInt8]()) { $0 += [UInt8($1 & 255), UInt8($1 >> 8)] }
    func results(_ bytes: [UInt8], _ file: String) throws -> [JobReadResult] {
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file(file)))
      return try variants(folder, #""row": { "data": "\#(file)" }"#)
    }
    #expect(labels(try results(bytes, "rows.csv")) == ["Ä 🚕"])
    let swapped = stride(from: 0, to: bytes.count, by: 2).flatMap { [bytes[$0 + 1], bytes[$0]] }
    #expect(labels(try results(swapped, "rows.txt")) == ["Ä 🚕"])
    #expect(
      messages(try results(bytes.dropLast(), "rows.tsv"), folder).first
        == "rows.tsv:1:1: the file is damaged UTF-16. Save it as UTF-8.")
    #expect(
      messages(try results(bytes, "rows.json"), folder).first
        == "rows.json:1:1: the file is in UTF-16. Save it as UTF-8.")
  }

  @Test("A cell is text, whatever it looks like")
  func literalCells() throws {
    let folder = try TemporaryFolder()
    try folder.write("hello\n$size\n$$\n", to: "rows.csv")
    let results = try variants(folder, #""row": { "data": "rows.csv" }"#)
    #expect(labels(results) == ["$size", "$$"])
    #expect(results.map { $0.job?.variant["row"] } == ["1", "2"])
  }

  @Test("What is wrong with rows is reported at its place in the data, all at once")
  func wrongRows() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,hello,size\na,Hi,12px\nb,Hi\na,Hi,-1\n", to: "rows.csv")
    #expect(
      messages(try variants(folder, #""row": { "data": "rows.csv" }"#), folder) == [
        "rows.csv:2:6: size: '12px' is not a number",
        "rows.csv:3:1: the row has 2 cells; the table has 3 columns",
        "rows.csv:4:1: the id 'a' is used twice. It was first used at rows.csv:2:1.",
        "rows.csv:4:6: stages[0].parameters.radius: -1 is below 0. It is used as '$size' at job.json:3:88.",
      ])
    try folder.write("id,hello,size\na,Hi,1\nb,Hi,nan\nc,Hi,1e999\nd,\"Hi\"s,1\n", to: "rows.csv")
    #expect(
      messages(try variants(folder, #""row": { "data": "rows.csv" }"#), folder) == [
        "rows.csv:5:7: text follows a closing quote. Write a quote in a value in quotes twice.",
        "rows.csv:3:6: size: 'nan' is not a number", "rows.csv:4:6: size: '1e999' is not a number",
      ])
    try folder.write("id,helo,size\na,Hi,1\n", to: "rows.csv")
    #expect(
      messages(try variants(folder, #""row": { "data": "rows.csv" }"#), folder) == [
        "rows.csv:1:4: the column 'helo' has no variable. Did you mean 'hello'?"
      ])
  }

  @Test(
    "A hint for a number never changes its value, and names both readings where there are two",
    arguments: [
      ("1,000", "Write 1000 if ',' separates thousands, or 1.000 if it is a decimal mark."),
      ("-12,500", "Write -12500 if ',' separates thousands, or -12.500 if it is a decimal mark."),
      ("1,5", "Write 1.5."), ("1.234,50", "Write 1234.50."), ("1,234.50", "Write 1234.50."),
      ("1,234,567", "Write 1234567."), ("1.234.567", "Write 1234567."), ("€ 19,90", "Write 19.90."),
      ("1 234,5", "Write 1234.5."), ("19,90 €", "Write 19.90."), ("0,1234", "Write 0.1234."),
      ("$5", "Write 5."), ("12,34,56", nil), ("1,23.4", nil), ("12 px", nil), ("1,", nil),
    ] as [(String, String?)])
  func numberHints(cell: String, hint: String?) throws {
    let folder = try TemporaryFolder()
    try folder.write("size\n\"\(cell)\"\n", to: "rows.csv")
    #expect(
      messages(try variants(folder, #""row": { "data": "rows.csv" }"#), folder) == [
        "rows.csv:2:1: size: '\(cell)' is not a number\(hint.map { ". \($0)" } ?? "")"
      ])
  }

  @Test("Columns have decimal commas where the axis says so")
  func decimalCommas() throws {
    let folder = try TemporaryFolder()
    try folder.write("size;hello\n1.234,5;1,5\n2;b\n1.5;c\n", to: "rows.csv")
    let all = try variants(folder, #""row": { "data": "rows.csv", "decimalComma": true }"#)
    #expect(
      messages(all, folder) == [
        "rows.csv:4:1: size: '1.5' is not a number with a decimal comma. Such as 1.234,50."
      ])
    #expect(all.prefix(2).map { $0.job?.stages[0].parameters[\Dot.radius] } == [1234.5, 2])
    #expect(labels(Array(all.prefix(2))) == ["1,5", "b"])
    try folder.write("size;hello\n1,5;a\n", to: "rows.csv")
    let one = try variants(folder, #""row": { "data": "rows.csv", "decimalComma": ["size"] }"#)
    #expect(one.map { $0.job?.stages[0].parameters[\Dot.radius] } == [1.5])
    #expect(
      messages(try variants(folder, #""row": { "data": "rows.csv", "decimalComma": ["sise"] }"#), folder).first
        == "job.json:2:63: variants.row.decimalComma[0]: the job has no variable 'sise'. Did you mean 'size'?")
  }

  @Test("Numbers that may be meant as thousands are a warning where semicolons separate cells, once a table")
  func thousands() throws {
    let folder = try TemporaryFolder()
    try folder.write("size;hello\n1.200;a\n3.500;b\n", to: "rows.csv")
    let plain = try variants(folder, #""row": { "data": "rows.csv" }"#)
    #expect(plain.map { $0.job?.stages[0].parameters[\Dot.radius] } == [1.2, 3.5])
    #expect(
      messages(plain, folder) == [
        "rows.csv:2:1: warning: the numbers of 'size', such as 1.200, are read as decimals. If their periods separate "
          + "thousands, add \"decimalComma\": true to the axis; if not, \"decimalComma\": []."
      ])
    for (commas, sizes) in [("true", [1200.0, 3500]), ("[]", [1.2, 3.5])] {
      let said = try variants(folder, "\"row\": { \"data\": \"rows.csv\", \"decimalComma\": \(commas) }")
      #expect(said.map { $0.job?.stages[0].parameters[\Dot.radius] } == sizes)
      #expect(messages(said, folder).isEmpty)
    }
    try folder.write("size,hello\n1.200,a\n", to: "rows.csv")
    #expect(messages(try variants(folder, #""row": { "data": "rows.csv" }"#), folder).isEmpty)
  }

  @Test("Rows and columns without content are left out; a column with content needs a name")
  func blanks() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,hello,size,\r\na,x,1,\r\n,,,\r\n\r\nb,y,2,\r\n,,,\r\n", to: "rows.csv")
    let results = try variants(folder, #""row": { "data": "rows.csv" }"#)
    #expect(messages(results, folder).isEmpty)
    #expect(labels(results) == ["x", "y"])
    try folder.write("id,hello,\na,x,1\n", to: "rows.csv")
    #expect(
      messages(try variants(folder, #""row": { "data": "rows.csv" }"#), folder) == [
        "rows.csv:1:10: a column with content has no name. Name it, or empty its cells."
      ])
  }

  @Test("A table that is not UTF-8 gets a hint of its encoding")
  func encoding() throws {
    let folder = try TemporaryFolder()
    let bytes = Array("hello\nM".utf8) + [0xFC] + Array("ller\n".utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("rows.csv")))
    #expect(
      messages(try variants(folder, #""row": { "data": "rows.csv" }"#), folder) == [
        "rows.csv:2:2: byte 0xFC is not UTF-8. Save the file as UTF-8, for example with `iconv -f WINDOWS-1252 -t UTF-8`."
      ])
  }

  @Test("A variable hides the axis of its name everywhere, with a warning and a way around it")
  func hiddenAxis() throws {
    let folder = try TemporaryFolder()
    try folder.write("hello,size\nAC/DC,7\n", to: "rows.csv")
    let axes = #""row": { "data": "rows.csv" }, "hello": { "loud": {} }"#
    let label = #""{hello} {variant.hello} {row.hello} {variant.row.size}""#
    let results = try variants(folder, axes, label: label)
    #expect(labels(results) == ["AC/DC loud AC/DC 7"])
    #expect(labels(try variants(folder, axes)) == ["AC/DC"])
    #expect(
      messages(results, folder) == [
        "job.json:1:65: warning: variables.hello: the variable 'hello' hides the axis 'hello'. "
          + "Rename one of them, or write 'variant.hello' for the value of the axis."
      ])
  }

  @Test("Values in the name of a file name no folders, and a variable 'name' there is not the job's name")
  func fileNames() throws {
    let folder = try TemporaryFolder()
    try folder.write("name,hello\nAC/DC,a/b\n", to: "rows.csv")
    let results = try variants(
      folder, variables: #""name": "x""#, #""row": { "data": "rows.csv" }"#,
      more: #""outputs": [{ "file": "{hello}/{name}-{job.name}-{row.name}.mp4" }],"#)
    #expect(results.first?.job?.outputs.map(\.file) == ["a_b/AC_DC-job-AC_DC.mp4"])
    #expect(
      messages(results, folder) == [
        "job.json:2:82: warning: '{name}' is the variable 'name', not the name of the job. Write '{job.name}' for that."
      ])
  }

  @Test("A row that gives a parameter a wrong value is reported at its cell, and other rows are read")
  func wrongValue() throws {
    let folder = try TemporaryFolder()
    try folder.write("hello,size\nHi,\"[1, 2]\"\nHi,7\n", to: "rows.csv")
    let results = try variants(
      folder, variables: "\"place\": [1, 2]", #""row": { "data": "rows.csv" }"#)
    #expect(messages(results, folder).contains("rows.csv:2:4: size: '[1, 2]' is not a number"))
    #expect(results.map(\.isValid) == [false, true])
  }

  @Test("A data file that the user names takes the place of the job's")
  func otherData() throws {
    let folder = try TemporaryFolder()
    try folder.write("hello\nA\n", to: "rows.csv")
    try folder.write("hello\nB\nC\n", to: "other.csv")
    let selection = VariantSelection(data: ["": folder.file("other.csv")])
    #expect(labels(try variants(folder, #""row": { "data": "rows.csv" }"#, selection: selection)) == ["B", "C"])
  }

  @Test("An error of the job is reported once, one of some variants with these")
  func reports() throws {
    let folder = try TemporaryFolder()
    let results = try variants(
      folder, #""mood": { "calm": {}, "loud": { "stages": { "a": { "parameters": { "radius": -1 } } } } }"#,
      label: "1")
    #expect(
      messages(results, folder).map { String($0.split(separator: ": ").last ?? "") } == [
        "expected a string, found a number",
        "-1 is below 0. This is so with mood=loud.",
      ])
  }

  @Test("Digests of a variant change with its own row alone")
  func digests() throws {
    let folder = try TemporaryFolder()
    func digests() throws -> [Digest?] {
      try variants(folder, #""row": { "data": "rows.csv" }"#).map { $0.job?.textDigest }
    }
    try folder.write("id,hello\na,One\nb,Two\n", to: "rows.csv")
    let before = try digests()
    try folder.write("id,hello\na,One\nb,Three\n", to: "rows.csv")
    let after = try digests()
    #expect(before[0] == after[0])
    #expect(before[1] != after[1])
  }

  @Test("The pseudo-locale makes texts a third longer and keeps values in them")
  func pseudoLocale() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "hello": "احجز" }"#, to: "strings/ar.json")
    try folder.write(#"{ "hello": "Book a ride now" }"#, to: "strings/en.json")
    let results = try variants(
      folder, #""locale": { "strings": "strings/*.json" }"#, selection: VariantSelection(locales: ["pseudo"]))
    #expect(results.map { $0.job?.variant["locale"] } == ["pseudo", "pseudo-rtl"])
    #expect(labels(results).first == "Ɓööķ å ŕîðé ñöŵ one")
    try folder.write(#"{ "hello": "a <price>now</price> ride" }"#, to: "strings/en.json")
    let tagged = try variants(
      folder, #""locale": { "strings": "strings/*.json" }"#, selection: VariantSelection(locales: ["pseudo"]))
    #expect(labels(tagged).first?.hasPrefix("å <price>ñöŵ</price> ŕîðé") == true)
    for text in ["#FF0000", "tomato", "voice-en.wav", "a/b.json"] {
      try folder.write("{ \"hello\": \"\(text)\" }", to: "strings/en.json")
      let results = try variants(
        folder, #""locale": { "strings": "strings/*.json" }"#, selection: VariantSelection(locales: ["pseudo"]))
      #expect(labels(results) == [text, text])
    }
    #expect(labels(results).last?.unicodeScalars.prefix(2).elementsEqual(["\u{200F}", "\u{202E}"]) == true)
    try folder.write(#"{ "hello": "a\nb" }"#, to: "strings/en.json")
    let lines = try variants(
      folder, #""locale": { "strings": "strings/*.json" }"#, selection: VariantSelection(locales: ["pseudo"]))
    #expect(labels(lines).last?.hasPrefix("\u{200F}\u{202E}a\u{202C}\n\u{200F}\u{202E}b") == true)
  }

  @Test("Variables that the user sets go before all that the job and its files say, and are never computed")
  func setVariables() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "hello": "Hallo" }"#, to: "strings/de.json")
    let results = try variants(
      folder, #""locale": { "strings": "strings/*.json" }"#,
      selection: VariantSelection(variables: ["hello": "= {size} $size", "size": "7"]))
    #expect(messages(results, folder) == [])
    #expect(labels(results) == ["= {size} $size"])
    #expect(results.first?.job?.stages.first?.parameters[\Dot.radius] == 7)
  }

  @Test("Values that do not suit a variable are reported where it is, with the option that sets it")
  func wrongSetVariables() throws {
    let folder = try TemporaryFolder()
    #expect(
      messages(try variants(folder, "", selection: VariantSelection(variables: ["size": "big"])), folder) == [
        "job.json:1:88: variables.size: 'big' is not a number. It is set by --set size=big."
      ])
    #expect(
      messages(try variants(folder, "", selection: VariantSelection(variables: ["size": ""])), folder) == [
        "job.json:1:88: variables.size: the variable 'size' is set to nothing. It is set by --set size=."
      ])
    let negative = try variants(folder, "", selection: VariantSelection(variables: ["size": "-3"]))
    #expect(
      messages(negative, folder).first?.hasSuffix("-3 is below 0. The value of '$size' is set by --set size=-3.")
        == true)
  }

  @Test("A job is another one with other values, unless it lacks the variable")
  func setDigests() throws {
    let folder = try TemporaryFolder()
    func digest(_ variables: [String: String]) throws -> Digest? {
      try variants(folder, "", selection: VariantSelection(variables: variables)).first?.job?.textDigest
    }
    #expect(try digest(["size": "5"]) != digest([:]))
    #expect(try digest(["size": "5"]) != digest(["size": "6"]))
    #expect(try digest(["other": "5"]) == digest([:]))
  }

  @Test("Reports of some variants alone name their values, once")
  func namedValues() {
    let warning = Diagnostic(severity: .warning, file: "a.json", message: "no font")
    func hints(_ said: (_ lang: String, _ row: String) -> [Diagnostic]) -> [String?] {
      var reports = VariantReports(of: Self.twelve, valueFiles: ["w.csv"])
      for (index, variant) in Self.twelve.enumerated() {
        reports.add(said(variant["lang"] ?? "", variant["row"] ?? ""), of: index)
      }
      return reports.merged.map(\.hint)
    }
    #expect(hints { _, row in row == "a" ? [] : [warning] } == ["This is so in 9 of 12 variants: row=b, c, d."])
    #expect(hints { _, _ in [warning, warning] } == [nil])
    #expect(hints { lang, row in lang + row == "frb" ? [warning] : [] } == ["This is so with lang=fr,row=b."])
    #expect(
      hints { lang, row in lang != "de" && row < "c" ? [warning] : [] } == [
        "This is so in 4 of 12 variants: lang=en, fr; row=a, b."
      ])
    // Not all in which these values meet.
    #expect(
      hints { lang, row in ["dea", "enb"].contains(lang + row) ? [warning] : [] } == [
        "This is so in 2 of 12 variants: lang=de,row=a; lang=en,row=b."
      ])
    #expect(
      hints { lang, row in lang == "de" || row == "a" ? [warning] : [] } == [
        "This is so in 6 of 12 variants: lang=de,row=a; lang=de,row=b; lang=de,row=c; lang=de,row=d and 2 more."
      ])
    // Where only numbers differ, the first is kept.
    func numbered(_ number: Int) -> Diagnostic {
      Diagnostic(severity: .warning, file: "a.json", message: "\(number) points")
    }
    #expect(
      hints { lang, row in row == "a" ? [numbered(7)] : row == "b" ? [numbered(8)] : [] } == [
        "This is so in 3 of 12 variants: row=a; in 3 other variants the numbers differ: row=b."
      ])
    // In a part of the job as in itself; what stands at a value needs no other name.
    func placed(_ file: String) -> Diagnostic {
      Diagnostic(
        severity: .warning, file: "a.json", position: SourcePosition(line: 2, column: 1, file: file), message: "wrong")
    }
    #expect(
      hints { _, row in row == "b" ? [placed("part.json"), placed("w.csv")] : [] } == [
        "This is so in 3 of 12 variants: row=b.", nil,
      ])
  }

  @Test("Messages beyond a limit are counted, however many variants have others")
  func limit() {
    let variants = (0..<1000).map { Variant([.init(axis: "row", value: "\($0)")]) }
    var reports = VariantReports(of: variants)
    for index in variants.indices {
      reports.add(
        [
          Diagnostic(file: "a.json", message: "no '\(index)'"),
          Diagnostic(severity: .warning, file: "a.json", message: "odd"),
        ],
        of: index)
    }
    let merged = reports.merged
    #expect(merged.count == DiagnosticList.limit + 2)
    #expect(merged.first?.hint == "This is so with row=0.")
    #expect(merged[1].message == "odd" && merged[1].hint == nil)
    #expect(merged.last?.message == "800 more errors")
  }

  @Test("Messages that a list has counted stay counted")
  func hidden() {
    var list = DiagnosticList(file: "a.json")
    for index in 0..<20_000 { list.add(.error, Diagnostic(file: "a.json", message: "no '\(index)'")) }
    var reports = VariantReports(of: [Variant()])
    reports.add(list.sorted, of: 0)
    #expect(reports.merged.count == DiagnosticList.limit + 1)
    #expect(reports.merged.last?.message == "19800 more errors")
  }

  private static let twelve = ["de", "en", "fr"].flatMap { lang in
    ["a", "b", "c", "d"].map { Variant([.init(axis: "lang", value: lang), .init(axis: "row", value: $0)]) }
  }

  @Test("What is said of the variants of a file comes when the last of them is over, of other jobs at once")
  func jobReports() {
    let files = ["one.json", "many.json", "two.json", "many.json", "many.json"]
    let rows = (0..<5).map { Variant($0 % 2 == 0 && $0 < 4 ? [] : [.init(axis: "row", value: "\($0)")]) }
    func warning(_ index: Int) -> Diagnostic {
      Diagnostic(severity: .warning, file: files[index], message: "odd")
    }
    func texts(_ list: [JobReports.Report]) -> [String] { list.map { "\($0.jobs): \($0.diagnostic)" } }
    var reports = JobReports(zip(files, rows).map { (file: $0, variant: $1) })
    #expect(texts(reports.add([warning(0), warning(0)], of: 0)) == ["[0]: one.json: warning: odd"])
    #expect(texts(reports.add([warning(0)], of: 0) + reports.end(0)) == [])
    #expect(texts(reports.add([warning(4)], of: 4) + reports.end(4)) == [])
    #expect(texts(reports.add([warning(1)], of: 1) + reports.end(1)) == [])
    #expect(
      texts(reports.add([], of: 3) + reports.end(3)) == [
        "[1, 4]: many.json: warning: odd. This is so in 2 of 3 variants: row=1, 4."
      ])
    #expect(texts(reports.end()) == [])
    // A run that is interrupted.
    var ended = JobReports(zip(files, rows).map { (file: $0, variant: $1) })
    #expect(texts(ended.add([warning(3)], of: 3)) == [])
    #expect(texts(ended.end()) == ["[3]: many.json: warning: odd. This is so with row=3."])
  }
}
