package diag

// Code is the stable name of one kind of finding. docs/codes.md documents each of them, with an example that a test runs.
type Code string

// Codes of lexical and syntax errors. The user sees the text of a code in brackets and may look it up.
const (
	CodeBadCharacter       Code = "bad-character"
	CodeBadOperator        Code = "bad-operator"
	CodeBadComment         Code = "bad-comment"
	CodeBadNumber          Code = "bad-number"
	CodeBadEscape          Code = "bad-escape"
	CodeSingleQuotes       Code = "single-quotes"
	CodeUnterminatedString Code = "unterminated-string"
	CodeUnexpectedToken    Code = "unexpected-token"
	CodeReservedWord       Code = "reserved-word"
	CodeChainedComparison  Code = "chained-comparison"
	CodeEqualsSign         Code = "equals-sign"
	CodeMissingArrow       Code = "missing-arrow"
	CodeMissingBrace       Code = "missing-brace"
	CodeEmptyConst         Code = "empty-const"
	CodeTooDeep            Code = "too-deep"
	CodeTooLong            Code = "too-long"
	CodeNotUTF8            Code = "not-utf8"
)

// Codes of name resolution, types and lowering.
const (
	CodeImportCycle    Code = "import-cycle"
	CodeImportMissing  Code = "import-missing"
	CodeTooLarge       Code = "too-large"
	CodeDuplicateName  Code = "duplicate-name"
	CodeUndefinedName  Code = "undefined-name"
	CodeUnknownType    Code = "unknown-type"
	CodeWrongKind      Code = "wrong-kind"
	CodeTypeMismatch   Code = "type-mismatch"
	CodeNotConstant    Code = "not-constant"
	CodeCyclic         Code = "cyclic-definition"
	CodeBadRange       Code = "bad-range"
	CodeBadLength      Code = "bad-length"
	CodeConstDivZero   Code = "constant-division-by-zero"
	CodeConstIndex     Code = "constant-index-out-of-bounds"
	CodeConstRange     Code = "constant-out-of-range"
	CodeConstAbsent    Code = "constant-without-value"
	CodeArgumentCount  Code = "argument-count"
	CodeBoundTwice     Code = "input-bound-twice"
	CodeAssignedTwice  Code = "assigned-twice"
	CodeNotAssignable  Code = "not-assignable"
	CodeClauseOrder    Code = "clause-order"
	CodeChannelUse     Code = "channel-direction"
	CodeRendezvous     Code = "rendezvous"
	CodeNoInitial      Code = "no-initial-location"
	CodeMixedSystem    Code = "mixed-system"
	CodeExternPlace    Code = "extern-not-allowed"
	CodeResultPlace    Code = "result-in-precondition"
	CodeEmptyModel     Code = "empty-model"
	CodeNoField        Code = "no-such-field"
	CodeBadPattern     Code = "bad-pattern"
	CodeElse           Code = "else-without-siblings"
	CodeClockUse       Code = "clock-use"
	CodeFrozenAssigned Code = "constant-assigned"
	CodeWeights        Code = "weights"
	CodeRate           Code = "rate"
	CodeNoRun          Code = "step-of-no-run"

	CodeFeatureCondition Code = "feature-condition"
	CodeInvalidProduct   Code = "invalid-product"
)

// Codes of lint.
const (
	CodeUnused           Code = "unused"
	CodeUnreachable      Code = "unreachable-location"
	CodeGuardFalse       Code = "guard-never-true"
	CodeOverlap          Code = "overlapping-guards"
	CodeMissingElse      Code = "missing-else"
	CodeSimilarName      Code = "similar-name"
	CodeNotInstantiated  Code = "machine-not-instantiated"
	CodeMissingFile      Code = "missing-file"
	CodeNoReceiver       Code = "no-partner"
	CodeClockNotRead     Code = "clock-never-read"
	CodeClockNotReset    Code = "clock-never-reset"
	CodeTimeStops        Code = "time-stops"
	CodeWhileViolated    Code = "entry-against-condition"
	CodeLintIncomplete   Code = "lint-incomplete"
	CodeContractNoEffect Code = "empty-contract"
	CodeNoProduct        Code = "no-valid-product"
	CodeDeadFeature      Code = "dead-feature"
	CodeFeatureAlways    Code = "feature-of-all-products"
	CodeNoOwner          Code = "transition-of-no-product"
)

// CodeNotDeterministic is the code of an extern that gives different results for one input.
const CodeNotDeterministic Code = "not-deterministic"

// CodeNeedsConsent is the code of something that a model may do only if the user agrees.
const CodeNeedsConsent Code = "needs-consent"

// Codes of tables of externs. A missing table has CodeMissingFile, and one that is not text CodeNotUTF8.
const (
	CodeTableHeader        Code = "table-header"
	CodeTableCells         Code = "table-cells"
	CodeTableQuotes        Code = "table-quotes"
	CodeTableValue         Code = "table-value"
	CodeTableRange         Code = "table-value-out-of-range"
	CodeTableDuplicate     Code = "duplicate-row"
	CodeTableContradiction Code = "contradictory-row"
	CodeTableTooLarge      Code = "table-too-large"
	CodeTableStale         Code = "stale-table"
	CodeTableIgnored       Code = "ignored-column"
)

// Codes of imported files. One that is not text has CodeNotUTF8.
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

	CodeImportUnsupported Code = "import-unsupported"
	CodeImportLeftOut     Code = "import-left-out" // of descriptions of services
)
