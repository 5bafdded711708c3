package keep

import (
	"math/rand/v2"
	"slices"
)

// Extremes: where a variable that the guards of a location read is largest or smallest. Counting up consumes no weight, so backjumping does
// not find the end of a count; nor does a walk that has to make the right choice a hundred times in a row. A walk that starts where an
// earlier one stopped counting has to make the right choice only once. So the store keeps the runs after which a variable was most extreme,
// walks start there, and more extreme runs that they find are kept in turn. A run from which several walks found nothing more extreme is a
// dead end: it is dropped, and the one before it is the most extreme again.

// Extreme has the runs after which a variable was most extreme.
type Extreme[R comparable] struct {
	slot  int
	sign  int64 // 1 for the largest, -1 for the smallest
	posts []post[R]
	added int // posts so far, including dropped ones

	record  int64 // the most extreme value so far
	records int   // how many times the record was broken
}

// Extremes returns those of a slot: the largest and the smallest value.
func Extremes[R comparable](slot int) []*Extreme[R] {
	return []*Extreme[R]{{slot: slot, sign: 1}, {slot: slot, sign: -1}}
}

// post is a run that was the most extreme, with the value of the variable after it, and the number of walks from it that found nothing new.
type post[R comparable] struct {
	run    R
	value  int64
	failed int
}

// The bounds: posts that an extreme keeps; walks after which one is a dead end; records, since variables may grow forever.
const (
	MaxPosts   = 8
	maxFailed  = 16
	MaxRecords = 4096
)

// Beaten reports whether a configuration is more extreme than the last post.
func (e *Extreme[R]) Beaten(slots []int64) bool {
	if len(e.posts) == 0 {
		return true
	}
	value := slots[e.slot]
	return e.sign*value > e.sign*e.posts[len(e.posts)-1].value && (e.records < MaxRecords || !e.isRecord(value))
}

// isRecord reports whether a value is more extreme than all before it; a value found again after a dead end is not.
func (e *Extreme[R]) isRecord(value int64) bool {
	return e.records == 0 || e.sign*value > e.sign*e.record
}

// Add makes a run the last post, and reports whether its value is a record.
func (e *Extreme[R]) Add(r R, slots []int64) bool {
	value := slots[e.slot]
	e.posts = append(e.posts[max(0, len(e.posts)+1-MaxPosts):], post[R]{run: r, value: value})
	e.added++
	if !e.isRecord(value) {
		return false
	}
	e.record = value
	e.records++
	return true
}

// Outpost is a start of a walk at an extreme.
type Outpost[R comparable] struct {
	Run R

	extreme *Extreme[R]
	added   int // of the extreme, when the walk started
}

// Draw draws a post of some extreme: the last one half of the time, and so on. It returns false if there is none.
func Draw[R comparable](random *rand.Rand, all []*Extreme[R]) (Outpost[R], bool) {
	if len(all) == 0 {
		return Outpost[R]{}, false
	}
	e := all[random.IntN(len(all))]
	i := len(e.posts) - 1
	if i < 0 {
		return Outpost[R]{}, false
	}
	for i > 0 && random.IntN(2) == 0 {
		i--
	}
	return Outpost[R]{e.posts[i].run, e, e.added}, true
}

// Fail counts a walk from an outpost that found nothing new, and drops a dead end. The first post is kept: there must be one.
func (o Outpost[R]) Fail() {
	e := o.extreme
	if e.added > o.added {
		return
	}
	for i := 1; i < len(e.posts); i++ {
		p := &e.posts[i]
		if p.run != o.Run {
			continue
		}
		if p.failed++; p.failed >= maxFailed {
			e.posts = slices.Delete(e.posts, i, i+1)
		}
		return
	}
}
