package starter

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/imports"
)

// ErrDocument is the error for a document that cannot be converted to a model; the list has the errors.
type ErrDocument struct {
	Path string
	List *diag.List
}

// Error names the document.
func (e *ErrDocument) Error() string { return e.Path + " cannot be converted to a model" }

// OpenAPI generates the files for the web service that an OpenAPI document describes, with the model of an import without options. The
// default name is that of the document.
func OpenAPI(document, name string) (*Project, error) {
	m, err := imports.Import(context.Background(), "openapi", document, imports.Options{})
	if err != nil {
		return nil, err
	}
	if m.List.HasErrors() {
		return nil, &ErrDocument{document, m.List}
	}
	name = nameOf(cmp.Or(name, strings.TrimSuffix(filepath.Base(document), filepath.Ext(document))))
	model, mapping := name+".sxt", name+".toml"
	run := fmt.Sprintf("run %s --sut http://localhost:8080 --sut-map %s --reset none", model, mapping)
	return &Project{
		Files: []File{{model, m.Text}, {mapping, m.Mapping}, job(model, "echo \"start your service here, on port 8080, in the background\"", run)},
		Notes: leftOut(m.List, model),
		Next:  []string{"sextant check " + model, "sextant explore " + model, "sextant " + run},
	}, nil
}

// leftOut describes how much of a document is not in the model; empty if nothing is missing.
func leftOut(list *diag.List, model string) []string {
	warnings := list.Dropped()[diag.Warning]
	for _, d := range list.Sorted() {
		if d.Severity == diag.Warning {
			warnings++
		}
	}
	if warnings == 0 {
		return nil
	}
	return []string{fmt.Sprintf("left out of the document, or not checked: %s, listed at the top of %s", text.Count(warnings, "part"), model)}
}

// lineModel is the first model for a server that answers lines with lines.
const lineModel = `# A server that answers a line with a line, and may greet whoever connects with a line. Start here: add the commands of your server as
# inputs, and what it may answer as outputs; %[2]s says how they are written. Then say in locations and guards when which answer is right.
system %[1]s

input hello()
output reply(text: string)  # any line

initial connected
greeting: connected -> ready any text: string out reply(text)
silent:   connected -> ready  # without a greeting
hello:    ready -> asked in hello()
reply:    asked -> ready any text: string out reply(text)
`

const lineMapping = `# How the messages of %s are written. Every line of the server is a reply, until you describe it better:
# https://github.com/sextant-mbt/sextant/blob/main/docs/sut.md#a-mapping-for-other-protocols
inputs.hello.text = "HELLO"
outputs.reply.text = "{text}"

# If the server greets whoever connects, say so here, and remove the greeting from the model: then each test begins after it.
# [[reset.steps]]
# do      = "reconnect"
# pattern = '220 .*'   # what the server sends then
`

// TCP generates the files for a server at an address HOST:PORT that answers lines.
func TCP(address, name string) (*Project, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("--tcp: write HOST:PORT, as in localhost:7000: %w", err)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
		return nil, fmt.Errorf("--tcp: %q is not a port number", port)
	}
	if strings.ContainsAny(host, " \t\n'\"$`\\#") {
		return nil, fmt.Errorf("--tcp: %q is not a host name", host)
	}
	name = nameOf(cmp.Or(name, "server"))
	model, mapping := name+".sxt", name+".toml"
	run := fmt.Sprintf("run %s --sut tcp:%s --sut-map %s", model, net.JoinHostPort(host, port), mapping)
	return &Project{
		Files: []File{{model, formatted(fmt.Sprintf(lineModel, systemName(name), mapping))}, {mapping, fmt.Sprintf(lineMapping, model)},
			job(model, "echo \"start your server here, on port "+port+", in the background\"", run)},
		Notes: []string{"if the server sends a greeting on connect, describe it with reset.steps in " + mapping},
		Next:  []string{"sextant check " + model, "sextant explore " + model, "sextant " + run},
	}, nil
}
