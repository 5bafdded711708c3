package verify

import (
	"fmt"
	"math/big"
	"strings"
)

// expr is an expression: a constant, a variable or an operation. What a file writes once is one expr, however often it is used.
type expr struct {
	op       string // "const", "slot", "param", "bound", or an operation
	sort     *sort
	args     []*expr
	value    value   // of a constant
	index    int     // of a slot, a parameter, a bound variable, or of the component of part
	bound    []*expr // variables that the operation binds
	isShared bool    // it has a name in the file
	isOpen   bool    // it mentions a bound variable
}

// scope has what expressions of a form may mention.
type scope struct {
	sorts    []*sort
	slots    []*sort
	params   []*sort
	lets     []*expr
	bound    map[string]*expr
	numbered int // bound variables so far
}

// readLets reads the definitions of a form, which may be its second element, and returns the elements after it.
func (sc *scope) readLets(n *node) ([]*node, error) {
	rest := n.list[min(1, len(n.list)):]
	if len(rest) == 0 || rest[0].head() != "let" {
		return rest, nil
	}
	for _, l := range rest[0].list[1:] {
		e, err := sc.read(l)
		if err != nil {
			return nil, err
		}
		e.isShared = true
		sc.lets = append(sc.lets, e)
	}
	return rest[1:], nil
}

// readCondition reads an expression that is true or false.
func (sc *scope) readCondition(n *node) (*expr, error) {
	e, err := sc.read(n)
	if err == nil && e.sort.kind != boolKind {
		err = n.errorf("a condition is expected")
	}
	return e, err
}

// read reads an expression.
func (sc *scope) read(n *node) (*expr, error) {
	if !n.isList() {
		return sc.readWord(n)
	}
	op := n.head()
	rest := n.list[min(1, len(n.list)):]
	switch op {
	case "const":
		if len(rest) != 2 {
			return nil, n.errorf("const has a sort and a value")
		}
		s, err := sc.readSort(rest[0])
		if err != nil {
			return nil, err
		}
		v, err := readValue(rest[1], s)
		if err == nil && !s.contains(v) {
			err = n.errorf("the constant is not of its sort")
		}
		return &expr{op: op, sort: s, value: v}, err
	case "exists", "forall":
		return sc.readBinder(n, op, boolSort, rest, 0)
	}
	if len(rest) < 2 || signatures[op] == "" {
		return nil, n.errorf("no such operation: %q", op)
	}
	s, err := sc.readSort(rest[0])
	if err != nil {
		return nil, err
	}
	switch op {
	case "filter", "each", "all":
		return sc.readBinder(n, op, s, rest[1:], 1)
	case "fold":
		return sc.readBinder(n, op, s, rest[1:], 2)
	}
	return sc.readOperation(n, &expr{op: op, sort: s}, rest[1:])
}

func (sc *scope) readSort(n *node) (*sort, error) {
	i, err := n.reference("#", len(sc.sorts))
	if err != nil {
		return nil, err
	}
	return sc.sorts[i], nil
}

// readWord reads a number, a truth value, or a reference.
func (sc *scope) readWord(n *node) (*expr, error) {
	leaf := func(op string, letter string, sorts []*sort) (*expr, error) {
		i, err := n.reference(letter, len(sorts))
		if err != nil {
			return nil, err
		}
		return &expr{op: op, sort: sorts[i], index: i}, nil
	}
	switch {
	case n.quoted || n.word == "":
	case n.word == "true" || n.word == "false":
		return &expr{op: "const", sort: boolSort, value: n.word == "true"}, nil
	case n.word[0] == 's':
		return leaf("slot", "s", sc.slots)
	case n.word[0] == 'p':
		return leaf("param", "p", sc.params)
	case n.word[0] == 'b':
		if b := sc.bound[n.word]; b != nil {
			return b, nil
		}
	case n.word[0] == '$':
		i, err := n.reference("$", len(sc.lets))
		if err != nil {
			return nil, err
		}
		return sc.lets[i], nil
	default:
		if i, ok := new(big.Int).SetString(n.word, 10); ok {
			return &expr{op: "const", sort: intSort, value: i}, nil
		}
	}
	return nil, n.errorf("%q is not known here", n.word)
}

// readBinder reads an operation that binds variables: some arguments, the variables with their sorts, and a body.
func (sc *scope) readBinder(n *node, op string, s *sort, rest []*node, args int) (*expr, error) {
	e := &expr{op: op, sort: s}
	if len(rest) != args+2 || !rest[args].isList() || len(rest[args].list) == 0 {
		return nil, n.errorf("%s has variables and a body", op)
	}
	for _, a := range rest[:args] {
		arg, err := sc.read(a)
		if err != nil {
			return nil, err
		}
		e.args, e.isOpen = append(e.args, arg), e.isOpen || arg.isOpen
	}
	before := sc.bound
	defer func() { sc.bound = before }()
	sc.bound = map[string]*expr{}
	for name, b := range before {
		sc.bound[name] = b
	}
	for _, v := range rest[args].list {
		if len(v.list) != 2 || !strings.HasPrefix(v.list[0].word, "b") {
			return nil, v.errorf("a variable has a name and a sort")
		}
		vs, err := sc.readSort(v.list[1])
		if err != nil {
			return nil, err
		}
		b := &expr{op: "bound", sort: vs, index: sc.numbered, isOpen: true}
		sc.numbered++
		sc.bound[v.list[0].word] = b
		e.bound = append(e.bound, b)
	}
	body, err := sc.read(rest[args+1])
	if err != nil {
		return nil, err
	}
	e.args = append(e.args, body)
	e.isOpen = e.isOpen || len(before) > 0 && body.isOpen
	return e, e.checkBinder(n)
}

// checkBinder checks the sorts of an operation that binds variables.
func (e *expr) checkBinder(n *node) error {
	body := e.args[len(e.args)-1].sort
	if e.op == "exists" || e.op == "forall" {
		if body.kind != boolKind {
			return n.errorf("the sorts of %s do not fit", e.op)
		}
		return nil
	}
	over := e.args[0].sort
	fits := (over.kind == seqKind || over.kind == setKind) && e.bound[len(e.bound)-1].sort.same(over.parts[0])
	switch e.op {
	case "filter":
		fits = fits && len(e.bound) == 1 && body.kind == boolKind && e.sort.same(over)
	case "all":
		fits = fits && len(e.bound) == 1 && body.kind == boolKind && e.sort.kind == boolKind
	case "each":
		fits = fits && len(e.bound) == 1 && e.sort.kind == over.kind && e.sort.parts[0].same(body)
	case "fold":
		fits = fits && len(e.bound) == 2 && e.bound[0].sort.same(e.sort) && e.sort.same(e.args[1].sort) && e.sort.same(body)
	}
	if !fits {
		return n.errorf("the sorts of %s do not fit", e.op)
	}
	return nil
}

// readOperation reads the arguments of an operation.
func (sc *scope) readOperation(n *node, e *expr, rest []*node) (*expr, error) {
	if e.op == "part" {
		i, err := rest[0].number(1 << 20)
		if err != nil {
			return nil, err
		}
		e.index, rest = i, rest[1:]
	}
	for _, a := range rest {
		arg, err := sc.read(a)
		if err != nil {
			return nil, err
		}
		e.args, e.isOpen = append(e.args, arg), e.isOpen || arg.isOpen
	}
	if !e.fits() {
		return nil, n.errorf("the sorts of %s do not fit", e.op)
	}
	return e, nil
}

// signatures has the sorts of the arguments and of the result of each operation: B is bool, I int, R real, T text, W bits, N numbers of one
// sort, A anything of one sort, C a collection, and * any number of the last. Collections are checked where they are computed.
var signatures = map[string]string{
	"not": "B:B", "and": "B*:B", "or": "B*:B", "ite": "BAA:A", "=": "AA:B", "<=": "NN:B", "<": "NN:B", "+": "N*:N", "*": "NN:N", "div": "NN:N",
	"mod": "NN:N", "to-real": "I:R", "floor": "R:I", "bit-and": "NN:N", "bit-or": "NN:N", "bit-xor": "NN:N", "bit-not": "N:N", "shift-left": "NN:N",
	"shift-right": "NN:N", "convert": "W:W", "bits-to-int": "W:I", "int-to-bits": "I:W",
	"text-concat": "T*:T", "text-length": "T:I", "text-le": "TT:B", "text-lt": "TT:B", "text-part": "TII:T", "text-contains": "TT:B",
	"text-starts": "TT:B", "text-ends": "TT:B", "text-index": "TTI:I", "text-replace": "TTT:T", "text-replace-all": "TTT:T", "text-to-int": "T:I",
	"int-to-text": "I:T", "text-upper": "T:T", "text-lower": "T:T", "text-matches": "TT:B",
	"tuple": "C", "part": "C", "items": "C", "size": "C", "at": "C", "get": "C", "has": "C", "join": "C", "slice": "C", "put": "C", "insert": "C",
	"remove": "C", "find": "C", "reverse": "C", "sorted": "C", "insert-sorted": "C", "to-set": "C", "to-map": "C", "keys": "C",
	"filter": "C", "each": "C", "all": "C", "fold": "C",
}

// letters are the kinds of a signature.
var letters = map[byte]kind{'B': boolKind, 'I': intKind, 'R': realKind, 'T': textKind, 'W': bitsKind}

// fits reports whether the sorts of an operation are those of its signature.
func (e *expr) fits() bool {
	pattern, result, scalar := strings.Cut(signatures[e.op], ":")
	if !scalar {
		return e.fitsCollection()
	}
	many := strings.HasSuffix(pattern, "*")
	pattern = strings.TrimSuffix(pattern, "*")
	if len(e.args) == 0 || !many && len(e.args) != len(pattern) {
		return false
	}
	var one *sort // of A or N
	fits := func(letter byte, s *sort) bool {
		if k, fixed := letters[letter]; fixed {
			return s.kind == k
		}
		if one == nil {
			one = s
		}
		return one.same(s) && (letter == 'A' || s.isNumber())
	}
	for i, a := range e.args {
		if !fits(pattern[min(i, len(pattern)-1)], a.sort) {
			return false
		}
	}
	return fits(result[0], e.sort)
}

// String names the operation, for messages.
func (e *expr) String() string { return fmt.Sprintf("%s of %s", e.op, e.sort.kind) }
