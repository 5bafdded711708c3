package keep

import "testing"

// TestDeadEnds: an extreme from which walks find nothing new is dropped, and an equal one is kept again later; the first one is never
// dropped.
func TestDeadEnds(t *testing.T) {
	const first, last, again = 1, 2, 3
	e := Extremes[int](0)[0]
	e.Add(first, []int64{1})
	e.Add(last, []int64{2})
	for range maxFailed {
		if e.Beaten([]int64{2}) {
			t.Fatal("the last extreme was forgotten too early")
		}
		Outpost[int]{last, e, e.added}.Fail()
		Outpost[int]{first, e, e.added}.Fail()
		Outpost[int]{last, e, e.added - 1}.Fail() // found something new
	}
	if !e.Beaten([]int64{2}) || e.Beaten([]int64{1}) {
		t.Errorf("%d posts are kept, want the first only", len(e.posts))
	}
	if e.Add(again, []int64{2}) {
		t.Error("what was found again is no record")
	}
	if len(e.posts) != 2 || e.posts[0].run != first || e.posts[1].run != again {
		t.Error("what is as extreme as the dead end is not kept")
	}
}
