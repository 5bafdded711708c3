package term

// Sets and maps whose keys have few possible values need no more candidates than there are values. Conditional removals and insertions would
// otherwise add candidates with every step.

// maxDomain bounds the number of values that the keys of candidates are compared with.
const maxDomain = 16

// merged has one candidate for each possible key of a set or map, if it has more candidates than that.
func (s *Store) merged(sort *Sort, candidates []candidate) []candidate {
	if s.raw || sort.Kind != KindSet && sort.Kind != KindMap || len(candidates) < 2 {
		return candidates
	}
	keys := make([]*Term, len(candidates))
	for i, c := range candidates {
		keys[i] = c.key
	}
	domain := s.domain(keys, min(maxDomain, len(candidates)-1))
	if len(domain) == 0 {
		return candidates
	}
	out := make([]candidate, len(domain))
	for i, key := range domain {
		out[i] = candidate{when: s.has(candidates, key), key: key}
		if sort.Kind == KindMap {
			out[i].value = s.valueOf(sort.Parts[1], candidates, key)
		}
	}
	return possible(out)
}

// domain lists constants of which each of some terms is one, or none if there are more than limit.
func (s *Store) domain(terms []*Term, limit int) []*Term {
	switch sort := terms[0].sort; sort.Kind {
	case KindBool, KindEnum:
		return s.constants(sort, sort.Values(int64(limit)))
	case KindInt:
		all := terms[0].bounds
		for _, t := range terms[1:] {
			all = all.Join(t.bounds)
		}
		if !all.Low.OK || !all.High.OK {
			return nil
		}
		return s.constants(sort, Range(all.Low.N, all.High.N).Values(int64(limit)))
	case KindTuple:
		return s.tupleDomain(terms, limit)
	}
	return nil
}

func (s *Store) constants(sort *Sort, values []Value) []*Term {
	out := make([]*Term, len(values))
	for i, v := range values {
		out[i] = s.Const(sort, v)
	}
	return out
}

// tupleDomain combines the domains of components.
func (s *Store) tupleDomain(tuples []*Term, limit int) []*Term {
	rows := [][]*Term{nil}
	for i := range tuples[0].sort.Parts {
		column := make([]*Term, len(tuples))
		for j, t := range tuples {
			column[j] = s.Part(t, i)
		}
		domain := s.domain(column, limit/len(rows))
		if len(domain) == 0 {
			return nil
		}
		var next [][]*Term
		for _, row := range rows {
			for _, v := range domain {
				next = append(next, with(row, v))
			}
		}
		rows = next
	}
	out := make([]*Term, len(rows))
	for i, row := range rows {
		out[i] = s.Tuple(row...)
	}
	return out
}
