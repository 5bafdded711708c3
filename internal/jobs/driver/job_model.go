package driver

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/imports"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax/modelfile"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
	"github.com/sextant-mbt/sextant/internal/results/report/draw"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/results/schema"
)

// The analyses of the text of models, and of what is installed.

func checkDefaults() *analysis.CheckOptions {
	return &analysis.CheckOptions{Common: model.CommonDefaults(), Solver: model.SolverDefaults(), OperationsOptions: analysis.OperationsDefaults()}
}

func runCheck(ctx context.Context, j *Job, o *analysis.CheckOptions) (any, error) {
	l := j.Loaded
	if err := analysis.CheckTables(l); err != nil {
		return nil, err
	}
	stats, err := analysis.Lint(ctx, l, o.Solver)
	if err != nil {
		return nil, err
	}
	var invariants *result.Invariants
	if o.Invariants && l.System != nil {
		var cost result.Stats
		if invariants, cost, err = analysis.CheckInvariants(ctx, l, *o); err != nil {
			return nil, err
		}
		stats.Add(cost)
	}
	var operations *result.Operations
	if o.Operations && l.System != nil {
		var cost result.Stats
		if operations, cost, err = analysis.CheckOperations(ctx, l, *o); err != nil {
			return nil, err
		}
		stats.Add(cost)
	}
	r := Faulty(j.Analysis.Name, l)
	r.Stats, r.Invariants, r.Operations = stats, invariants, operations
	if !l.List.HasErrors() {
		r.Summary = analysis.Describe(l)
	}
	return r, nil
}

// FormatOptions are the options of fmt.
type FormatOptions struct {
	Write bool `flag:"write" usual:"yes" short:"w" help:"write the result back to the file"`
	List  bool `flag:"list" usual:"yes" short:"l" help:"list files that are not in canonical form, and exit with 1 if there are any"`
}

func runFormat(ctx context.Context, j *Job, o *FormatOptions) (any, error) {
	j.Loaded = &model.Loaded{Model: &compile.Model{}, List: &diag.List{}}
	paths := j.Args
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	var out Text
	var found error
	for _, path := range paths {
		printed, good, err := o.format(ctx, j, path)
		if err != nil {
			return out, err
		}
		if !good {
			found = ErrFinding
		}
		out = append(out, printed...)
	}
	return out, found
}

// format formats one file. It reports false if the file has syntax errors, or if it is only listed and not in canonical form.
func (o *FormatOptions) format(ctx context.Context, j *Job, path string) (printed string, good bool, err error) {
	data, err := readModel(ctx, j.In, path)
	if err != nil {
		return "", false, err
	}
	var list diag.List
	formatted := print.Format(diag.NewFile(path, string(data)), &list)
	if list.HasErrors() {
		j.Loaded.List.AddAll(&list)
		return "", false, nil
	}
	same := formatted == string(data)
	switch {
	case o.List && same:
		return "", true, nil
	case o.List:
		return path + "\n", false, nil
	case o.Write && path != "-" && same:
		return "", true, nil
	case o.Write && path != "-":
		return "", true, file.Write(path, []byte(formatted))
	}
	return formatted, true, nil
}

// maxInput bounds what is read from standard input.
const maxInput = 16 << 20

func readModel(ctx context.Context, in io.Reader, path string) (data []byte, err error) {
	if path != "-" {
		return modelfile.Read(path)
	}
	done := make(chan struct{})
	go func() {
		data, err = io.ReadAll(io.LimitReader(in, maxInput+1))
		close(done)
	}()
	select {
	case <-done:
		return data, err
	case <-ctx.Done(): // the goroutine keeps reading until the command exits soon after
		return nil, ctx.Err()
	}
}

// GraphOptions are the options of graph.
type GraphOptions struct {
	model.Common
	Format string `flag:"format" usual:"yes" choices:"dot,mermaid,svg" help:"dot, mermaid or svg; by default chosen by the extension of the output file, or dot"`
	File   string `flag:"output" usual:"yes" short:"o" writes:"file" help:"file to write instead of standard output"`

	Around string   `flag:"around" usual:"yes" help:"draw only the locations near this one, such as waits, or client.waits in a model with several machines"`
	Radius int      `flag:"radius" usual:"yes" min:"0" help:"with --around, how many transitions away, in either direction"`
	Fold   []string `flag:"fold" usual:"yes" split:"," help:"draw parts as one node each: machines, regions, the name of a machine, or a location, for the region of what is reached only through it"`
	Nodes  int      `flag:"nodes" usual:"yes" min:"1" help:"with --fold regions, the number of nodes up to which the largest regions are drawn in parts"`

	Metrics bool `flag:"metrics" usual:"yes" help:"print the sizes of the model instead: lines, cyclomatic complexity, bits of inputs, outputs and variables, transitions, locations"`
}

func graphDefaults() *GraphOptions {
	return &GraphOptions{Common: model.CommonDefaults(), Radius: 2, Nodes: outlineNodes}
}

// outlineNodes is the number of nodes of the outline of a large model.
const outlineNodes = 40

func runGraph(ctx context.Context, j *Job, o *GraphOptions) (any, error) {
	format, err := draw.ParseFormat(o.Format, o.File)
	if err != nil {
		return nil, err
	}
	graph, err := analysis.Graph(j.Loaded)
	if err != nil {
		return nil, err
	}
	if graph, err = o.part(graph); err != nil {
		return nil, err
	}
	metrics, err := analysis.Metrics(j.Loaded)
	if err != nil {
		return nil, err
	}
	if o.JSON || o.Metrics {
		return &result.GraphDocument{Head: j.Loaded.Head(j.Analysis.Name), Graph: graph, Metrics: metrics}, nil
	}
	picture, err := draw.Model(ctx, format, graph, nil)
	if err != nil {
		return nil, err
	}
	return output(o.File, picture)
}

// output writes a text to a file, or prints it if there is no file.
func output(path string, data []byte) (any, error) {
	if path == "" {
		return Text(data), nil
	}
	return nil, file.Write(path, data)
}

// ImportOptions are the options of import.
type ImportOptions struct {
	model.Output
	model.TimeLimit
	imports.Options
	File     string `flag:"output" usual:"yes" short:"o" writes:"file" help:"file to write instead of standard output"`
	Map      string `flag:"sut-map" was:"map" group:"system" usual:"yes" writes:"file" help:"openapi, proto: write the mapping of the messages to a file, for --sut-map of run"`
	Channels bool   `flag:"channels" usual:"yes" help:"openapi, proto: write only types and channels, for import by your own model"`
}

func importDefaults() *ImportOptions { return &ImportOptions{TimeLimit: model.TimeLimitDefaults()} }

func runImport(ctx context.Context, j *Job, o *ImportOptions) (any, error) {
	m, err := imports.Import(ctx, j.Args[0], j.Args[1], o.Options)
	if err != nil {
		return nil, err
	}
	if !m.Service && (o.Map != "" || o.Channels) {
		return nil, fmt.Errorf("--sut-map and --channels are for descriptions of services, not for %s", j.Args[0])
	}
	j.Loaded = &m.Loaded
	r := &result.Import{Check: *Faulty(j.Analysis.Name, j.Loaded), Text: m.Text, Mapping: m.Mapping}
	if m.List.HasErrors() {
		return &r.Check, m.Usable()
	}
	if o.Channels {
		r.Text = m.Declarations
	}
	return writeImport(r, o)
}

// writeImport writes the model and the mapping to their files, and returns the text to print.
func writeImport(r *result.Import, o *ImportOptions) (any, error) {
	if o.Map != "" {
		if err := file.Write(o.Map, []byte(r.Mapping)); err != nil {
			return nil, err
		}
		r.Mapping = ""
	}
	printed, err := output(o.File, []byte(r.Text))
	if !o.JSON || err != nil {
		return printed, err
	}
	if o.File != "" {
		r.Text, r.Model.File = "", o.File
	}
	return r, nil
}

func runTrust(ctx context.Context, j *Job, o *model.TrustOptions) (any, error) {
	r, faulty, err := model.Trust(ctx, j.Args[0], *o)
	j.Loaded = faulty
	return whole(r, err)
}

// SchemaOptions are the options of schema.
type SchemaOptions struct {
	File string `flag:"output" usual:"yes" short:"o" writes:"file" help:"file to write instead of standard output"`
}

func runSchema(_ context.Context, j *Job, o *SchemaOptions) (any, error) {
	if len(j.Args) == 0 {
		var list strings.Builder
		for _, d := range schema.Documents {
			fmt.Fprintf(&list, "%-17s  %s\n", d.Name, d.Holds)
		}
		return output(o.File, []byte(list.String()))
	}
	d, err := model.Find("document", j.Args[0], schema.Documents, func(d schema.Document) string { return d.Name })
	if err != nil {
		return nil, err
	}
	text, err := d.JSON()
	if err != nil {
		return nil, err
	}
	return output(o.File, text)
}

// tools are the programs that analyses use: name, argument that prints the version, and purpose. The first is required.
var tools = [][3]string{
	{"z3", "--version", "the solver"},
	{"dot", "-V", "draws models as SVG (Graphviz)"},
	{"cvc5", "--version", "the second solver of --cross-check; without it, z3 with other settings is"},
}

func runDoctor(ctx context.Context, j *Job, _ *model.Output) (any, error) {
	r := &result.Doctor{Command: j.Analysis.Name, Version: j.Version, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	for i, t := range tools {
		r.Tools = append(r.Tools, examine(ctx, result.ToolState{Name: t[0], Purpose: t[2], Required: i == 0}, t[1]))
	}
	if solver := r.Tools[0]; solver.Path == "" {
		return r, fmt.Errorf("z3 is missing: %s", solver.Advice)
	}
	return r, nil
}

// examine finds a tool and its version.
func examine(ctx context.Context, t result.ToolState, versionFlag string) result.ToolState {
	path, err := exec.LookPath(t.Name)
	if err != nil {
		name := strings.Replace(t.Name, "dot", "graphviz", 1)
		t.Advice = fmt.Sprintf("run scripts/install.sh, or install the package %s (apt-get, dnf, apk or brew install %s)", name, name)
		return t
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	printed, err := exec.CommandContext(ctx, path, versionFlag).CombinedOutput()
	t.Path = path
	t.Version, _, _ = strings.Cut(strings.TrimSpace(string(printed)), "\n")
	if err != nil {
		t.Version = "does not run: " + err.Error()
	}
	return t
}
