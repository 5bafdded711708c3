package protocol

// Diagnostic is a finding about a document.
type Diagnostic struct {
	Range              Range                          `json:"range"`
	Severity           int                            `json:"severity"`
	Code               string                         `json:"code,omitempty"`
	CodeDescription    *CodeDescription               `json:"codeDescription,omitempty"`
	Source             string                         `json:"source"`
	Message            string                         `json:"message"`
	Tags               []int                          `json:"tags,omitempty"`
	RelatedInformation []DiagnosticRelatedInformation `json:"relatedInformation,omitempty"`
}

// The severities of diagnostics.
const (
	SeverityError       = 1
	SeverityWarning     = 2
	SeverityInformation = 3
)

// TagUnnecessary marks unused code.
const TagUnnecessary = 1

// CodeDescription links to the explanation of a code.
type CodeDescription struct {
	Href string `json:"href"`
}

// DiagnosticRelatedInformation is a second place of a diagnostic.
type DiagnosticRelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// PublishDiagnosticsParams has all findings about a document.
type PublishDiagnosticsParams struct {
	URI         DocumentURI  `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// MarkupContent is a text for display.
type MarkupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// Markdown returns a text in Markdown.
func Markdown(text string) MarkupContent { return MarkupContent{Kind: "markdown", Value: text} }

// Hover is the description of a name.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    Range         `json:"range"`
}

// PrepareRenameResult is the name that can be renamed.
type PrepareRenameResult struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// TextEdit replaces a range.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// WorkspaceEdit has edits of documents.
type WorkspaceEdit struct {
	Changes map[DocumentURI][]TextEdit `json:"changes"`
}

// DocumentHighlight is a use of a name in the same document.
type DocumentHighlight struct {
	Range Range `json:"range"`
}

// The kinds of symbols that models have.
const (
	SymbolClass      = 5
	SymbolProperty   = 7
	SymbolInterface  = 11
	SymbolFunction   = 12
	SymbolVariable   = 13
	SymbolConstant   = 14
	SymbolBoolean    = 17
	SymbolObject     = 19
	SymbolEnumMember = 22
	SymbolStruct     = 23
	SymbolEvent      = 24
)

// DocumentSymbol is a declaration with those inside it.
type DocumentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          Range            `json:"range"`
	SelectionRange Range            `json:"selectionRange"`
	Children       []DocumentSymbol `json:"children,omitempty"`
}

// SymbolInformation is a declaration somewhere.
type SymbolInformation struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      Location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

// FoldingRange is a range of lines that can be hidden.
type FoldingRange struct {
	StartLine uint32 `json:"startLine"`
	EndLine   uint32 `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

// The kinds of completions.
const (
	CompletionFunction   = 3
	CompletionField      = 5
	CompletionVariable   = 6
	CompletionClass      = 7
	CompletionInterface  = 8
	CompletionModule     = 9
	CompletionKeyword    = 14
	CompletionEnumMember = 20
	CompletionConstant   = 21
	CompletionStruct     = 22
	CompletionEvent      = 23
)

// CompletionItem is a possible word at a place.
type CompletionItem struct {
	Label         string         `json:"label"`
	Kind          int            `json:"kind"`
	Detail        string         `json:"detail,omitempty"`
	Documentation *MarkupContent `json:"documentation,omitempty"`
	SortText      string         `json:"sortText,omitempty"`
	TextEdit      *TextEdit      `json:"textEdit,omitempty"`
}

// CompletionList has the possible words at a place.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// Command is a command of the server or of the editor.
type Command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

// CodeLens is a command that is shown above a line.
type CodeLens struct {
	Range   Range    `json:"range"`
	Command *Command `json:"command"`
}

// CodeAction is a correction that the user can choose.
type CodeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []Diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        *WorkspaceEdit `json:"edit,omitempty"`
}

// QuickFix is the kind of actions that correct a diagnostic.
const QuickFix = "quickfix"

// InlayHint is a text that is shown between the characters of a line.
type InlayHint struct {
	Position    Position `json:"position"`
	Label       string   `json:"label"`
	PaddingLeft bool     `json:"paddingLeft,omitempty"`
	Tooltip     string   `json:"tooltip,omitempty"`
}

// SemanticTokens has five numbers for each token: lines and characters from the one before, length, type, modifiers.
type SemanticTokens struct {
	Data []uint32 `json:"data"`
}

// The types of messages to the user.
const (
	MessageError   = 1
	MessageWarning = 2
	MessageInfo    = 3
)

// ShowMessageParams is a message to the user.
type ShowMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// WorkDoneProgressCreateParams announces a token of progress.
type WorkDoneProgressCreateParams struct {
	Token string `json:"token"`
}

// ProgressParams reports the progress of some work.
type ProgressParams struct {
	Token string           `json:"token"`
	Value WorkDoneProgress `json:"value"`
}

// WorkDoneProgress is the beginning ("begin"), a part ("report") or the end ("end") of some work.
type WorkDoneProgress struct {
	Kind        string  `json:"kind"`
	Title       string  `json:"title,omitempty"`
	Cancellable bool    `json:"cancellable,omitempty"`
	Message     string  `json:"message,omitempty"`
	Percentage  *uint32 `json:"percentage,omitempty"`
}

// WorkDoneProgressCancelParams identifies the work that the user cancels.
type WorkDoneProgressCancelParams struct {
	Token string `json:"token"`
}
