package zone

// Differences of zones. What a zone has beyond another is a union of zones: for each bound of the other one, the values that violate it and
// keep those before it.

// maxPieces bounds the number of zones that a difference is taken apart into.
const maxPieces = 64

// Beyond returns zones without common values that together are z without the values of others. It is not ok if these would be very many, or a
// zone is refused.
func (z *Zone) Beyond(others ...*Zone) (rest []*Zone, ok bool) {
	if z.Refused() {
		return nil, false
	}
	if !z.IsEmpty() {
		rest = append(rest, z)
	}
	for _, o := range others {
		if o.Refused() {
			return nil, false
		}
		var left []*Zone
		for _, piece := range rest {
			left = piece.without(o, left)
		}
		if rest = left; len(rest) > maxPieces {
			return nil, false
		}
	}
	return rest, true
}

// without adds the parts of z that are not in o to a list.
func (z *Zone) without(o *Zone, to []*Zone) []*Zone {
	if o.IsEmpty() {
		return append(to, z)
	}
	if o.Includes(z) {
		return to
	}
	inside := z.Clone()
	for x := range z.size {
		for y := range z.size {
			b := o.Bound(x, y)
			if b >= inside.Bound(x, y) {
				continue
			}
			outside := inside.Clone()
			if outside.Constrain(y, x, b.negated()); !outside.IsEmpty() {
				to = append(to, outside)
			}
			if inside.Constrain(x, y, b); inside.IsEmpty() {
				return to
			}
		}
	}
	return to
}

// negated returns the bound on y - x of values that violate a finite bound on x - y.
func (b Bound) negated() Bound { return 1 - b }
