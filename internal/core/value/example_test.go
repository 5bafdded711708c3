package value_test

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Values of the language are lists of scalars inside, and plain data, as JSON has it, outside.
func Example() {
	s := testkit.MustLoad(`
		system Shop
		type Item = record { name: string, prices: int[2] }
		input sell(Item)
		initial open
		sell: open -> open in sell(_)
	`)
	item := s.Channels[0].Payload[0]
	data, err := value.ReadJSON([]byte(`{"name": "nut", "prices": [3, 5]}`))
	if err != nil {
		panic(err)
	}
	scalars, err := value.Decode(item, data)
	fmt.Println(len(scalars), err)
	text, err := value.AppendJSON(nil, item, scalars)
	fmt.Println(string(text), err)

	_, err = value.Decode(item, map[string]any{"name": "nut"})
	fmt.Println(err)
	// Output:
	// 3 <nil>
	// {"name":"nut","prices":[3,5]} <nil>
	// field prices of Item is missing, got an object with fields name
}
