package term

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestKeys: lists of values have the same keys if and only if they are equal, also where texts look like parts of keys.
func TestKeys(t *testing.T) {
	var value *rapid.Generator[Value]
	value = rapid.Custom(func(t *rapid.T) Value {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			return IntValue(rapid.Int64Range(-40, 40).Draw(t, "number"))
		case 1:
			return StringValue(strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{" ", "=", "1", "[", ":", "=1="}), 0, 4).Draw(t, "text"), ""))
		}
		return ListValue(rapid.SliceOfN(value, 0, 3).Draw(t, "items")...)
	})
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(value, 0, 3)
		a, b := list.Draw(t, "a"), list.Draw(t, "b")
		keyOf := func(values []Value) string {
			var key []byte
			for _, v := range values {
				key = v.AppendKey(key)
			}
			return string(key)
		}
		if (keyOf(a) == keyOf(b)) != sameShape(a, b) {
			t.Fatalf("%q and %q", keyOf(a), keyOf(b))
		}
	})
}

// sameShape reports whether two lists consist of equal values of the same kinds.
func sameShape(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, isList := a[i].ref.(*List)
		y, alsoList := b[i].ref.(*List)
		_, isText := a[i].ref.(string)
		_, alsoText := b[i].ref.(string)
		switch {
		case isList != alsoList || isText != alsoText:
			return false
		case isList && !sameShape(x.items, y.items) || !isList && !a[i].Equal(b[i]):
			return false
		}
	}
	return true
}
