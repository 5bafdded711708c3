package bugs

import "github.com/sextant-mbt/sextant/bench/bugs/calc"

func calcTarget() *Target {
	return &Target{
		Name: "calc", Nature: "library in Go: a calculator with a stack",
		Ops: []Op{{"push", []Arg{{Kind: Int, Low: -calc.Most, High: calc.Most, Bundle: "number"}}}, {"add", nil}, {"sub", nil}, {"larger", nil}, {"compare", nil},
			{"swap", nil}, {"drop", nil}, {"store", nil}, {"recall", nil}, {"clear", nil}},
		Rare: []string{"clear"},
		Faults: []Fault{
			{"add-float64", Width, "numbers are added as float64"},
			{"add-int32", Width, "small numbers are added with 32 bits"},
			{"compare-by-difference", Width, "numbers are compared by their difference, of which 32 bits are kept"},
			{"sub-backwards-when-negative", OrderOfTwo, "the smaller number is always subtracted from the larger"},
			{"max-ignores-sign", OrderOfTwo, "of two negative numbers the smaller one is taken"},
			{"equal-is-greater", EqualValue, "equal numbers are not equal, except 0"},
			{"swap-takes-the-bottom", OffByOne, "the number at the bottom is exchanged"},
			{"underflow-pops", LeakError, "an operation on a single number removes it"},
			{"underflow-is-full", WrongCode, "an operation on a single number is answered with full"},
			{"overflow-leaves-result", LeakError, "a result that is out of range stays on the stack"},
			{"clear-keeps-memory", AfterReset, "the memory is not cleared"},
		},
		Start: func(fault string) (Instance, error) { return stack{calc.New(fault)}.instance(), nil },
	}
}

type stack struct{ *calc.Calc }

func (s stack) instance() Instance {
	return local(func(in Message) []Message {
		switch in.Name {
		case "push":
			return s.result(s.Push(in.Args[0].(int64)))
		case "swap":
			return s.result(s.Swap())
		case "drop":
			return s.result(s.Drop())
		case "store":
			return s.result(s.Store())
		case "recall":
			return s.result(s.Recall())
		case "clear":
			s.Clear()
			return s.result("")
		}
		return s.result(s.Binary(in.Name))
	})
}

func (s stack) result(problem calc.Problem) []Message {
	if problem != "" {
		return say("error", string(problem))
	}
	if s.Depth() == 0 {
		return say("empty")
	}
	return say("top", s.Top(), int64(s.Depth()))
}
