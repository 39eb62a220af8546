import Foundation
import JobFile
import LottieFiles
import SVG
import StageKit

extension Job {
  /// All files that it depends on besides its own, with those of the jobs that it shows, and the pictures and sounds that lie
  /// beside animations and SVG files. Reads these.
  public var allReadFiles: Set<String> { allInputFiles.union(linkedFiles) }

  private var linkedFiles: Set<String> {
    var (files, known) = (Set<String>(), Set<[String]>())
    addLinkedFiles(to: &files, except: &known)
    return files
  }

  /// Adds what lies beside files that refer to others; each is read once.
  private func addLinkedFiles(to files: inout Set<String>, except known: inout Set<[String]>) {
    func add(_ file: FileReference, _ id: String = "", _ paths: ([UInt8]) -> [String]) {
      guard known.insert([file.path, id]).inserted,
        let bytes = try? fileAccess.open(file.path).bytes(limit: policy.limits.fileBytes)
      else { return }
      // Those that are not there yet are waited for, too.
      let isAllowed = { (path: String) in
        (try? fileAccess.checkFolder((path as NSString).deletingLastPathComponent)) != nil
      }
      files.formUnion(paths(bytes).map { file.beside($0).path }.filter(isAllowed))
    }
    for input in inputFiles where input.reference.path.lowercased().hasSuffix(".svg") {
      add(input.reference) { SVGPicture.files(beside: $0) }
    }
    for stage in stages {
      stage.nested?.job.addLinkedFiles(to: &files, except: &known)
      guard let file = stage.animationFile else { continue }
      add(file, stage.animationID ?? "") { LottieDescription.files(beside: $0, animation: stage.animationID) }
    }
  }
}

extension StageEntry {
  /// The animation that it shows, whether its sound is heard or not.
  fileprivate var animationFile: FileReference? {
    guard let soundtrack = definition.soundtrack else { return nil }
    for entry in parameters.entries where entry.name == soundtrack.file {
      guard case .file(let file) = entry.value else { continue }
      let ending = file.literal.split(separator: ".").last?.lowercased() ?? ""
      return Self.animationEndings.contains(ending) ? file : nil
    }
    return nil
  }

  /// The id of the animation that it takes from an archive.
  fileprivate var animationID: String? {
    for entry in parameters.entries where entry.name == "animation" {
      if case .text(let text) = entry.value { return text }
    }
    return nil
  }
}
