package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/results/report"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// command is an analysis that the user can run from the editor.
type command struct {
	name     string // of the command
	analysis string
	title    string // of the lens
}

var commands = []command{{"sextant.explore", "explore", "explore"}, {"sextant.run", "run", "run"}}

func commandNames() []string {
	var out []string
	for _, c := range commands {
		out = append(out, c.name)
	}
	return out
}

// codeLenses returns the commands above the system, or the first declaration of a main file, and above machines.
func (s *Server) codeLenses(_ context.Context, at *snapshot, p protocol.TextDocumentParams) ([]protocol.CodeLens, error) {
	d, err := at.document(p.TextDocument)
	if err != nil {
		return nil, err
	}
	file, _ := d.parse()
	out := []protocol.CodeLens{}
	add := func(n syntax.Node) {
		span := n.Span()
		for _, c := range commands {
			out = append(out, protocol.CodeLens{Range: d.Range(span.Start, span.End),
				Command: &protocol.Command{Title: c.title, Command: c.name, Arguments: []any{d.uri}}})
		}
	}
	if file.System.Text != "" {
		add(file.System)
	} else if path := pathOf(d.uri); len(file.Decls) > 0 && at.roots(path)[0] == path {
		add(file.Decls[0])
	}
	for _, decl := range file.Decls {
		if m, ok := decl.(*syntax.MachineDecl); ok {
			add(m.Name)
		}
	}
	return out, nil
}

// execute runs an analysis of the model of a document, and shows its progress and its result.
func (s *Server) execute(ctx context.Context, at *snapshot, p protocol.ExecuteCommandParams) (any, error) {
	for _, c := range commands {
		if c.name == p.Command {
			return nil, s.run(ctx, at, c, p.Arguments)
		}
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "no command " + p.Command}
}

func (s *Server) run(ctx context.Context, at *snapshot, c command, arguments []json.RawMessage) error {
	var uri protocol.DocumentURI
	if len(arguments) != 1 || json.Unmarshal(arguments[0], &uri) != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: c.name + " takes the address of a document"}
	}
	job, err := s.newJob(ctx, at, c, at.systemOf(uri))
	if err != nil {
		s.tell(protocol.MessageError, err.Error())
		return nil
	}
	ctx, progress := s.begin(ctx, fmt.Sprintf("sextant %s %s", c.analysis, job.Loaded.System.Name))
	defer progress.end()
	job.Progress = progress.report
	if limit := job.Timeout(); limit > 0 {
		limited, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		ctx = limited
	}
	begun := time.Now()
	document, err := job.Run(ctx)
	s.show(job, document, begun, err)
	return nil
}

// systemOf returns the main file of the model that a document stands for: the document itself if it begins a system, although others may
// import it, and otherwise the first model that it belongs to.
func (s *snapshot) systemOf(uri protocol.DocumentURI) string {
	path := pathOf(uri)
	if d, ok := s.open[path]; ok {
		if file, _ := d.parse(); file.System.Text != "" {
			return path
		}
	}
	return s.roots(path)[0]
}

// newJob returns the job of an analysis of a model, which must have no errors. It uses unsaved texts.
func (s *Server) newJob(ctx context.Context, at *snapshot, c command, root string) (*driver.Job, error) {
	analysis := find(c.analysis)
	options := analysis.New()
	if c.analysis == "run" {
		if err := s.setSystem(analysis, options); err != nil {
			return nil, err
		}
	}
	common := driver.Part[model.Common](options)
	loaded, err := model.LoadWithin(ctx, root, model.LoadOptions{Policy: consent.Policy{Allowed: common.Allow}, ReadFile: at.read})
	if err == nil {
		err = loaded.Usable()
	}
	if err != nil {
		return nil, err
	}
	return &driver.Job{Analysis: analysis, Options: options, Args: []string{root}, Loaded: loaded, Version: s.version, In: strings.NewReader(""),
		Given: func(string) bool { return false }, Print: func(string) {}, Note: func(string) {}}, nil
}

// find returns the analysis with a name in the table of the driver.
func find(name string) *driver.Analysis {
	for _, a := range driver.Analyses {
		if a.Name == name {
			return a
		}
	}
	panic("no analysis " + name)
}

// setSystem sets the system under test, which the settings of the editor name.
func (s *Server) setSystem(analysis *driver.Analysis, options any) error {
	s.mu.Lock()
	system := s.options.System
	s.mu.Unlock()
	if system == "" {
		return errors.New("the system under test is not set: set \"system\" in the options of the language server (sextant.system in VS Code), as in exec:./lamp")
	}
	for _, f := range analysis.Flags(options) {
		if f.Name == "sut" {
			return f.Set(system)
		}
	}
	return nil
}

// show shows a result to the user: its first part as a message, and all of it in the log.
func (s *Server) show(job *driver.Job, document any, begun time.Time, err error) {
	kind := protocol.MessageInfo
	if err == nil && document != nil {
		err = driver.Judge(document)
	}
	if err != nil && driver.IsComplete(err) {
		kind = protocol.MessageWarning
	}
	if !driver.IsComplete(err) {
		s.tell(protocol.MessageError, err.Error())
		return
	}
	whole := strings.TrimSpace(report.Text(document, report.Options{Width: 100}))
	s.conn.Notify(context.Background(), "window/logMessage", protocol.ShowMessageParams{Type: protocol.MessageInfo, Message: whole})
	s.tell(kind, summary(document, whole))
	if explored, ok := document.(*result.Explore); ok {
		s.coverage.keep(job.Loaded, explored.Coverage.Transitions, begun)
		s.refreshHints()
	}
}

// summary returns the message about a result: a sentence for an exploration, and otherwise the text after the head.
func summary(document any, whole string) string {
	if r, ok := document.(*result.Explore); ok {
		covered := r.Coverage.Transitions
		out := fmt.Sprintf("%s: %d of %s covered", r.Model.Name, covered.Covered, text.Count(covered.Total, "transition"))
		if len(r.Findings) > 0 {
			out += ", " + text.Count(len(r.Findings), "finding") + ": " + r.Findings[0].Message
		}
		return out
	}
	if _, body, ok := strings.Cut(whole, "\n\n"); ok {
		whole, _, _ = strings.Cut(body, "\n\n")
	}
	return strings.TrimSpace(whole)
}

// refreshHints requests that the editor request hints again.
func (s *Server) refreshHints() {
	s.mu.Lock()
	able := s.client.Workspace.InlayHint.RefreshSupport
	s.mu.Unlock()
	if able {
		s.running.Go(func() { s.conn.Call(s.snapshot().ctx, "workspace/inlayHint/refresh", nil, nil) })
	}
}
