package bugs

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// in returns an input. Numbers are given as int.
func in(name string, args ...any) Message {
	for i, a := range args {
		if n, ok := a.(int); ok {
			args[i] = int64(n)
		}
	}
	return Message{Name: name, Args: args}
}

// times repeats an input.
func times(n int, m Message) []Message {
	var out []Message
	for range n {
		out = append(out, m)
	}
	return out
}

func long(n int) string { return strings.Repeat("x", n) }

// then joins inputs and lists of inputs.
func then(parts ...any) []Message {
	var out []Message
	for _, p := range parts {
		switch p := p.(type) {
		case Message:
			out = append(out, p)
		case []Message:
			out = append(out, p...)
		}
	}
	return out
}

// Every fault is real: the last answer of the scenario differs from that of the correct system, the answers before do not.
func TestFaultsAreReal(t *testing.T) {
	for _, target := range Targets() {
		for _, f := range target.Faults {
			t.Run(target.Name+"/"+f.Name, func(t *testing.T) {
				t.Parallel()
				inputs, ok := scenarios[target.Name+"/"+f.Name]
				if !ok {
					t.Fatal("the fault has no scenario")
				}
				right, faulty := start(t, target, ""), start(t, target, f.Name)
				for i, input := range inputs {
					a, b := right.Do(input), faulty.Do(input)
					if i < len(inputs)-1 && !Equal(a, b) {
						t.Fatalf("input %d, %v: the correct system answers %v, the faulty one %v; this is not the last input", i+1, input, a, b)
					}
					if i == len(inputs)-1 && Equal(a, b) {
						t.Fatalf("both systems answer %v to %v", a, input)
					}
				}
			})
		}
	}
}

func start(t *testing.T, target *Target, fault string) Instance {
	t.Helper()
	i, err := target.Start(fault)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(i.Close)
	return i
}

func TestScenariosNameFaults(t *testing.T) {
	known := faultNames()
	for id := range scenarios {
		if !known[id] {
			t.Errorf("%s is no fault", id)
		}
	}
}

func TestHeldoutFaultsExist(t *testing.T) {
	file, err := os.Open("heldout.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	known := faultNames()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") && !known[line] {
			t.Errorf("%s is no fault", line)
		}
	}
}

func faultNames() map[string]bool {
	out := map[string]bool{}
	for _, target := range Targets() {
		for _, f := range target.Faults {
			out[target.Name+"/"+f.Name] = true
		}
	}
	return out
}
