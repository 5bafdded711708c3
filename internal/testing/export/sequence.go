package export

import (
	"fmt"
	"io"
	"strings"

	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// Sequence diagrams: the tester on the left, the system on the right, an arrow for each message, a note for each condition.

// diagram has the differences between the languages.
type diagram struct {
	escape func(string) string
	input  string // formats of lines
	output string
	note   string
	inside string // a step without a message
	pause  string
}

// lines draws the steps of a test.
func (d diagram) lines(b *strings.Builder, s *script.Script) {
	for _, step := range s.Steps {
		if len(step.When) > 0 {
			fmt.Fprintf(b, d.note, d.escape("only if "+words(step.When)))
		}
		if step.Open {
			fmt.Fprintf(b, d.note, d.escape("the system may behave differently from here on"))
		}
		if step.Input != nil {
			fmt.Fprintf(b, d.input, d.escape(sentText(step)))
		} else if len(step.Outputs) == 0 {
			fmt.Fprintf(b, d.inside, d.escape(step.Transition))
		}
		for _, o := range step.Outputs {
			fmt.Fprintf(b, d.output, d.escape(expectedText(o)))
			if len(o.Where) > 0 {
				fmt.Fprintf(b, d.note, d.escape("where "+words(o.Where)))
			}
			if len(o.Hidden) > 0 {
				fmt.Fprintf(b, d.note, d.escape("where, not seen, "+words(o.Hidden)))
			}
		}
	}
	if s.Silence {
		b.WriteString(d.pause)
	}
}

var plantUML = diagram{escape: plantText, input: "tester -> system : %s\n", output: "system --> tester : %s\n",
	note: "note over tester, system : %s\n", inside: "note over system : %s\n", pause: "note over system : silence\n"}

func writePlantUML(w io.Writer, suite *Suite) error {
	var b strings.Builder
	for i, t := range suite.Tests {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "@startuml\n' %s\ntitle %s\nparticipant \"Tester\" as tester\nparticipant \"%s\" as system\n",
			oneLine(suite.origin()), plantText(t.Name), plantText(suite.Model.Name))
		plantUML.lines(&b, t.Script)
		b.WriteString("@enduml\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// plantText escapes all characters that PlantUML might interpret as markup, a function or the end of a line, by their
// codes.
func plantText(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		if strings.ContainsRune(`\<>*/_"~%&#[]{}|^!'$@`, r) || r == '-' && strings.HasSuffix(b.String(), "-") {
			fmt.Fprintf(&b, "<U+%04X>", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

var mermaid = diagram{escape: mermaidText, input: "    tester->>system: %s\n", output: "    system-->>tester: %s\n",
	note: "    Note over tester,system: %s\n", inside: "    Note over system: %s\n", pause: "    Note over system: silence\n"}

// writeMermaid writes Markdown with one diagram per test, since Mermaid has one diagram per block.
func writeMermaid(w io.Writer, suite *Suite) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", markdownText(suite.Model.Name))
	for _, t := range suite.Tests {
		fmt.Fprintf(&b, "\n## %s\n\n```mermaid\nsequenceDiagram\n    participant tester as Tester\n    participant system as %s\n",
			markdownText(t.Name), mermaidText(suite.Model.Name))
		mermaid.lines(&b, t.Script)
		b.WriteString("```\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// mermaidText escapes all characters that Mermaid might interpret, by their codes.
func mermaidText(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		if strings.ContainsRune("#;<>&%\"'`{}\\|+", r) {
			fmt.Fprintf(&b, "#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// markdownText escapes a title.
func markdownText(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		if strings.ContainsRune("\\`*_{}[]<>#|!&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
