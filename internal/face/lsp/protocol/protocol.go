// Package protocol has the messages of the Language Server Protocol 3.17 that the language server of models uses. The names of types
// and fields are those of the protocol.
package protocol

import "encoding/json"

// DocumentURI is the address of a document.
type DocumentURI string

// Position is a place between two characters. Character counts UTF-16 code units from the beginning of the line; both begin with 0.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// Range is from Start up to End.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a range of a document.
type Location struct {
	URI   DocumentURI `json:"uri"`
	Range Range       `json:"range"`
}

// TextDocumentIdentifier names a document.
type TextDocumentIdentifier struct {
	URI DocumentURI `json:"uri"`
}

// VersionedTextDocumentIdentifier names a version of a document.
type VersionedTextDocumentIdentifier struct {
	URI     DocumentURI `json:"uri"`
	Version int32       `json:"version"`
}

// TextDocumentItem is a document that was opened.
type TextDocumentItem struct {
	URI     DocumentURI `json:"uri"`
	Version int32       `json:"version"`
	Text    string      `json:"text"`
}

// InitializeParams starts a session.
type InitializeParams struct {
	RootURI          DocumentURI        `json:"rootUri"`
	WorkspaceFolders []WorkspaceFolder  `json:"workspaceFolders"`
	Capabilities     ClientCapabilities `json:"capabilities"`
	Options          Options            `json:"initializationOptions"`
}

// Options has the settings of the user.
type Options struct {
	// System is the system under test for the lens "run", in the form of the flag --sut of the command run.
	System string `json:"system"`
}

// WorkspaceFolder is a folder that the user has opened.
type WorkspaceFolder struct {
	URI DocumentURI `json:"uri"`
}

// ClientCapabilities has the capabilities of the editor.
type ClientCapabilities struct {
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress"`
	} `json:"window"`
	Workspace struct {
		InlayHint struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"inlayHint"`
	} `json:"workspace"`
}

// InitializeResult has the capabilities of the server.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

// ServerInfo names the server.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ServerCapabilities has the capabilities of the server.
type ServerCapabilities struct {
	PositionEncoding           string                  `json:"positionEncoding"`
	TextDocumentSync           TextDocumentSyncOptions `json:"textDocumentSync"`
	HoverProvider              bool                    `json:"hoverProvider"`
	DefinitionProvider         bool                    `json:"definitionProvider"`
	ReferencesProvider         bool                    `json:"referencesProvider"`
	DocumentHighlightProvider  bool                    `json:"documentHighlightProvider"`
	DocumentSymbolProvider     bool                    `json:"documentSymbolProvider"`
	WorkspaceSymbolProvider    bool                    `json:"workspaceSymbolProvider"`
	DocumentFormattingProvider bool                    `json:"documentFormattingProvider"`
	FoldingRangeProvider       bool                    `json:"foldingRangeProvider"`
	InlayHintProvider          bool                    `json:"inlayHintProvider"`
	RenameProvider             RenameOptions           `json:"renameProvider"`
	CompletionProvider         CompletionOptions       `json:"completionProvider"`
	CodeActionProvider         CodeActionOptions       `json:"codeActionProvider"`
	CodeLensProvider           struct{}                `json:"codeLensProvider"`
	ExecuteCommandProvider     ExecuteCommandOptions   `json:"executeCommandProvider"`
	SemanticTokensProvider     SemanticTokensOptions   `json:"semanticTokensProvider"`
}

// Incremental is the kind of synchronisation in which changes are parts of the text.
const Incremental = 2

// TextDocumentSyncOptions selects the changes of documents that are sent to the server.
type TextDocumentSyncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"`
	Save      bool `json:"save"`
}

// RenameOptions has the capabilities for renaming.
type RenameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

// CompletionOptions has the characters that trigger completion.
type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// CodeActionOptions lists the kinds of actions.
type CodeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
}

// ExecuteCommandOptions lists the commands.
type ExecuteCommandOptions struct {
	Commands []string `json:"commands"`
}

// SemanticTokensOptions has the legend of semantic tokens.
type SemanticTokensOptions struct {
	Legend SemanticTokensLegend `json:"legend"`
	Full   bool                 `json:"full"`
}

// SemanticTokensLegend has the types of tokens by their numbers.
type SemanticTokensLegend struct {
	TokenTypes     []string `json:"tokenTypes"`
	TokenModifiers []string `json:"tokenModifiers"`
}

// DidOpenTextDocumentParams reports that a document was opened.
type DidOpenTextDocumentParams struct {
	TextDocument TextDocumentItem `json:"textDocument"`
}

// DidChangeTextDocumentParams reports that a document was changed.
type DidChangeTextDocumentParams struct {
	TextDocument   VersionedTextDocumentIdentifier  `json:"textDocument"`
	ContentChanges []TextDocumentContentChangeEvent `json:"contentChanges"`
}

// TextDocumentContentChangeEvent replaces a range, or the whole text if it has none.
type TextDocumentContentChangeEvent struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

// TextDocumentParams identifies a document.
type TextDocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// TextDocumentPositionParams identifies a position in a document.
type TextDocumentPositionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"`
}

// ReferenceParams requests the uses of the name at a place.
type ReferenceParams struct {
	TextDocumentPositionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// RenameParams renames the name at a place.
type RenameParams struct {
	TextDocumentPositionParams
	NewName string `json:"newName"`
}

// WorkspaceSymbolParams requests the names that contain Query.
type WorkspaceSymbolParams struct {
	Query string `json:"query"`
}

// CodeActionParams requests the actions for diagnostics.
type CodeActionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
}

// InlayHintParams requests the hints in a range.
type InlayHintParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
}

// ExecuteCommandParams runs a command of the server.
type ExecuteCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// CancelParams identifies a request to cancel.
type CancelParams struct {
	ID json.RawMessage `json:"id"`
}
