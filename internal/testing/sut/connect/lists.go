package connect

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

// Lists of systems have variable length, and arrays of models a fixed one. A list that is shorter than its array is filled up with the
// default values of the type, and a value of the payload gets the number of received elements.

// bindCounts returns the lists of an output whose length is a value.
func (d binder) bindCounts(key string, c *sts.Channel, rules map[string]string) ([]countForm, error) {
	var out []countForm
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		key := key + ".count." + name
		list, err := content.ValueNamed(c, name)
		if err != nil {
			return nil, d.errorf(key, "{%s} %w", name, err)
		}
		number, err := content.ValueNamed(c, rules[name])
		if err != nil {
			return nil, d.errorf(key, "{%s} %w", rules[name], err)
		}
		if !c.Payload[list].IsArray() {
			return nil, d.errorf(key, "%s is not a list: its type is %s", name, c.Payload[list])
		}
		if sort := c.Payload[number].Scalar; sort == nil || !sort.Contains(term.IntValue(int64(c.Payload[list].Length))) {
			return nil, d.errorf(key, "%s must be the number of elements of %s, from 0 to %d, but its type is %s", rules[name], name, c.Payload[list].Length, c.Payload[number])
		}
		out = append(out, countForm{list, number})
	}
	return out, nil
}

// fill fills up a list and stores its length.
func (f countForm) fill(c *sts.Channel, payload []any) error {
	list, ok := payload[f.list].([]any)
	if !ok {
		return fmt.Errorf("%s is no list", content.ValueNames(c)[f.list])
	}
	t := c.Payload[f.list]
	if len(list) > t.Length {
		return fmt.Errorf("the list %s has %d elements, but the array of the model has only %d", content.ValueNames(c)[f.list], len(list), t.Length)
	}
	payload[f.number] = len(list)
	empty, err := value.Encode(t.Elem, t.Elem.Defaults())
	payload[f.list] = slices.Concat(list, slices.Repeat([]any{empty}, t.Length-len(list)))
	return err
}
