package emit_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/emit"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
)

// drawn is a random contract: its postconditions hold for one input, whatever the result is.
type drawn struct {
	system *sts.System
	extern *sts.Extern
	row    []term.Value
	truths []*term.Term
}

// draw makes conditions over variables of all given sorts and turns those that are false of the row into their negations.
func draw(t *rapid.T, sorts []*term.Sort) drawn {
	s := term.NewStore()
	d := drawn{system: &sts.System{Name: "Random", Store: s, Assume: s.True()}, extern: &sts.Extern{Name: "F", Result: sts.ScalarType(term.Bool)}}
	grammar := random.Grammar{Quantifiers: true, Strings: true}
	for i, sort := range sorts {
		v := random.Variable{Name: fmt.Sprintf("F.v%d", i), Sort: sort}
		grammar.Vars = append(grammar.Vars, v)
		d.extern.Params = append(d.extern.Params, sts.Field{Name: fmt.Sprintf("v%d", i), Type: sts.ScalarType(sort)})
		d.extern.Inputs = append(d.extern.Inputs, v.In(s))
		value := random.Value(t, sort)
		if _, small := value.Small(); !small && sort.Kind == term.KindInt {
			value = term.IntValue(7)
		}
		d.row = append(d.row, value)
	}
	d.extern.Output = []*term.Term{s.Var("F.result", term.Bool)}
	for range 30 {
		d.add(grammar.Expression(t, term.Bool, 4)(s))
	}
	return d
}

func (d *drawn) add(condition *term.Term) {
	assignment := map[*term.Term]term.Value{}
	for i, v := range d.extern.Inputs {
		assignment[v] = d.row[i]
	}
	holds, err := d.system.Store.Evaluate(condition, assignment)
	if err != nil || condition.IsConst() {
		return
	}
	if !holds.Bool() {
		condition = d.system.Store.Not(condition)
	}
	d.truths = append(d.truths, condition)
}

// contract has a behaviour for each condition that write can write.
func (d *drawn) contract(name string, write func(*sts.Contract) error) *sts.Contract {
	k := &sts.Contract{Name: name}
	for _, condition := range d.truths {
		b := sts.Behavior{Pre: d.system.Store.True(), Post: condition}
		if write(&sts.Contract{Name: name, Behaviors: []sts.Behavior{b}}) == nil {
			k.Behaviors = append(k.Behaviors, b)
		}
	}
	return k
}

var plainSorts = []*term.Sort{term.Bool, term.Int, term.Nat, term.Range(-2, 7), random.Color, term.Bits(8, true), term.Bits(8, false), term.Bits(64, true), term.Bits(64, false)}

// Conditions in Go are true exactly if they are true in the model.
func TestGoConditionsMeanTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles Go")
	}
	dir := newModule(t, "package machine\n\nfunc F(string, bool, int64, int64, int64, int64, int8, uint8, int64, uint64) bool { return true }\n", nil)
	sorts := append([]*term.Sort{term.String}, plainSorts...)
	count := 0
	for i := range 20 {
		d := rapid.Custom(func(t *rapid.T) drawn { return draw(t, sorts) }).Example(i)
		options := emit.GoTestOptions{Package: "machine", Rows: [][]term.Value{d.row}}
		k := d.contract(fmt.Sprintf("C%d", i), func(k *sts.Contract) error {
			return emit.GoTest(&bytes.Buffer{}, d.system, d.extern, contract.Duty{Contract: *k}, options)
		})
		if len(k.Behaviors) == 0 {
			continue
		}
		count += len(k.Behaviors)
		var b bytes.Buffer
		if err := emit.GoTest(&b, d.system, d.extern, contract.Duty{Contract: *k}, options); err != nil {
			t.Fatal(err)
		}
		writeFile(t, dir, fmt.Sprintf("random%d_test.go", i), b.Bytes())
	}
	out, err := goCommand(dir, "test", "-vet=off", "-v", "-run=^Test").CombinedOutput()
	t.Logf("%d conditions", count)
	if err != nil || count < 200 || strings.Contains(string(out), "--- SKIP") {
		t.Errorf("%d conditions: %v\n%s", count, err, out)
	}
}

// Frama-C accepts whatever is written.
func TestACSLOfRandomConditions(t *testing.T) {
	sorts := append([]*term.Sort{term.Real}, plainSorts...)
	conditions := 10
	if testing.Short() {
		conditions = 3 // each starts Frama-C, which takes a second
	}
	for i := range conditions {
		d := rapid.Custom(func(t *rapid.T) drawn { return draw(t, sorts) }).Example(i)
		k := d.contract("", func(k *sts.Contract) error {
			return emit.ACSL(&bytes.Buffer{}, d.system, d.extern, contract.Duty{Contract: *k}, emit.ACSLOptions{})
		})
		acsl(t, d.system, d.extern, k, emit.ACSLOptions{})
	}
}
