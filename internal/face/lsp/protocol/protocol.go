// Package protocol has the messages of the Language Server Protocol 3.17, as far as the language server of models uses them. The names
// of types and fields are those of the protocol.
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

// InitializeParams begin a session.
type InitializeParams struct {
	RootURI          DocumentURI        `json:"rootUri"`
	WorkspaceFolders []WorkspaceFolder  `json:"workspaceFolders"`
	Capabilities     ClientCapabilities `json:"capabilities"`
	Options          Options            `json:"initializationOptions"`
}

// Options are the settings of the user.
type Options struct {
	// System is the system under test for the lens "run", as the flag --sut of the command run names it.
	System string `json:"system"`
}

// WorkspaceFolder is a folder that the user has opened.
type WorkspaceFolder struct {
	URI DocumentURI `json:"uri"`
}

// ClientCapabilities are what the editor can do.
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

// InitializeResult is what the server can do.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

// ServerInfo names the server.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ServerCapabilities are what the server can do.
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

// TextDocumentSyncOptions say which changes of documents the server wants to hear of.
type TextDocumentSyncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"`
	Save      bool `json:"save"`
}

// RenameOptions say how names are renamed.
type RenameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

// CompletionOptions say when names are completed.
type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// CodeActionOptions say which actions there are.
type CodeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
}

// ExecuteCommandOptions say which commands there are.
type ExecuteCommandOptions struct {
	Commands []string `json:"commands"`
}

// SemanticTokensOptions say what the numbers of semantic tokens mean.
type SemanticTokensOptions struct {
	Legend SemanticTokensLegend `json:"legend"`
	Full   bool                 `json:"full"`
}

// SemanticTokensLegend has the types of tokens by their numbers.
type SemanticTokensLegend struct {
	TokenTypes     []string `json:"tokenTypes"`
	TokenModifiers []string `json:"tokenModifiers"`
}

// DidOpenTextDocumentParams tell that a document was opened.
type DidOpenTextDocumentParams struct {
	TextDocument TextDocumentItem `json:"textDocument"`
}

// DidChangeTextDocumentParams tell that a document was changed.
type DidChangeTextDocumentParams struct {
	TextDocument   VersionedTextDocumentIdentifier  `json:"textDocument"`
	ContentChanges []TextDocumentContentChangeEvent `json:"contentChanges"`
}

// TextDocumentContentChangeEvent replaces a range, or the whole text if it has none.
type TextDocumentContentChangeEvent struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

// TextDocumentParams are about a document.
type TextDocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// TextDocumentPositionParams are about a place of a document.
type TextDocumentPositionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"`
}

// ReferenceParams ask for the uses of the name at a place.
type ReferenceParams struct {
	TextDocumentPositionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// RenameParams give the name at a place another one.
type RenameParams struct {
	TextDocumentPositionParams
	NewName string `json:"newName"`
}

// WorkspaceSymbolParams ask for names that contain Query.
type WorkspaceSymbolParams struct {
	Query string `json:"query"`
}

// CodeActionParams ask for what can be done about diagnostics.
type CodeActionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
}

// InlayHintParams ask for hints in a range.
type InlayHintParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
}

// ExecuteCommandParams run a command of the server.
type ExecuteCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// CancelParams name a request that is no longer wanted.
type CancelParams struct {
	ID json.RawMessage `json:"id"`
}
