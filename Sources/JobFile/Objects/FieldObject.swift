import StageKit

/// The description of a variable for people who set it.
struct FieldObject: JobObject {
  @Parameter("Its name to people; that of the variable unless given.") var label: String?
  @Parameter("The type of its value, or of each item of a list; that of the value in the job unless given.") var type:
    FieldType?
  @Parameter("The least number.") var min: Double?
  @Parameter("The greatest number.") var max: Double?
  @Parameter("The texts of which it is one.") var choices: [String] = []
  @Parameter("The heading above it in forms.") var group: String?
  @Parameter("A sentence on what it changes.") var help: String?

  static let declaration = ObjectDeclaration<Self>(
    "field", noun: "a field as an object",
    "The description of a variable for people who set it: its label, its range, its group in forms.",
    example: #"{ "label": "Price", "min": 0, "max": 9999, "group": "Numbers" }"#)
}

/// The type of a field's value.
enum FieldType: String, CaseIterable, ParameterChoice {
  case text, color, number, integer, boolean, point, curve, file
}

/// The fields of a job by the names of its variables.
enum FieldsObject {
  static let noun = "an object of fields by the names of variables"

  static let schema = ParameterSchema.named(
    NamedSchema(
      "fields",
      "The variables that people set, in the order of forms, each as an object of these keys, by which all of its values are checked.",
      example: #"{ "price": { "label": "Price", "min": 0, "group": "Offer" } }"#
    ) { .alternatives([.object(FieldObject.declaration.parameters)], noun: noun) })
}
