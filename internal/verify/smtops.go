package verify

import (
	"fmt"
	"strings"
)

// The operations of SMT-LIB. Those that are total here and not there are made so.

// plain are the operations that have a name there.
var plain = map[string]string{
	"not": "not", "and": "and", "or": "or", "ite": "ite", "=": "=", "to-real": "to_real", "floor": "to_int",
	"text-concat": "str.++", "text-length": "str.len", "text-le": "str.<=", "text-lt": "str.<", "text-part": "str.substr", "text-contains": "str.contains",
	"text-index": "str.indexof", "text-replace": "str.replace", "text-replace-all": "str.replace_all", "text-to-int": "str.to_int",
	"int-to-text": "str.from_int",
}

// numeric are those on integers and reals.
var numeric = map[string]string{"+": "+", "*": "*", "<=": "<=", "<": "<"}

// machineOps are those on machine integers, with and without a sign.
var machineOps = map[string][2]string{
	"+": {"bvadd", "bvadd"}, "*": {"bvmul", "bvmul"}, "<=": {"bvsle", "bvule"}, "<": {"bvslt", "bvult"}, "div": {"bvsdiv", "bvudiv"}, "mod": {"bvsrem", "bvurem"},
	"bit-and": {"bvand", "bvand"}, "bit-or": {"bvor", "bvor"}, "bit-xor": {"bvxor", "bvxor"}, "bit-not": {"bvnot", "bvnot"},
	"shift-left": {"bvshl", "bvshl"}, "shift-right": {"bvashr", "bvlshr"},
}

func call(op string, args []string) string { return "(" + op + " " + strings.Join(args, " ") + ")" }

// operationText returns an operation in SMT-LIB; empty if there is none.
func operationText(e *expr, args []string) string {
	if !isScalar(e.sort) || !allScalar(e.args) {
		return ""
	}
	from := e.args[0].sort
	if len(args) == 1 && strings.Contains("and or + text-concat", e.op) {
		return args[0]
	}
	switch e.op {
	case "text-starts":
		return call("str.prefixof", []string{args[1], args[0]})
	case "text-ends":
		return call("str.suffixof", []string{args[1], args[0]})
	case "bits-to-int":
		return fromBits(from, args[0])
	case "int-to-bits":
		return fmt.Sprintf("((_ int2bv %d) %s)", e.sort.width, args[0])
	case "convert":
		return converted(from, e.sort, args[0])
	}
	if name := plain[e.op]; name != "" {
		return call(name, args)
	}
	if from.kind == bitsKind {
		return machineText(e, from, args)
	}
	if name := numeric[e.op]; name != "" {
		return call(name, args)
	}
	return dividedText(e, args)
}

func allScalar(list []*expr) bool {
	for _, e := range list {
		if !isScalar(e.sort) {
			return false
		}
	}
	return true
}

// dividedText divides numbers; by zero the result is zero.
func dividedText(e *expr, args []string) string {
	switch {
	case e.op == "div" && e.sort.kind == realKind:
		return fmt.Sprintf("(ite (= %[2]s 0.0) 0.0 (/ %[1]s %[2]s))", args[0], args[1])
	case (e.op == "div" || e.op == "mod") && e.sort.kind == intKind:
		return fmt.Sprintf("(ite (= %[3]s 0) 0 (%[1]s %[2]s %[3]s))", e.op, args[0], args[1])
	}
	return ""
}

// machineText computes with machine integers. Sums have any number of arguments here, and two there.
func machineText(e *expr, s *sort, args []string) string {
	names, known := machineOps[e.op]
	if !known {
		return ""
	}
	name := names[1]
	if s.signed {
		name = names[0]
	}
	if e.op == "div" || e.op == "mod" {
		zero := fmt.Sprintf("(_ bv0 %d)", s.width)
		return fmt.Sprintf("(ite (= %[3]s %[4]s) %[4]s (%[1]s %[2]s %[3]s))", name, args[0], args[1], zero)
	}
	out := args[0]
	if e.op == "bit-not" {
		return call(name, args)
	}
	for _, a := range args[1:] {
		out = call(name, []string{out, a})
	}
	return out
}

// fromBits returns the number that a machine integer stands for.
func fromBits(s *sort, text string) string {
	if !s.signed {
		return "(bv2nat " + text + ")"
	}
	_, high := s.limits()
	return fmt.Sprintf("(ite (bvslt %[1]s (_ bv0 %[2]d)) (- (bv2nat %[1]s) (* 2 (+ 1 %[3]s))) (bv2nat %[1]s))", text, s.width, high)
}

// converted returns a machine integer with another width: cut, or extended by its sign.
func converted(from, to *sort, text string) string {
	switch {
	case to.width < from.width:
		return fmt.Sprintf("((_ extract %d 0) %s)", to.width-1, text)
	case to.width == from.width:
		return text
	case from.signed:
		return fmt.Sprintf("((_ sign_extend %d) %s)", to.width-from.width, text)
	}
	return fmt.Sprintf("((_ zero_extend %d) %s)", to.width-from.width, text)
}
