package efsmjson

import "testing"

// Kinds that are joined one after the other are found in few steps.
func TestKindsAreFlat(t *testing.T) {
	kinds := []*kind{newKind(number)}
	for i := range 1000 {
		k := newKind(open)
		if i%2 == 0 {
			k.join(kinds[i])
		} else {
			kinds[i].join(k)
		}
		kinds = append(kinds, k)
	}
	for _, k := range kinds {
		if k.known() != number || k.joined != nil && k.joined.joined != nil {
			t.Fatalf("%v is not next to its root", k)
		}
	}
}
