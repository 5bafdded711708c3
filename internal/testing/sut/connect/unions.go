package connect

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

// bindNotation returns the notation of values, with the forms of the unions that the channels of the model carry.
func (d binder) bindNotation() (content.Notation, error) {
	out := content.Notation{Omit: d.Omit, Strict: d.Strict}
	if len(d.Unions) == 0 {
		return out, nil
	}
	out.Unions = value.UnionForms{}
	known := map[string]*sts.Type{}
	for _, c := range d.system.Channels {
		for _, t := range c.Payload {
			collectUnions(t, known)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.Unions)) {
		form, err := d.Unions[name].form(known, name)
		if err != nil {
			return out, d.errorf("unions."+name, "%w", err)
		}
		out.Unions[name] = form
	}
	return out, nil
}

// form checks a rule against the unions of the model.
func (r unionRule) form(known map[string]*sts.Type, name string) (value.UnionForm, error) {
	form := value.UnionForm{Tag: r.Tag, Names: r.Names}
	t := known[name]
	switch {
	case t == nil:
		return form, noUnion(name, slices.Sorted(maps.Keys(known)))
	case (r.Tag != "") == r.Untagged:
		return form, errors.New(`write either tag = "...", the member that names the alternative, or untagged = true`)
	case r.Untagged && len(r.Names) > 0:
		return form, errors.New("names are the values of the tag, but there is no tag")
	}
	return form, form.Check(t)
}

func noUnion(name string, known []string) error {
	if len(known) == 0 {
		return errors.New("no channel of the model carries a union")
	}
	if meant := diag.Closest(name, known); meant != "" {
		return fmt.Errorf("no channel of the model carries a union %s; did you mean %s?", name, meant)
	}
	return fmt.Errorf("no channel of the model carries a union %s: there are %s", name, strings.Join(known, ", "))
}

// collectUnions adds the unions in a type, by their names.
func collectUnions(t *sts.Type, out map[string]*sts.Type) {
	if t == nil {
		return
	}
	if t.Form == sts.Union {
		out[t.Name] = t
	}
	collectUnions(t.Key, out)
	collectUnions(t.Elem, out)
	for _, f := range t.Fields {
		collectUnions(f.Type, out)
	}
	for _, a := range t.Alternatives {
		for _, f := range a.Fields {
			collectUnions(f.Type, out)
		}
	}
}
