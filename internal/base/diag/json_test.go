package diag

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestToJSON(t *testing.T) {
	lamp := NewFile("lamp.sxt", "var x: int = 0\n\tvar y: int = = 2\n")
	at := func(part string) Span {
		start := strings.Index(lamp.Text, part)
		return Span{lamp, start, start + len(part)}
	}
	examples := []Diagnostic{
		{Code: "related", Span: at("y"), Message: "declared twice", Related: []Related{{at("x"), "the first is here"}, {Span{}, "somewhere"}}},
		{Code: "nowhere", Message: "no place", Hint: "none"},
	}
	got, err := json.Marshal(ToJSON(examples))
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"code":"related","severity":"error","file":"lamp.sxt","line":2,"column":6,"message":"declared twice",` +
		`"related":[{"file":"lamp.sxt","line":1,"column":5,"message":"the first is here"},` +
		`{"file":"","line":0,"column":0,"message":"somewhere"}]},` +
		`{"code":"nowhere","severity":"error","file":"","line":0,"column":0,"message":"no place","hint":"none"}]`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if empty, _ := json.Marshal(ToJSON(nil)); string(empty) != "[]" {
		t.Errorf("no diagnostics become %s", empty)
	}
}
