/// A submission as two jobs of Slurm: an array with a task for each share, and the join after it.
///
/// The join runs after any end of the array: where shares failed it says what is missing, while `afterok` would leave it
/// pending forever, or cancel it although another try of a share succeeded.
struct SlurmJob {
  let run: SharedRun
  var workers: Int
  /// The memory of a task, in MiB.
  var memory: Int?
  /// The time limit of a share and of the join, in minutes; nil for the partition's.
  var shareMinutes: Int?
  var joinMinutes: Int?
  /// The number of shares that may run at once.
  var atOnce: Int?
  /// Further options of `sbatch`.
  var options: [String]

  /// The options of `sbatch` for the array.
  var arrayOptions: [String] {
    let limit = atOnce.map { "%\($0)" } ?? ""
    return ["--parsable", "--job-name=pipeline-shares", "--array=0-\(run.shares - 1)\(limit)"]
      + resources(minutes: shareMinutes)
  }

  /// The options of `sbatch` for the join, but for its dependency.
  var joinOptions: [String] { ["--parsable", "--job-name=pipeline-join"] + resources(minutes: joinMinutes) }

  var arrayScript: String {
    Self.script("\(ShellText.line(run.shareWithoutNumber)) \"\(run.shareOption("$SLURM_ARRAY_TASK_ID"))\"")
  }

  var joinScript: String { Self.script(ShellText.line(run.join)) }

  /// Both submissions as a script for a shell.
  var text: String {
    """
    array=$(sbatch \(ShellText.line(arrayOptions)) <<'END'
    \(arrayScript)END
    ) || exit
    sbatch --dependency="afterany:${array%%;*}" \(ShellText.line(joinOptions)) <<'END'
    \(joinScript)END
    """
  }

  private static func script(_ line: String) -> String { "#!/bin/sh\nexec \(line)\n" }

  private func resources(minutes: Int?) -> [String] {
    var result = ["--requeue", "--cpus-per-task=\(workers)"]
    if let memory { result.append("--mem=\(memory)M") }
    if let minutes { result.append("--time=\(minutes)") }
    return result + options
  }
}
