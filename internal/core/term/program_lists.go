package term

// limited returns a list unless it is too large.
func (f *Frame) limited(v Value) Value {
	if l, ok := v.ref.(*List); ok && l.weight > maxWeight {
		f.err = ErrTooLarge{}
		return emptyList
	}
	return v
}

// listOperation is the concrete computation of an operation on tuples and collections.
func listOperation(t *Term) func(f *Frame, args []int) Value {
	compute := listComputation(t)
	return func(f *Frame, a []int) Value {
		values := make([]Value, len(a))
		for i, r := range a {
			values[i] = f.values[r]
		}
		return f.limited(compute(values))
	}
}

func listComputation(t *Term) func(a []Value) Value {
	sort := t.args[0].sort
	switch t.op {
	case OpTuple:
		return func(a []Value) Value { return ListValue(a...) }
	case OpPart:
		return partOf(t)
	case OpItems:
		return presentItems(t.sort.Kind)
	case OpSize:
		return func(a []Value) Value { return IntValue(int64(sort.count(a[0].list()))) }
	case OpSorted:
		return func(a []Value) Value { return sortedItems(sort.Parts[0], a[0].list()) }
	case OpInsertSorted:
		return func(a []Value) Value { return seqInsertSorted(sort.Parts[0], a[0].list(), a[1]) }
	case OpReverse:
		return func(a []Value) Value { return reversed(a[0].list()) }
	case OpToSet:
		return func(a []Value) Value { return setJoin(a[0].list(), emptyList.list()) }
	case OpToMap:
		return func(a []Value) Value { return toMap(a[0].list()) }
	}
	switch sort.Kind {
	case KindSeq:
		return seqComputation(t, sort.Parts[0].Base().Default())
	case KindSet:
		return setComputation(t)
	}
	return mapComputation(t, sort)
}

func partOf(t *Term) func(a []Value) Value {
	i, other := t.value.n, t.sort.Default()
	return func(a []Value) Value {
		if items := a[0].list().items; i < int64(len(items)) {
			return items[i]
		}
		return other
	}
}

// presentItems is the collection of the candidates whose condition is true.
func presentItems(kind Kind) func(a []Value) Value {
	return func(a []Value) Value {
		stride := 2
		if kind == KindMap {
			stride = 3
		}
		var items []Value
		for i := 0; i < len(a); i += stride {
			if a[i].Bool() {
				items = append(items, a[i+1:i+stride]...)
			}
		}
		switch kind {
		case KindSet:
			return SetValue(items...)
		case KindMap:
			return MapValue(items...)
		}
		return ListValue(items...)
	}
}

func seqComputation(t *Term, other Value) func(a []Value) Value {
	switch t.op {
	case OpAt:
		return func(a []Value) Value {
			items := a[0].list().items
			if i, ok := indexIn(a[1], len(items)); ok {
				return items[i]
			}
			return other
		}
	case OpHas:
		return func(a []Value) Value { return BoolValue(seqFind(a[0].list(), a[1]) >= 0) }
	case OpFind:
		return func(a []Value) Value { return IntValue(int64(seqFind(a[0].list(), a[1]))) }
	case OpJoin:
		return func(a []Value) Value { return seqJoin(a[0].list(), a[1].list()) }
	case OpSlice:
		return func(a []Value) Value { return seqSlice(a[0].list(), a[1], a[2]) }
	case OpPut:
		return func(a []Value) Value { return seqPut(a[0].list(), a[1], a[2]) }
	case OpInsert:
		return func(a []Value) Value { return seqInsert(a[0].list(), a[1], a[2]) }
	}
	return func(a []Value) Value { return seqRemove(a[0].list(), a[1]) }
}

func setComputation(t *Term) func(a []Value) Value {
	switch t.op {
	case OpHas:
		return func(a []Value) Value { _, found := search(a[0].list(), a[1], 1); return BoolValue(found) }
	case OpJoin:
		return func(a []Value) Value { return setJoin(a[0].list(), a[1].list()) }
	case OpInsert:
		return func(a []Value) Value { return setInsert(a[0].list(), a[1]) }
	}
	return func(a []Value) Value { return keyRemove(a[0].list(), a[1], 1) }
}

func mapComputation(t *Term, sort *Sort) func(a []Value) Value {
	other := sort.Parts[1].Base().Default()
	switch t.op {
	case OpGet:
		return func(a []Value) Value {
			if i, found := search(a[0].list(), a[1], 2); found {
				return a[0].list().items[i+1]
			}
			return other
		}
	case OpHas:
		return func(a []Value) Value { _, found := search(a[0].list(), a[1], 2); return BoolValue(found) }
	case OpJoin:
		return func(a []Value) Value { return mapJoin(a[0].list(), a[1].list()) }
	case OpPut:
		return func(a []Value) Value { return mapPut(a[0], a[1], a[2]) }
	case OpKeys:
		return func(a []Value) Value { return mapKeys(a[0].list()) }
	}
	return func(a []Value) Value { return keyRemove(a[0].list(), a[1], 2) }
}

// rebuildList applies an operation on tuples and collections to new arguments.
func (s *Store) rebuildList(t *Term, args []*Term) *Term {
	switch t.op {
	case OpTuple:
		return s.Tuple(args...)
	case OpPart:
		return s.Part(args[0], int(t.value.n))
	case OpItems:
		return s.items(t.sort, split(args, t.sort.Kind == KindMap)) // they stay distinct because of their conditions
	case OpSlice:
		return s.Slice(args[0], args[1], args[2])
	case OpPut:
		return s.Put(args[0], args[1], args[2])
	case OpInsert:
		if len(args) == 3 {
			return s.InsertAt(args[0], args[1], args[2])
		}
		return s.Insert(args[0], args[1])
	}
	return listBinary[t.op](s, args[0], args[1])
}

// listBinary holds the constructors of operations on two arguments.
var listBinary = [opCount]func(*Store, *Term, *Term) *Term{OpAt: (*Store).At, OpGet: (*Store).Get, OpHas: (*Store).Has,
	OpJoin: (*Store).Join, OpRemove: (*Store).Remove, OpFind: (*Store).Find, OpInsertSorted: (*Store).InsertSorted}
