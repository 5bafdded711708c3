package mutant

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/language/compile"
)

// Source is the text of a model, from which mutants are made.
type Source struct {
	Path   string
	Files  []*diag.File // the main file and what it imports
	Consts map[string]string
}

// Population are the mutants of a model.
type Population struct {
	Original   *sts.System
	Mutants    []*Mutant
	Edits      int // how many changes of the text there are
	Rejected   int // those that the compiler refuses
	Same       int // those with the same meaning as the original
	Duplicates int // those with the same meaning as an earlier mutant
	Dropped    int // those above the limit
}

// Make makes the mutants of a model, at most limit of them, spread evenly over the text. When the time is up, it leaves out
// the rest.
func Make(ctx context.Context, original *sts.System, source Source, limit int) (*Population, error) {
	edits := collect(source.Files)
	p := &Population{Original: original, Edits: len(edits)}
	step := 1 + (len(edits)-1)/max(limit, 1)
	same := signature(original)
	seen := map[string]bool{same: true}
	for i := range edits {
		if i%step != 0 || ctx.Err() != nil {
			p.Dropped++
			continue
		}
		system, err := source.compile(original, &edits[i])
		if err != nil {
			return nil, err
		}
		p.add(system, &edits[i], same, seen)
	}
	return p, nil
}

// add makes a mutant from an edited model, unless it is invalid, or has the meaning of the original or an earlier mutant.
func (p *Population) add(system *sts.System, e *edit, same string, seen map[string]bool) {
	if system == nil {
		p.Rejected++
		return
	}
	key := signature(system)
	switch {
	case key == same:
		p.Same++
	case seen[key]:
		p.Duplicates++
	default:
		p.Mutants = append(p.Mutants, newMutant(p.Original, system, e))
	}
	seen[key] = true
}

func newMutant(original, system *sts.System, e *edit) *Mutant {
	return &Mutant{Kind: e.kind, File: e.span.FileName(), Line: e.span.Position().Line, Words: e.words, System: system,
		Changes: compare(original, system)}
}

// compile is the model with an edit, or nil if that is no model.
func (s *Source) compile(original *sts.System, e *edit) (*sts.System, error) {
	texts := map[string]string{}
	for _, f := range s.Files {
		texts[f.Name] = f.Text
	}
	texts[e.span.File.Name] = e.apply()
	read := func(path string) ([]byte, error) {
		text, ok := texts[path]
		if !ok {
			return nil, fmt.Errorf("%s is not part of the model", path)
		}
		return []byte(text), nil
	}
	var list diag.List
	m, err := compile.Load(s.Path, compile.Options{Consts: s.Consts, ReadFile: read, Store: original.Store}, &list)
	if err != nil || m.System == nil || !sameState(original, m.System) {
		return nil, err
	}
	return m.System, nil
}

// sameState reports whether two systems have the same state, channels and machines; edits do not change them intentionally, but the edited
// text might be parsed differently.
func sameState(a, b *sts.System) bool {
	if len(a.Slots) != len(b.Slots) || len(a.Channels) != len(b.Channels) || len(a.Machines) != len(b.Machines) {
		return false
	}
	for i, slot := range a.Slots {
		if b.Slots[i].Term != slot.Term {
			return false
		}
	}
	for i, c := range a.Channels {
		if b.Channels[i].Name != c.Name {
			return false
		}
	}
	return len(a.Transitions()) == len(b.Transitions())
}
