package sextant_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/sextant-mbt/sextant"
	_ "github.com/sextant-mbt/sextant/runners/starlark" // examples/microgrid/empty.sxt has a function in Starlark
)

func ExampleLoad() {
	model, err := sextant.Load("examples/light/light.sxt")
	if err != nil {
		fmt.Println(err) // every error of the model, with its position
		return
	}
	fmt.Println(model.Name(), model.Transitions())
	// Output: Light [turnOn dim turnOff tooLong stayOn]
}

func ExampleModel_Explore() {
	model, err := sextant.Load("examples/class2/class2.sxt")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := model.Explore(context.Background(), sextant.ExploreOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d of %d transitions\n", model.Name(), len(result.Coverage.Covered), result.Coverage.Total())
	// Output: Class2: 21 of 21 transitions
}

// A Go function behind an extern: its real results decide which paths are possible.
func ExampleExploreOptions_functions() {
	model, err := sextant.Load("examples/microgrid/empty.sxt")
	if err != nil {
		fmt.Println(err)
		return
	}
	integral := func(args []any) (any, error) {
		values := args[0].([]any)
		return new(big.Int).Add(values[0].(*big.Int), values[1].(*big.Int)), nil
	}
	result, err := model.Explore(context.Background(), sextant.ExploreOptions{
		Functions: sextant.Functions{"INTGR": integral},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d transitions\n", len(result.Coverage.Covered), result.Coverage.Total())
	// Output: 8 of 8 transitions
}

// A lamp in Go against its model: the right one passes, and one whose dimmer goes too far is caught.
func ExampleModel_Test() {
	model, err := sextant.Load("examples/light/light.sxt")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, top := range []int64{10, 99} {
		lamp := sextant.Synchronous(newLamp(top))
		result, err := model.Test(context.Background(), lamp, sextant.TestOptions{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(result.Verdict)
		if result.Verdict == sextant.Fail {
			fmt.Println(result.Evidence)
			for _, event := range result.Trace {
				if event.Message != "" {
					fmt.Println("-", event.Kind, event.Message)
				}
			}
		}
	}
	// Output:
	// pass
	// fail
	// step 6: the system sent lamp(11); allowed was: lamp(10)
	// - input press()
	// - output lamp(3)
	// - input turn(8)
	// - output lamp(11)
}

// In a Go test, one line tests a system against its model. The names of the subtests are those of the model's transitions:
//
//	=== RUN   TestLamp/paths/01-turnOn-dim-stayOn-turnOff
//	=== RUN   TestLamp/paths/02-turnOn-dim-tooLong
//	=== RUN   TestLamp/online
func ExampleTest() {
	var t *testing.T // of func TestLamp(t *testing.T)
	sextant.Test(t, sextant.File("examples/light/light.sxt"), sextant.Synchronous(newLamp(10)), sextant.TestOptions{Steps: 200})
}

// In a Go fuzz test, "go test -fuzz FuzzLamp" looks for a path of the model on which the system fails.
func ExampleFuzz() {
	var f *testing.F // of func FuzzLamp(f *testing.F)
	sextant.Fuzz(f, sextant.File("examples/light/light.sxt"), sextant.Synchronous(newLamp(10)), sextant.TestOptions{})
}

// A suite with a run of each transition, and the inputs of the first test.
func ExampleModel_Generate() {
	model, err := sextant.Load("examples/light/light.sxt")
	if err != nil {
		fmt.Println(err)
		return
	}
	suite, err := model.Generate(context.Background(), sextant.GenerateOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(suite.Tests), "tests,", len(suite.Coverage.Missing), "transitions are missing")
	fmt.Println(suite.Run("turnOn").Transitions[0])
	// Output:
	// 2 tests, 0 transitions are missing
	// turnOn
}
