package mutant

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// surroundings holds the locations and messages of a machine, with which those of a transition can be confused.
type surroundings struct {
	locations []string // that transitions mention, in order
	messages  []worded // in the order of the text, one of each wording for each location
}

// worded is a message of a transition that leaves a location.
type worded struct {
	from, text string
}

func newSurroundings(transitions []*syntax.TransitionDecl) *surroundings {
	s := &surroundings{}
	known, said := map[string]bool{"": true}, map[worded]bool{}
	for _, t := range transitions {
		for _, l := range append([]syntax.Name{t.From}, t.Targets()...) {
			if !known[l.Text] {
				known[l.Text] = true
				s.locations = append(s.locations, l.Text)
			}
		}
		for _, m := range messagesOf(t) {
			if w := (worded{t.From.Text, m.At.Text()}); !said[worded{w.from, shown(w.text)}] {
				said[worded{w.from, shown(w.text)}] = true
				s.messages = append(s.messages, w)
			}
		}
	}
	return s
}

// locationAfter is the one that is mentioned next, or the first after the last.
func (s *surroundings) locationAfter(name string) string {
	return s.locations[(slices.Index(s.locations, name)+1)%len(s.locations)]
}

// otherMessage is the first message that is worded otherwise than those of a transition: of one from the same location if there is
// one.
func (s *surroundings) otherMessage(t *syntax.TransitionDecl) (text string, ok bool) {
	own := map[string]bool{}
	for _, m := range messagesOf(t) {
		own[shown(m.At.Text())] = true
	}
	for _, elsewhere := range []bool{false, true} {
		for _, m := range s.messages {
			if (elsewhere || m.from == t.From.Text) && !own[shown(m.text)] {
				return m.text, true
			}
		}
	}
	return "", false
}
