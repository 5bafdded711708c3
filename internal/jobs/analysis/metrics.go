package analysis

import (
	"math/bits"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// wordBits is the size assumed for an unbounded number or text.
const wordBits = 32

// Metrics measures a model as table 1 of paper 3 does: LoC, CC, I, O, V, T and S. The cyclomatic complexity of McCabe is that of the
// graph (transitions - locations + 2, for each machine), plus one for each condition of a guard after the first.
func Metrics(l *model.Loaded) (result.Metrics, error) {
	if err := l.Usable(); err != nil {
		return result.Metrics{}, err
	}
	s := l.System
	m := result.Metrics{Machines: len(s.Machines), Transitions: len(s.Transitions())}
	for _, f := range l.Files {
		m.Lines += codeLines(f.Text)
	}
	for _, machine := range s.Machines {
		m.Locations += len(machine.Locations)
		m.Complexity += len(machine.Transitions) - len(machine.Locations) + 2
		for _, t := range machine.Transitions {
			m.Complexity += conditions(t.Guard) - 1
		}
	}
	for _, c := range s.Channels {
		switch c.Direction {
		case sts.Input:
			m.InputBits += payloadBits(c)
		case sts.Output:
			m.OutputBits += payloadBits(c)
		}
	}
	for _, slot := range s.Slots {
		m.VariableBits += sortBits(slot.Sort)
	}
	return m, nil
}

// conditions counts the conditions that a guard combines by and, or and not.
func conditions(guard *term.Term) int {
	switch guard.Op() {
	case term.OpAnd, term.OpOr, term.OpNot:
		n := 0
		for _, a := range guard.Args() {
			n += conditions(a)
		}
		return n
	}
	return 1
}

// codeLines counts the lines that are neither empty nor comments.
func codeLines(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			n++
		}
	}
	return n
}

func payloadBits(c *sts.Channel) int {
	n := 0
	for _, t := range c.Payload {
		for _, leaf := range t.Leaves() {
			n += sortBits(leaf.Sort)
		}
	}
	return n
}

// sortBits returns the number of bits that hold a value of a sort.
func sortBits(s *term.Sort) int {
	switch {
	case s.Kind == term.KindBool:
		return 1
	case s.Kind == term.KindBits:
		return s.Width
	case s.Kind == term.KindEnum:
		return bits.Len(uint(len(s.Members) - 1))
	case s.Kind == term.KindInt && s.HasLow && s.HasHigh:
		return bits.Len64(uint64(s.High) - uint64(s.Low))
	}
	return wordBits
}
