package term

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Term is an immutable expression. Make terms with a Store only.
type Term struct {
	id     uint64
	sort   *Sort
	args   []*Term // for a quantifier: the bound variables, then the body
	value  Value   // of OpConst
	name   string  // of OpVar
	hash   uint64
	vars   []*Term  // free variables, ordered by id, unless there are many
	bounds Interval // of an int term
	op     Op
	quant  bool // contains a quantifier
	lists  bool // contains a tuple or a collection
	many   bool // has more variables than are kept with each term, or has such a part
	store  *Store

	late     atomic.Pointer[[]*Term] // free variables of a term with many, after the first call of Vars
	negation atomic.Pointer[Term]    // of a boolean, after the first call of Not
}

// ID is a number that is unique in the Store. It depends on the order of creation; a constant that was not referenced for a while
// may be created again, with another number.
func (t *Term) ID() uint64 { return t.id }

// Op is the operation at the root.
func (t *Term) Op() Op { return t.op }

// Sort is the type of the term.
func (t *Term) Sort() *Sort { return t.sort }

// Args returns the arguments. The slice must not be changed.
func (t *Term) Args() []*Term { return slices.Clip(t.args) }

// Name is the name of a variable.
func (t *Term) Name() string { return t.name }

// Value is the value of a constant.
func (t *Term) Value() Value { return t.value }

// IsConst reports whether the term is a constant.
func (t *Term) IsConst() bool { return t.op == OpConst }

// IsTrue reports whether the term is the constant true.
func (t *Term) IsTrue() bool { return t.op == OpConst && t.sort.Kind == KindBool && t.value.n == 1 }

// IsFalse reports whether the term is the constant false.
func (t *Term) IsFalse() bool { return t.op == OpConst && t.sort.Kind == KindBool && t.value.n == 0 }

// HasQuantifier reports whether a quantifier occurs in the term.
func (t *Term) HasQuantifier() bool { return t.quant }

// HasLists reports whether a tuple or a collection occurs in the term.
func (t *Term) HasLists() bool { return t.lists }

// Store returns the store that made the term.
func (t *Term) Store() *Store { return t.store }

// Hash depends on the structure only; it is the same in every run.
func (t *Term) Hash() uint64 { return t.hash }

// Bound are the variables that a quantifier binds.
func (t *Term) Bound() []*Term { return slices.Clip(t.args[:len(t.args)-1]) }

// Body is the formula under a quantifier.
func (t *Term) Body() *Term { return t.args[len(t.args)-1] }

// Conjuncts are the parts of a conjunction; true has none. Appending to the slice copies it.
func (t *Term) Conjuncts() []*Term {
	switch {
	case t.op == OpAnd:
		return slices.Clip(t.args)
	case t.IsTrue():
		return nil
	}
	return []*Term{t}
}

// Atoms returns the comparisons and equalities in a condition, outside of quantifiers.
func (t *Term) Atoms() []*Term { return t.appendAtoms(nil) }

func (t *Term) appendAtoms(out []*Term) []*Term {
	switch t.op {
	case OpLe, OpLt, OpEq:
		return append(out, t)
	case OpNot, OpAnd, OpOr:
		for _, a := range t.args {
			out = a.appendAtoms(out)
		}
	}
	return out
}

const shardCount = 64

type shard struct {
	mu        sync.Mutex
	terms     map[uint64][]*Term
	constants rareConstants
	sweepAt   int // number of hashes of constants at which those without any are dropped
}

// Store makes and interns terms. It may be used by several goroutines.
type Store struct {
	raw    bool
	next   atomic.Uint64 // 32 bits are not enough for the constants of an endless log
	shards [shardCount]shard
	true_  *Term
	false_ *Term

	equalities sync.Map      // of two collections of collections, by the pair of them
	programs   atomic.Uint64 // how many have results in memory
	memory     programMemory
}

// NewStore makes an empty store whose constructors simplify.
func NewStore() *Store { return newStore(false) }

// NewRawStore makes a store whose constructors do not simplify. It is the reference in tests.
func NewRawStore() *Store { return newStore(true) }

func newStore(raw bool) *Store {
	s := &Store{raw: raw}
	for i := range s.shards {
		s.shards[i].terms, s.shards[i].constants = map[uint64][]*Term{}, rareConstants{}
	}
	s.true_ = s.Const(Bool, BoolValue(true))
	s.false_ = s.Const(Bool, BoolValue(false))
	return s
}

// Len is the number of terms made.
func (s *Store) Len() int { return int(s.next.Load()) }

// intern returns the term of the given structure, making it if it is new. args is kept.
func (s *Store) intern(op Op, sort *Sort, args []*Term, value Value, name string) *Term {
	h := structuralHash(op, sort, args, value, name)
	sh := &s.shards[h%shardCount]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	rare := op == OpConst && value.isRare()
	if t := sh.find(h, rare, func(t *Term) bool { return t.is(op, sort, args, value, name) }); t != nil {
		return t
	}
	t := &Term{id: s.next.Add(1), op: op, sort: sort, args: args, value: value, name: name, hash: h, store: s}
	t.vars, t.many = fewVariables(t)
	t.bounds = IntervalOf(t, (*Term).Bounds)
	t.quant = op == OpExists || op == OpForall
	t.lists = !sort.IsScalar()
	for _, a := range args {
		t.quant, t.lists = t.quant || a.quant, t.lists || a.lists
	}
	sh.add(t, rare)
	return t
}

// node is the term of an operation on arguments. args is kept.
func (s *Store) node(op Op, sort *Sort, args ...*Term) *Term {
	return s.intern(op, sort, args, Value{}, "")
}

func (t *Term) is(op Op, sort *Sort, args []*Term, value Value, name string) bool {
	return t.op == op && t.sort.Same(sort) && t.name == name && t.value.Equal(value) && slices.Equal(t.args, args) &&
		(op != OpVar || t.sort.SameBounds(sort))
}

func structuralHash(op Op, sort *Sort, args []*Term, value Value, name string) uint64 {
	h := uint64(op)*0x9e3779b97f4a7c15 + uint64(sort.Kind)*0xff51afd7ed558ccd + uint64(sort.Width)
	mix := func(x uint64) {
		h ^= x
		h *= 0xc4ceb9fe1a85ec53
		h ^= h >> 29
	}
	for _, a := range args {
		mix(a.hash)
	}
	mix(uint64(value.n))
	if value.ref != nil {
		mix(value.hash())
	}
	if name != "" {
		mix(hashText(name))
	}
	return h
}

// hashText is FNV-1a, so that hashes are the same in every run.
func hashText(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(text); i++ {
		h ^= uint64(text[i])
		h *= 1099511628211
	}
	return h
}

// Var is the variable of that name and sort. The same name with two sorts gives two variables.
func (s *Store) Var(name string, sort *Sort) *Term {
	return s.intern(OpVar, sort, nil, Value{}, name)
}

// Const is a constant.
func (s *Store) Const(sort *Sort, v Value) *Term {
	return s.intern(OpConst, sort.Base(), nil, v, "")
}

// True is the constant true.
func (s *Store) True() *Term { return s.true_ }

// False is the constant false.
func (s *Store) False() *Term { return s.false_ }

// Truth is true or false.
func (s *Store) Truth(b bool) *Term {
	if b {
		return s.true_
	}
	return s.false_
}

// Int is an integer constant.
func (s *Store) Int(n int64) *Term { return s.Const(Int, IntValue(n)) }
