package carrier

import (
	"fmt"
	"strconv"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/subprocess"
	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
)

// Start starts a program, which reads inputs from its standard input and writes outputs to its standard output. Its standard
// error goes to the journal.
func Start(command []string, format frame.Format, journal *Journal) (Carrier, error) {
	p := &program{errors: &errorOutput{journal: journal}}
	var err error
	if p.child, err = subprocess.Start(command, "", p.errors); err != nil {
		return nil, fmt.Errorf("the system under test cannot be started: %w", err)
	}
	p.framed = framed{from: p.child.Output, to: p.child.Input, format: format}
	return p, nil
}

// program carries messages to and from a child process.
type program struct {
	framed
	child  *subprocess.Child
	errors *errorOutput
	late   bool // it did not exit by itself
}

func (p *program) waited() time.Duration { return p.child.Waited() }

func (p *program) hangUp() {
	p.child.Kill()
	p.child.Input.Close()
	p.child.Output.Close()
}

func (p *program) endInput() error { return p.child.Input.Close() }

// settle waits a moment for a program that closed its output to exit.
func (p *program) settle() { p.late = p.child.Settle() }

func (p *program) wait() {
	_ = p.child.End() // it was killed
	p.errors.flush()
}

func (p *program) ending() Ending {
	out := Ending{Words: p.errors.lastWords(), Exited: !p.late, Code: p.child.State(), How: "was ended by a " + p.child.State()}
	if code := p.child.ExitCode(); code >= 0 {
		out.Code = strconv.Itoa(code)
		out.How = "exited with code " + out.Code
	}
	return out
}
