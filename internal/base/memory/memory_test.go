package memory

import (
	"testing"
	"testing/fstest"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Size{"512MB": 512 << 20, "512m": 512 << 20, "2GB": 2 << 30, "2GiB": 2 << 30, "1.5 G": 3 << 29, "4096": 4096, "4096B": 4096, "1TB": 1 << 40, "0": 0} {
		if got, err := Parse(text); got != want || err != nil {
			t.Errorf("%s: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "MB", "-1", "much", "1e30", "NaN", "Inf", "5PB", "12 34"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}

func TestSizeIsWrittenAsItIsRead(t *testing.T) {
	for _, s := range []Size{0, 17, 1 << 10, 512 << 20, 3 << 29, 2 << 40} {
		if again, err := Parse(s.String()); again != s || err != nil {
			t.Errorf("%d is written %s and read as %d, %v", s, s, again, err)
		}
	}
}

// machine holds the files of a machine with 10 GB available.
func machine(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{"proc/meminfo": {Data: []byte("MemTotal: 1\nMemAvailable:   10485760 kB\n")}}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func TestFree(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  Size
	}{
		"no group":                {nil, 10 << 30},
		"a group without a limit": {map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "max\n"}, 10 << 30},
		"a group":                 {map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "1000\n", "sys/fs/cgroup/a/memory.current": "400\n"}, 600},
		"the group around it":     {map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "5000\n", "sys/fs/cgroup/a/memory.max": "1000\n"}, 1000},
		"files in memory": {map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "1000\n", "sys/fs/cgroup/a/memory.current": "400\n",
			"sys/fs/cgroup/a/memory.stat": "anon 1\ninactive_file 300\n"}, 900},
		"version 1": {map[string]string{"proc/self/cgroup": "2:cpu:/x\n4:memory:/a\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes": "700",
			"sys/fs/cgroup/memory/a/memory.usage_in_bytes": "200"}, 500},
		"more used than allowed": {map[string]string{"proc/self/cgroup": "0::/", "sys/fs/cgroup/memory.max": "10", "sys/fs/cgroup/memory.current": "20"}, 0},
		"nonsense":               {map[string]string{"proc/self/cgroup": "::\n0::../../..\nx", "sys/fs/cgroup/memory.max": "y"}, 10 << 30},
	} {
		if got := freeIn(machine(test.files)); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
	if got := freeIn(fstest.MapFS{}); got != usual {
		t.Errorf("where the system does not say: %d", got)
	}
	if Free() <= 0 {
		t.Error("nothing is free here")
	}
}

// The more memory is in use, the lower the tolerated percentage of garbage; between the bounds the amount is constant.
func TestPercent(t *testing.T) {
	for used, want := range map[Size]int{0: mostPercent, 1 << 20: mostPercent, 64 << 20: mostPercent, 128 << 20: 300, 256 << 20: 150, 384 << 20: 100, 8 << 30: leastPercent} {
		if got := percent(used); got != want {
			t.Errorf("%s: %d, want %d", used, got, want)
		}
	}
}

// A budget calls drop when half of it is used, again when more is used, and ends the search when that does not help.
func TestBudget(t *testing.T) {
	used, dropped := Size(0), 0
	b := BudgetOf(1000, func() Size { return used })
	for i, step := range []struct {
		use, after Size // before and after things are dropped
		drops      int
		goesOn     bool
	}{{100, 100, 0, true}, {499, 499, 0, true}, {500, 200, 1, true}, {400, 400, 1, true}, {600, 600, 2, true}, {690, 690, 2, true}, {700, 600, 3, true}, {900, 790, 4, false}} {
		used = step.use
		goesOn := b.Keep(func() { dropped++; used = step.after })
		if dropped != step.drops || goesOn != step.goesOn {
			t.Errorf("step %d: dropped %d times, goes on: %v", i, dropped, goesOn)
		}
	}
	var none *Budget
	if !none.Keep(func() { t.Error("something was dropped") }) || none.Limit() != 0 {
		t.Error("no budget is a bound")
	}
	if live() <= 0 || NewBudget(0).Limit() < Least {
		t.Error("nothing is in use")
	}
}
