package diag

// The codes of tables of EFSMs that are imported. One that is not text has CodeNotUTF8.
const (
	CodeImportSyntax     Code = "import-syntax"
	CodeImportKey        Code = "import-key"
	CodeImportValue      Code = "import-value"
	CodeImportState      Code = "import-state"
	CodeImportName       Code = "import-name"
	CodeImportExpression Code = "import-expression"
	CodeImportType       Code = "import-type"
	CodeImportParameters Code = "import-parameters"
	CodeImportTooLarge   Code = "import-too-large"

	CodeImportUnsupported Code = "import-unsupported" // of machines of the B method
)

// ImportCodes documents the codes that reading a table of an EFSM may yield. An Example is not a model but such a table; the
// one that depends on a limit has none.
var ImportCodes = []CodeInfo{
	{CodeImportSyntax, "The file is not JSON.",
		`{"initial": "a", "states": ["a"], }`},
	{CodeImportKey, "A key is missing, is there twice, or is not known.",
		`{"initial": "a", "states": ["a"], "transitions": [{"id": "t", "from": "a", "to": "a", "gaurd": "x > 0"}]}`},
	{CodeImportValue, "A value of another kind is wanted here.",
		`{"initial": "a", "states": "a", "transitions": [{"id": "t", "from": "a", "to": "a"}]}`},
	{CodeImportState, "A state is not in the list of states.",
		`{"initial": "a", "states": ["a"], "transitions": [{"id": "t", "from": "a", "to": "b"}]}`},
	{CodeImportName, "A name is there twice, or stands for nothing.",
		`{"initial": "a", "states": ["a"], "transitions": [{"id": "t", "from": "a", "to": "a", "guard": "x > 0"}]}`},
	{CodeImportExpression, "A guard, an update or an output cannot be read.",
		`{"initial": "a", "states": ["a"], "vars": {"x": 0}, "transitions": [{"id": "t", "from": "a", "to": "a", "guard": "x >"}]}`},
	{CodeImportType, "Numbers, truth values, characters and texts are mixed.",
		`{"initial": "a", "states": ["a"], "vars": {"x": 0}, "transitions": [{"id": "t", "from": "a", "to": "a", "guard": "x == 'e'"}]}`},
	{CodeImportParameters, "An input has different numbers of parameters.",
		`{"initial": "a", "states": ["a"], "transitions": [{"id": "t", "from": "a", "to": "a", "input": "i"}, {"id": "u", "from": "a", "to": "a", "input": "i", "params": ["p"]}]}`},
	{CodeImportTooLarge, "The file is larger, or nests deeper, than an import may be.",
		""},
}

// ImportBCodes documents the codes that reading a machine of the B method may yield, with such machines as examples.
var ImportBCodes = []CodeInfo{
	{CodeImportSyntax, "The file is not a machine of B.",
		"MACHINE M VARIABLES x INVARIANT x : NAT INITIALISATION x := OPERATIONS up = BEGIN x := 1 END END"},
	{CodeImportName, "A name is there twice, or stands for nothing.",
		"MACHINE M VARIABLES x INVARIANT x : NAT INITIALISATION x := 0 OPERATIONS up = BEGIN x := y END END"},
	{CodeImportExpression, "It is not clear what a predicate means without parentheses.",
		"MACHINE M VARIABLES x INVARIANT x : NAT & x > 1 or x < 1 INITIALISATION x := 0 OPERATIONS up = BEGIN x := 1 END END"},
	{CodeImportType, "The type of a name is not known, or another kind of value is wanted.",
		"MACHINE M VARIABLES x INVARIANT x > 0 INITIALISATION x := 0 OPERATIONS up = BEGIN x := 1 END END"},
	{CodeImportUnsupported, "The construct of B cannot be imported.",
		"MACHINE M VARIABLES x INVARIANT x : NAT INITIALISATION x := 0 OPERATIONS up = PRE x > 0 THEN x := 1 END END"},
	{CodeImportTooLarge, "The machine is larger, or nests deeper, than an import may be.", ""},
}
