import Foundation
import StageKit

/// The commands of a submission, with absolute paths: one for each share, and the join.
struct SharedRun {
  /// The command that starts the program: a file, and the arguments before its own.
  var program: [String]
  /// Job files and folders.
  var jobs: [String]
  /// The options that shares and the join have in common.
  var options: [String]
  var cache: String
  var out: String
  var submission: Digest
  var shares: Int
  var tries: Int

  /// The command for a share.
  func share(_ number: String) -> [String] { shareWithoutNumber + [shareOption(number)] }

  /// The option that names a share.
  func shareOption(_ number: String) -> String { "--share=\(number)/\(shares)" }

  /// The command for a share, without the option that names it.
  var shareWithoutNumber: [String] { program + ["run"] + jobs + ["--cache-only", "--tries=\(tries)"] + common }

  /// The command that writes the videos when all shares are drawn.
  var join: [String] { program + ["run"] + jobs + ["--join", "--output=\(out)"] + common }

  private var common: [String] { options + ["--cache=\(cache)", "--submission=\(submission)"] }
}
