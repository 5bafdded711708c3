package analysis_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	_ "github.com/sextant-mbt/sextant/internal/externs/sandbox/script" // functions in Starlark
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestViewExterns: signature, runner, rows of the tables, and the thresholds of guards, through the variables that hold results.
func TestViewExterns(t *testing.T) {
	l, err := model.Load(testkit.Example("microgrid/microgrid.sxt"), model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	views := analysis.ViewExterns(l)
	if len(views) != 2 {
		t.Fatalf("%d views", len(views))
	}
	want := result.ExternView{Name: "INTGR", Parameters: []result.ParameterView{{Name: "values", Type: "int[2]"}}, Result: "int", Runner: "starlark grid.star",
		Rows: views[0].Rows, Thresholds: []string{"200"}}
	if diff := cmp.Diff(want, views[0]); diff != "" {
		t.Errorf("INTGR (-want +got):\n%s", diff)
	}
	if row := (result.RowView{Arguments: []string{"[123, 96]"}, Result: "228"}); len(views[0].Rows) != 2 || !hasRow(views[0].Rows, row) {
		t.Errorf("the rows of INTGR are %+v", views[0].Rows)
	}
	if diff := cmp.Diff([]string{"1.0"}, views[1].Thresholds); diff != "" {
		t.Errorf("the thresholds of RISE (-want +got):\n%s", diff)
	}
}

func hasRow(rows []result.RowView, want result.RowView) bool {
	for _, r := range rows {
		if cmp.Equal(r, want) {
			return true
		}
	}
	return false
}

// TestViewWonRows: after an exploration the view has the rows that it won.
func TestViewWonRows(t *testing.T) {
	testkit.NeedsSolver(t)
	l, err := model.Load(testkit.Example("microgrid/microgrid.sxt"), model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := analysis.Explore(t.Context(), l, analysis.ExploreOptions{Search: explore.Options{Strategy: explore.Cover, Depth: 20, States: 500}, Common: model.CommonDefaults(), Backend: model.BackendDefaults()})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range analysis.ViewExterns(l) {
		won := 0
		for _, row := range v.Rows {
			if row.Won {
				won++
			}
		}
		if size := r.Tables[v.Name]; len(v.Rows) != size.Rows || won != size.Rows-size.Initial {
			t.Errorf("%s has %d rows, %d of them won; the exploration says %+v", v.Name, len(v.Rows), won, size)
		}
	}
}

// TestViewContracts: contracts are shown as conditions.
func TestViewContracts(t *testing.T) {
	l, err := model.Load(testkit.Example("vending/vending.sxt"), model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	v := analysis.ViewExterns(l)[0]
	want := result.ContractView{Name: "Cr", Behaviors: []result.BehaviorView{{Name: "low", Requires: "x1 == tea", Ensures: "result >= 100 and result <= 200"},
		{Name: "high", Requires: "x1 == coffee", Ensures: "result >= 200 and result <= 300"}}}
	if diff := cmp.Diff(want, v.Contracts[0]); diff != "" {
		t.Errorf("Cr (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"150", "200"}, v.Thresholds); diff != "" {
		t.Errorf("thresholds (-want +got):\n%s", diff)
	}
}
