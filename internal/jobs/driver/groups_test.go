package driver

import (
	"slices"
	"strings"
	"testing"
)

// Every flag has a group that the help knows, the same in all commands, and a help text in words that are explained.
func TestFlagGroups(t *testing.T) {
	want := map[string]FlagGroup{
		"json": GroupOutput, "junit": GroupOutput, "graph": GroupOutput, "output": GroupOutput, "timeout": GroupCommon, "const": GroupCommon,
		"allow-exec": GroupCommon, "externs": GroupExterns, "contract": GroupExterns, "solver-cmd": GroupSolver, "log-smt": GroupSolver,
		"sut": GroupSystem, "depth": GroupSearch, "states": GroupSearch, "cover": GroupOwn, "engine": GroupOwn,
	}
	ownMeaning := []string{"wait", "save", "call-timeout", "steps", "reach", "strategy", "queries", "reduce"} // in some command the flag is about something else
	groups := map[string]FlagGroup{}
	for _, a := range Analyses {
		for _, f := range a.Flags(a.New()) {
			if !slices.Contains(FlagGroups, f.Group) || f.Group.Title() == "" {
				t.Errorf("%s --%s is in the group %q", a.Name, f.Name, f.Group)
			}
			if before, known := groups[f.Name]; known && before != f.Group && !slices.Contains(ownMeaning, f.Name) {
				t.Errorf("%s --%s is in the group %s, elsewhere in %s", a.Name, f.Name, f.Group, before)
			}
			groups[f.Name] = f.Group
			for _, jargon := range []string{"definition ", "algorithm 1", "the paper's", "without Dep", "witness"} {
				if strings.Contains(f.Tag.Get("help"), jargon) {
					t.Errorf("%s --%s: %q is not explained", a.Name, f.Name, jargon)
				}
			}
		}
	}
	for name, group := range want {
		if groups[name] != group {
			t.Errorf("--%s is in the group %q, not %q", name, groups[name], group)
		}
	}
}

// Flags of one method are only where they apply.
func TestFlagsOnlyWhereTheyApply(t *testing.T) {
	has := map[string][]string{}
	for _, a := range Analyses {
		for _, name := range a.Without {
			if !slices.ContainsFunc(Fields(a.New()), func(f Field) bool { return f.Name == name }) {
				t.Errorf("%s is without --%s, which its options do not have", a.Name, name)
			}
		}
		for _, f := range a.Flags(a.New()) {
			has[f.Name] = append(has[f.Name], a.Name)
		}
	}
	for flag, want := range map[string]string{
		"no-dep": "explore", "no-nocorres": "explore", "solve": "explore, generate, concolic, mutate",
		"inactivity": "concolic", "refine": "abstract", "junit": "run, replay",
	} {
		if got := strings.Join(has[flag], ", "); got != want {
			t.Errorf("--%s is a flag of %s, want %s", flag, got, want)
		}
	}
}
