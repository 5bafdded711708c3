package driver

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
)

// FlagGroup is a group of flags in the help of a command.
type FlagGroup string

// The groups.
const (
	GroupOwn     FlagGroup = "own"     // of the analysis itself
	GroupSearch  FlagGroup = "search"  // the strategy and the limits of a search
	GroupSystem  FlagGroup = "system"  // the system under test
	GroupChance  FlagGroup = "chance"  // repeated tests of models with probabilities
	GroupOutput  FlagGroup = "output"  // what is printed and written
	GroupCommon  FlagGroup = "common"  // of all analyses
	GroupExterns FlagGroup = "externs" // the treatment of externs
	GroupSolver  FlagGroup = "solver"
)

// FlagGroups lists the groups in the order of the help.
var FlagGroups = []FlagGroup{GroupOwn, GroupSearch, GroupSystem, GroupChance, GroupOutput, GroupCommon, GroupExterns, GroupSolver}

// Title is the heading of a group in the help.
func (g FlagGroup) Title() string {
	return map[FlagGroup]string{GroupOwn: "Flags", GroupSearch: "Search", GroupSystem: "System under test", GroupChance: "Repeated tests of models with probabilities and rates",
		GroupOutput: "Output", GroupCommon: "Common",
		GroupExterns: "Externs", GroupSolver: "Solver"}[g]
}

// groupTypes are the structs whose fields belong to a group, unless a field has a tag that names another.
var groupTypes = map[reflect.Type]FlagGroup{
	reflect.TypeFor[rig.SystemOptions]():    GroupSystem,
	reflect.TypeFor[rig.CampaignOptions]():  GroupChance,
	reflect.TypeFor[JUnitFlag]():            GroupOutput,
	reflect.TypeFor[model.Output]():         GroupOutput,
	reflect.TypeFor[model.Common]():         GroupCommon,
	reflect.TypeFor[model.TimeLimit]():      GroupCommon,
	reflect.TypeFor[consent.Allowed]():      GroupCommon,
	reflect.TypeFor[model.ExternOptions]():  GroupExterns,
	reflect.TypeFor[model.ContractChoice](): GroupExterns,
	reflect.TypeFor[model.SolverOptions]():  GroupSolver,
}

// groupOf returns the group of a field of a struct that belongs to a group.
func groupOf(tag reflect.StructTag, within FlagGroup) FlagGroup {
	if named := tag.Get("group"); named != "" {
		return FlagGroup(named)
	}
	if tag.Get("writes") != "" {
		return GroupOutput
	}
	return cmp.Or(within, GroupOwn)
}

// The flags of a method that are only for analyses that look for new rows of tables; the last two are for comparing that method with
// parts of it left out.
var (
	rowsOnly  = []string{"solve", "save"}
	paperOnly = []string{"no-dep", "no-nocorres"}
	noRows    = slices.Concat(rowsOnly, paperOnly)
)

// Flags lists the fields of options, those of this analysis, that are flags of it.
func (a *Analysis) Flags(options any) []Field {
	return slices.DeleteFunc(Fields(options), func(f Field) bool { return slices.Contains(a.Without, f.Name) })
}
