import Reporting

/// A submission as a template of the Open Job Description specification, 2023-09.
///
/// Paths are parameters with defaults, so that they can be given otherwise where machines see other paths. They are texts,
/// since the specification lets a `PATH` have no absolute default.
struct OpenJobTemplate {
  let run: SharedRun
  /// The time limit of a share and of the join, in minutes; nil for none.
  var shareMinutes: Int?
  var joinMinutes: Int?

  /// The maximum number that the specification allows in a job, less those of the other paths.
  static let maxJobPaths = 47

  var json: JSONValue {
    var named = run
    named.program[0] = "{{Param.Program}}"
    named.jobs = run.jobs.indices.map { "{{Param.\(jobParameter($0))}}" }
    named.cache = "{{Param.Cache}}"
    named.out = "{{Param.Output}}"
    let share = named.share("{{Task.Param.Share}}")
    let parameters =
      [("Program", run.program[0], "The program 'pipeline'.")]
      + run.jobs.enumerated().map { (jobParameter($0), $1, "A job file, or a folder of them.") }
      + [("Cache", run.cache, "The cache that all machines share."), ("Output", run.out, "The folder for the videos.")]
    return .members([
      "specificationVersion": "jobtemplate-2023-09",
      "name": "pipeline",
      "parameterDefinitions": .array(
        parameters.map { name, value, description in
          .members([
            "name": .string(name), "type": "STRING", "default": .string(value), "description": .string(description),
          ])
        }),
      "steps": [
        .members([
          "name": "Shares",
          "parameterSpace": [
            "taskParameterDefinitions": [
              ["name": "Share", "type": "INT", "range": .string(run.shares > 1 ? "0-\(run.shares - 1)" : "0")]
            ]
          ],
          "script": script(share, minutes: shareMinutes),
        ]),
        .members([
          "name": "Join", "dependencies": [["dependsOn": "Shares"]], "script": script(named.join, minutes: joinMinutes),
        ]),
      ],
    ])
  }

  private func jobParameter(_ index: Int) -> String { index == 0 ? "Jobs" : "Jobs\(index + 1)" }

  private func script(_ words: [String], minutes: Int?) -> JSONValue {
    .members([
      "actions": .members([
        "onRun": .members([
          "command": .string(words[0]), "args": .array(words.dropFirst().map { .string($0) }),
          "timeout": minutes.map { .number(Double($0 * 60)) },
        ])
      ])
    ])
  }
}
