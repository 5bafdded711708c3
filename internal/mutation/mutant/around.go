package mutant

import "github.com/sextant-mbt/sextant/internal/syntax"

// surroundings is what the transitions of a machine can be confused with: its locations and its messages.
type surroundings struct {
	locations []string       // that transitions mention, in order
	index     map[string]int // in locations
	all       vocabulary
	messages  map[string]*vocabulary // by location: of the transitions that leave it
}

func newSurroundings(transitions []*syntax.TransitionDecl) *surroundings {
	s := &surroundings{index: map[string]int{}, messages: map[string]*vocabulary{}}
	for _, t := range transitions {
		s.addLocation(t.From.Text)
		s.addLocation(t.To.Text)
		if s.messages[t.From.Text] == nil {
			s.messages[t.From.Text] = &vocabulary{}
		}
		for _, m := range messagesOf(t) {
			s.all.add(m)
			s.messages[t.From.Text].add(m)
		}
	}
	return s
}

func (s *surroundings) addLocation(name string) {
	if _, known := s.index[name]; known || name == "" {
		return
	}
	s.index[name] = len(s.locations)
	s.locations = append(s.locations, name)
}

// locationAfter is the one that is mentioned next, or the first after the last.
func (s *surroundings) locationAfter(name string) string {
	return s.locations[(s.index[name]+1)%len(s.locations)]
}

// vocabulary is messages in the order of the text, one of each wording.
type vocabulary struct {
	messages []*syntax.Message
	known    map[string]bool
}

func (v *vocabulary) add(m *syntax.Message) {
	text := shown(m.At.Text())
	if v.known[text] {
		return
	}
	if v.known == nil {
		v.known = map[string]bool{}
	}
	v.known[text] = true
	v.messages = append(v.messages, m)
}

// without is the first message that is worded otherwise than the given ones, or nil.
func (v *vocabulary) without(own map[string]bool) *syntax.Message {
	for _, m := range v.messages {
		if !own[shown(m.At.Text())] {
			return m
		}
	}
	return nil
}
