import Foundation
import JobFile
import LottieFiles
import StageKit

extension Job {
  /// All files that it depends on besides its own, with those of the jobs that it shows, and the pictures and sounds that lie
  /// beside animations. Reads the animations.
  public var allReadFiles: Set<String> { allInputFiles.union(animationFiles) }

  private var animationFiles: Set<String> {
    var (files, known) = (Set<String>(), Set<[String]>())
    addAnimationFiles(to: &files, except: &known)
    return files
  }

  /// Adds what lies beside animations; each is read once.
  private func addAnimationFiles(to files: inout Set<String>, except known: inout Set<[String]>) {
    for stage in stages {
      stage.nested?.job.addAnimationFiles(to: &files, except: &known)
      guard let file = stage.animationFile, known.insert([file.path, stage.animationID ?? ""]).inserted,
        let bytes = try? fileAccess.open(file.path).bytes(limit: policy.limits.fileBytes)
      else { continue }
      let paths = LottieDescription.files(beside: bytes, animation: stage.animationID)
      // Those that are not there yet are waited for, too.
      let isAllowed = { (path: String) in
        (try? fileAccess.checkFolder((path as NSString).deletingLastPathComponent)) != nil
      }
      files.formUnion(paths.map { file.beside($0).path }.filter(isAllowed))
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
