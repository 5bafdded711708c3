package export

// The parts of a generated Go file that are the same for all models; PREFIX and TITLE stand for the name of the model; PATIENCE
// stands for the time limit of an output; FIELDS and MISSING are for timed models, SETS for those with sets.

// goSystem is the declaration that the user implements.
const goSystem = `// System is the system under test. These tests need a function in this package that makes one:
//
//	func newSystem(t *testing.T) System
//
// Values of payloads are int64 (or *big.Int if they are larger), float64, bool and string, the names of members for
// enumerations, []any for arrays, sequences and sets, map[string]any for records and maps ([]any of pairs if the keys are no names), nil
// or the value for optional values, and for unions map[string]any with the alternative, or its name if it has no fields. Receive may
// answer with any kind of integer.
type System interface {
	// Reset brings the system to its initial state.
	Reset() error
	// Send gives an input to the system.
	Send(channel string, payload ...any) error
	// Receive waits for the next output. The channel is empty if none comes in time.
	Receive(wait time.Duration) (channel string, payload []any, err error)
}

`

const goRuntime = `// How long an output may take, and how long nothing must come for it to be silence.
const (
	PREFIXPatience = 2 * time.Second
	PREFIXSilence  = 100 * time.Millisecond
)

// PREFIXRun is one run of the system.
type PREFIXRun struct {
	t      *testing.T
	system System
	differ bool // the system may have gone another way, so that a difference is no failureFIELDS
}

func newTITLERun(t *testing.T) *PREFIXRun {
	t.Helper()
	run := &PREFIXRun{t: t, system: newSystem(t)}
	if err := run.system.Reset(); err != nil {
		t.Fatalf("the system cannot be reset: %v", err)
	}
	return run
}

// mayDiffer records that the model allows other behaviour from here on.
func (r *PREFIXRun) mayDiffer() { r.differ = true }

// wrong ends the test: it fails, or is skipped if the model allows other behaviour.
func (r *PREFIXRun) wrong(format string, args ...any) {
	r.t.Helper()
	if r.differ {
		r.t.Skipf("inconclusive, the system may go another way: "+format, args...)
	}
	r.t.Fatalf(format, args...)
}

// when continues only if a condition on earlier outputs holds; otherwise another path is correct.
func (r *PREFIXRun) when(holds bool, condition string) {
	r.t.Helper()
	if !holds {
		r.t.Skipf("inconclusive, the system went another way: the test is for %s", condition)
	}
}

// where checks a condition on outputs.
func (r *PREFIXRun) where(holds bool, condition string) {
	r.t.Helper()
	if !holds {
		r.wrong("this does not hold: %s", condition)
	}
}

func (r *PREFIXRun) send(channel string, payload ...any) {
	r.t.Helper()
	if err := r.system.Send(channel, payload...); err != nil {
		r.t.Fatalf("%s%v cannot be sent: %v", channel, payload, err)
	}
}

// expect waits for an output and compares it. It returns the free values.
func (r *PREFIXRun) expect(channel string, payload ...any) (seen map[int]any) {
	r.t.Helper()
	seen = map[int]any{}
	got, values, err := r.system.Receive(PATIENCE)
	switch {
	case err != nil:
		r.t.Fatalf("no output can be received: %v", err)
	case got == "":MISSING
		r.wrong("the system sent nothing; expected was %s%v", channel, payload)
	case got != channel || !PREFIXMatch(payload, values, seen):
		r.wrong("the system sent %s%v; expected was %s%v", got, values, channel, payload)
	}
	return seen
}

// silence checks that no more outputs come.
func (r *PREFIXRun) silence() {
	r.t.Helper()
	got, values, err := r.system.Receive(PREFIXSilence)
	switch {
	case err != nil:
		r.t.Fatalf("no output can be received: %v", err)
	case got != "":
		r.wrong("the system sent %s%v; expected was nothing", got, values)
	}
}

// integer is an observed integer as a number that conditions compute with.
func (r *PREFIXRun) integer(seen any) int64 {
	r.t.Helper()
	n := seen.(*big.Int)
	if !n.IsInt64() {
		r.t.Skipf("inconclusive, %v is too large to be checked here", n)
	}
	return n.Int64()
}

// PREFIXFree is a value that the model leaves free: its index among the scalars of the payload, and its kind.
type PREFIXFree struct {
	place   int
	kind    string
	members []string // of an enumeration
}

func (f PREFIXFree) String() string { return f.kind }

// PREFIXMatch compares a value with the expected one, and collects free values.
func PREFIXMatch(want, got any, seen map[int]any) bool {
	value := reflect.ValueOf(got)
	switch want := want.(type) {
	case PREFIXFree:
		return PREFIXTake(want, got, seen)SETS
	case nil:
		return got == nil
	case bool:
		return value.Kind() == reflect.Bool && value.Bool() == want
	case string:
		return value.Kind() == reflect.String && value.String() == want
	case float64:
		n, ok := PREFIXNumberOf(got)
		return ok && math.Abs(n-want) <= 1e-9*max(1, math.Abs(n), math.Abs(want))
	case []any:
		if k := value.Kind(); k != reflect.Slice && k != reflect.Array || value.Len() != len(want) {
			return false
		}
		for i := range want {
			if !PREFIXMatch(want[i], value.Index(i).Interface(), seen) {
				return false
			}
		}
		return true
	case map[string]any:
		fields, ok := got.(map[string]any)
		for name := range fields {
			if _, known := want[name]; !known {
				return false
			}
		}
		for name := range want { // a field that is nil may be left out
			if !PREFIXMatch(want[name], fields[name], seen) {
				return false
			}
		}
		return ok
	}
	n, ok := PREFIXIntegerOf(got)
	return ok && n.String() == fmt.Sprint(want)
}

// PREFIXTake collects a free value, if it has the right kind.
func PREFIXTake(want PREFIXFree, got any, seen map[int]any) bool {
	value := reflect.ValueOf(got)
	var taken any
	ok := false
	switch want.kind {
	case "anything":
		taken, ok = got, true
	case "a Boolean":
		if ok = value.Kind() == reflect.Bool; ok {
			taken = value.Bool()
		}
	case "a string":
		if ok = value.Kind() == reflect.String; ok {
			taken = value.String()
		}
	case "a member":
		if ok = value.Kind() == reflect.String && slices.Contains(want.members, value.String()); ok {
			taken = value.String()
		}
	case "a number":
		taken, ok = PREFIXNumberOf(got)
	default:
		taken, ok = PREFIXIntegerOf(got)
	}
	seen[want.place] = taken
	return ok
}

// PREFIXIntegerOf reads an integer of any kind.
func PREFIXIntegerOf(got any) (*big.Int, bool) {
	switch value := reflect.ValueOf(got); {
	case value.CanInt():
		return big.NewInt(value.Int()), true
	case value.CanUint():
		return new(big.Int).SetUint64(value.Uint()), true
	case value.CanFloat() && math.Abs(value.Float()) <= math.MaxFloat64:
		n, accuracy := big.NewFloat(value.Float()).Int(nil)
		return n, accuracy == big.Exact
	}
	return new(big.Int).SetString(fmt.Sprint(got), 10)
}

// PREFIXNumberOf reads a number of any kind.
func PREFIXNumberOf(got any) (float64, bool) {
	if value := reflect.ValueOf(got); value.CanFloat() {
		return value.Float(), true
	}
	r, ok := new(big.Rat).SetString(fmt.Sprint(got))
	if !ok {
		return 0, false
	}
	n, _ := r.Float64()
	return n, true
}

`

// goSetCase is the code that compares sets.
const goSetCase = `
	case PREFIXSet:
		return want.match(value, seen)`

const goSet = `// PREFIXSet has elements that may come in any order.
type PREFIXSet []any

func (s PREFIXSet) match(got reflect.Value, seen map[int]any) bool {
	if k := got.Kind(); k != reflect.Slice && k != reflect.Array || got.Len() != len(s) {
		return false
	}
	rest := slices.Clone(s)
	for i := range got.Len() {
		k := slices.IndexFunc(rest, func(want any) bool { return PREFIXMatch(want, got.Index(i).Interface(), seen) })
		if k < 0 {
			return false
		}
		rest = slices.Delete(rest, k, k+1)
	}
	return true
}

`

const goInteger = `// PREFIXInteger is a large integer.
func PREFIXInteger(digits string) *big.Int {
	n, _ := new(big.Int).SetString(digits, 10)
	return n
}

`

const goMember = `// member is the number of a member of an enumeration.
func (r *PREFIXRun) member(seen any, members ...string) int64 {
	return int64(slices.Index(members, seen.(string)))
}

`
