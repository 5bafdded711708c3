package domain

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Type lists the values of a type, each once, as rows of scalars; false if there are too many, or infinitely many. The scalars of an optional
// value that is absent, and of alternatives that are not chosen, are those of sts.Type.Absent.
func (d *Domain) Type(t *sts.Type) ([][]term.Value, bool) {
	switch {
	case t.Scalar != nil:
		return column(d.Values(t.Scalar))
	case t.IsCollection():
		return column(d.collection(t))
	case t.Form == sts.Optional:
		return d.optional(t)
	case t.Form == sts.Union:
		return d.union(t)
	case t.IsArray():
		return d.Types(slices.Repeat([]*sts.Type{t.Elem}, t.Length))
	}
	return d.fields(t.Fields)
}

// column returns the rows with one value each.
func column(values []term.Value, listed bool) ([][]term.Value, bool) {
	out := make([][]term.Value, len(values))
	for i := range values {
		out[i] = values[i : i+1 : i+1]
	}
	return out, listed
}

// collection lists the values of a type of collections.
func (d *Domain) collection(t *sts.Type) ([]term.Value, bool) {
	parts := [][]term.Value{}
	for _, part := range []*sts.Type{t.Key, t.Elem} {
		if part == nil {
			continue
		}
		rows, listed := d.Type(part)
		if !listed {
			return nil, false
		}
		packed := make([]term.Value, len(rows))
		for i, row := range rows {
			packed[i] = part.Pack(row)
		}
		parts = append(parts, packed)
	}
	return d.collected(t.LeafSort(), parts)
}

// optional lists the values of an optional type.
func (d *Domain) optional(t *sts.Type) ([][]term.Value, bool) {
	rows, listed := d.Type(t.Elem)
	if !listed || len(rows) >= d.Limit {
		return nil, false
	}
	out := [][]term.Value{t.Absent()}
	for _, row := range rows {
		out = append(out, append([]term.Value{term.BoolValue(true)}, row...))
	}
	return out, true
}

// union lists the values of a union, one alternative after the other.
func (d *Domain) union(t *sts.Type) ([][]term.Value, bool) {
	var out [][]term.Value
	for i, a := range t.Alternatives {
		rows, listed := d.fields(a.Fields)
		if !listed || len(out)+len(rows) > d.Limit {
			return nil, false
		}
		for _, row := range rows {
			value := t.Absent()
			value[0] = term.IntValue(int64(i))
			copy(value[t.AlternativeOffset(i):], row)
			out = append(out, value)
		}
	}
	return out, true
}

// fields lists the rows of the values of fields.
func (d *Domain) fields(fields []sts.Field) ([][]term.Value, bool) {
	types := make([]*sts.Type, len(fields))
	for i, f := range fields {
		types[i] = f.Type
	}
	return d.Types(types)
}

// Types lists the rows of the values of some types side by side; false if there are too many.
func (d *Domain) Types(types []*sts.Type) ([][]term.Value, bool) {
	lists := make([][][]term.Value, len(types))
	for i, t := range types {
		rows, listed := d.Type(t)
		if !listed {
			return nil, false
		}
		lists[i] = rows
	}
	return joined(lists, d.Limit)
}

// joined lists the rows that consist of one row of each list; false if there are more than limit.
func joined(lists [][][]term.Value, limit int) ([][]term.Value, bool) {
	out := [][]term.Value{{}}
	for _, list := range lists {
		if len(out)*len(list) > limit {
			return nil, false
		}
		var longer [][]term.Value
		for _, row := range out {
			for _, more := range list {
				longer = append(longer, append(row[:len(row):len(row)], more...))
			}
		}
		out = longer
	}
	return out, true
}

// MaxRows is how many rows of parameters of a move are listed, unless a domain has a larger limit.
const MaxRows = 4096

// Excess is the error that the parameters of a move are not listed.
type Excess struct {
	Move  *sts.Move
	Param *sts.Param // with too many values; nil if only the combinations are too many
	Limit int
}

// Error names the values that are too many, as in "input x of press has type int".
func (e *Excess) Error() string {
	if e.Param == nil {
		return fmt.Sprintf("%s has more than %d combinations of inputs", e.Move.Name, e.Limit)
	}
	var kind fmt.Stringer = e.Param.Sort
	if e.Param.Type != nil {
		kind = e.Param.Type
	}
	return fmt.Sprintf("%s %s of %s has type %s", paramKinds[e.Param.Kind], e.Param.Name, e.Move.Name, kind)
}

var paramKinds = map[sts.ParamKind]string{sts.Received: "input", sts.Chosen: "choice", sts.Returned: "result", sts.Delay: "time"}

// Params lists the rows of parameters of a move, with all values of those for which none is given.
func (d *Domain) Params(m *sts.Move, given func(i int) (term.Value, bool)) ([][]term.Value, *Excess) {
	few := *d
	few.Limit = max(MaxRows, d.Limit)
	var lists [][][]term.Value
	for i := 0; i < len(m.Params); {
		p := &m.Params[i]
		if v, ok := given(i); ok {
			lists = append(lists, [][]term.Value{{v}})
			i++
			continue
		}
		rows, listed := few.param(p)
		if !listed {
			return nil, &Excess{m, p, few.Limit}
		}
		lists = append(lists, rows)
		i += scalars(p)
	}
	rows, listed := joined(lists, few.Limit)
	if !listed {
		return nil, &Excess{m, nil, few.Limit}
	}
	return rows, nil
}

// Queued gives what a move takes from a queue a value that stands for it, and lists all values of other parameters.
func Queued(m *sts.Move) func(i int) (term.Value, bool) {
	return func(i int) (term.Value, bool) { return m.Params[i].Sort.Default(), m.Params[i].Kind == sts.Dequeued }
}

// param lists the values that begin with a parameter.
func (d *Domain) param(p *sts.Param) ([][]term.Value, bool) {
	if p.Type != nil {
		return d.Type(p.Type)
	}
	return column(d.Values(p.Sort))
}

// scalars is the number of parameters of the value that begins with one.
func scalars(p *sts.Param) int {
	if p.Type != nil {
		return p.Type.Size()
	}
	return 1
}
