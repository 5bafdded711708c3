package protobuf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/service"
)

// Options configures the conversion of a file.
type Options struct {
	Optional bool // optional fields of responses are assumed to be present
}

// maxBytes is the size of the largest file.
const maxBytes = 2 << 20

// maxNested is how deep braces may be nested, of messages and of options.
const maxNested = 64

// converter converts a file.
type converter struct {
	Options
	file     *diag.File
	broken   *broken // the input of the compiler
	list     *diag.List
	gaps     *service.Gaps
	messages map[use]*result // what was translated
	active   map[protoreflect.FullName]bool
}

// Convert turns the services of a .proto file into a model and a mapping. Errors are reported to list; the text is empty then.
func (o Options) Convert(file *diag.File, list *diag.List) convert.Model {
	c := &converter{Options: o, file: file, list: list, gaps: &service.Gaps{List: list}, messages: map[use]*result{}, active: map[protoreflect.FullName]bool{}}
	compiled := c.compile()
	if list.HasErrors() {
		return convert.Model{}
	}
	api := c.api(compiled)
	if len(api.Operations) == 0 {
		list.Errorf(diag.CodeImportValue, c.start(), "there is no method of a service that a model can express")
		return convert.Model{}
	}
	return service.Write(api, c.gaps)
}

// start is the beginning of the file.
func (c *converter) start() diag.Span { return diag.Span{File: c.file} }

// compile reads the file with its allowed imports; errors are reported.
func (c *converter) compile() protoreflect.FileDescriptor {
	if len(c.file.Text) > maxBytes {
		c.list.Errorf(diag.CodeImportTooLarge, c.start(), "the file has more than %d bytes", maxBytes)
		return nil
	}
	if at, ok := tooDeep(c.file.Text); ok {
		c.list.Errorf(diag.CodeImportTooLarge, diag.Span{File: c.file, Start: at, End: at + 1}, "braces are nested more than %d levels deep", maxNested)
		return nil
	}
	c.broken = breakLines(c.file.Text)
	const name = "import.proto" // the name of the file may be anything
	compiler := protocompile.Compiler{
		Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{Accessor: func(wanted string) (io.ReadCloser, error) {
			return c.open(name, wanted)
		}}),
		Reporter: reporter.NewReporter(func(err reporter.ErrorWithPos) error {
			c.report(name, err)
			if c.list.IsFull(diag.Error, diag.CodeImportSyntax) {
				return err // further ones would not be shown
			}
			return nil
		}, nil),
		SourceInfoMode: protocompile.SourceInfoStandard,
		MaxParallelism: 1,
	}
	files, err := compiler.Compile(context.Background(), name)
	var located reporter.ErrorWithPos
	switch {
	case c.list.HasErrors():
		return nil
	case errors.As(err, &located):
		c.report(name, located)
		return nil
	case err != nil || len(files) != 1:
		c.list.Errorf(diag.CodeImportSyntax, c.start(), "the file cannot be read: %v", err)
		return nil
	}
	return files[0]
}

// tooDeep finds the first brace or bracket that is nested too deep; those in strings and comments count, which is harmless.
func tooDeep(text string) (int, bool) {
	level := 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[', '<', '(':
			if level++; level > maxNested {
				return i, true
			}
		case '}', ']', '>', ')':
			level = max(0, level-1)
		}
	}
	return 0, false
}

var errElsewhere = errors.New("it is in another file, and no other file is read: put everything into one file")

// open returns the file itself, and our own declaration of the annotations.
func (c *converter) open(name, wanted string) (io.ReadCloser, error) {
	switch path.Clean(wanted) {
	case name:
		return io.NopCloser(strings.NewReader(c.broken.Text)), nil
	case "google/api/annotations.proto":
		return io.NopCloser(strings.NewReader(annotations)), nil
	case "google/api/http.proto":
		return io.NopCloser(strings.NewReader(rules)), nil
	}
	return nil, errElsewhere
}

// report reports an error of the compiler at its place.
func (c *converter) report(name string, err reporter.ErrorWithPos) {
	at, code := c.start(), diag.CodeImportSyntax
	if start := err.GetPosition(); start.Filename == name {
		at.Start = min(max(c.broken.original(start.Offset), 0), len(c.file.Text))
		at.End = min(at.Start+1, len(c.file.Text))
	}
	message := err.Unwrap().Error()
	if errors.Is(err, errElsewhere) {
		code = diag.CodeImportUnsupported
	}
	c.list.Errorf(code, at, "%s", strings.TrimPrefix(message, "syntax error: "))
}

// span is the place of a declaration.
func (c *converter) span(d protoreflect.Descriptor) diag.Span {
	at := d.ParentFile().SourceLocations().ByDescriptor(d)
	if len(at.Path) == 0 {
		return c.start()
	}
	start, end := c.broken.LineStart(at.StartLine+1)+at.StartColumn, c.broken.LineStart(at.StartLine+2)
	start = min(start, end)
	line := strings.TrimRight(c.broken.Text[start:end], " \r\n")
	start = c.broken.original(start)
	return diag.Span{File: c.file, Start: start, End: start + len(line)}
}

// api reads all services.
func (c *converter) api(file protoreflect.FileDescriptor) *service.API {
	name := strings.TrimSuffix(path.Base(strings.ReplaceAll(c.file.Name, `\`, "/")), ".proto")
	api := &service.API{Name: name, Span: c.start(), Remarks: []string{"The services of " + path.Base(c.file.Name) + ", made by sextant import proto."}}
	var methods []protoreflect.MethodDescriptor
	transcoded := false
	for i := range file.Services().Len() {
		s := file.Services().Get(i)
		for k := range s.Methods().Len() {
			m := s.Methods().Get(k)
			methods = append(methods, m)
			transcoded = transcoded || httpRule(m) != nil
		}
	}
	for _, m := range methods {
		op, err := c.operation(m, transcoded)
		if err != nil {
			c.gaps.Leave(err.at, "%s is left out: %s", m.FullName(), err.reason)
			continue
		}
		api.Operations = append(api.Operations, op)
	}
	api.Hints = hints(transcoded)
	return api
}

// hints are for users who run the tests.
func hints(transcoded bool) []string {
	if transcoded {
		return []string{"The methods as requests of HTTP with JSON, for sextant run MODEL --sut http://HOST:PORT --sut-map FILE.",
			"The server must understand the annotations of google.api.http, as grpc-gateway does, and send fields that have their default value.",
			"Before each test the service must be in its initial state: write the request that does it, or run with --reset none.", `reset.request = "POST /reset"`}
	}
	return []string{"The methods as lines of JSON, for sextant run MODEL --sut exec:ADAPTER --sut-map FILE.",
		"The adapter calls the method with the request, and answers with the response or the error, in the JSON form of Protocol Buffers,",
		"with fields that have their default value."}
}

// unsupported is a part that a model cannot express, with the reason.
type unsupported struct {
	at     diag.Span
	reason string
}

// operation translates a method.
func (c *converter) operation(m protoreflect.MethodDescriptor, transcoded bool) (*service.Operation, *unsupported) {
	op := &service.Operation{Name: fmt.Sprintf("%s_%s", m.Parent().Name(), m.Name()), Span: c.span(m)}
	if m.IsStreamingClient() || m.IsStreamingServer() {
		return nil, &unsupported{op.Span, "streams are not supported"}
	}
	in, err := c.message(m.Input(), use{request: true})
	if err != nil {
		return nil, err
	}
	out, err := c.message(m.Output(), use{})
	if err != nil {
		out = &service.Type{Kind: service.Record}
		c.gaps.Leave(err.at, "%s is left out: %s", m.Output().FullName(), err.reason)
	}
	if transcoded {
		return op, c.transcode(op, m, in, out)
	}
	lines(op, m, in, out)
	return op, nil
}
