package print

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// TestFormatProperties lays out random models at random and checks the output of the formatter.
func TestFormatProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := layout(t, model(t))
		if _, found := parseText(text); len(found) > 0 {
			t.Fatalf("the model has an error: %s\n%s", found[0].Message, text)
		}
		got, _ := formatText(text)
		checkFormatted(t, text, got)
		for line := range strings.Lines(got) {
			if strings.TrimRight(line, " \n") != strings.TrimRight(line, "\n") && !strings.Contains(line, "#") {
				t.Fatalf("blanks at the end of a line\n%s", got)
			}
		}
	})
}

// TestExprProperties prints random expressions and reads them again.
func TestExprProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := &syntax.AssumeDecl{Cond: randomExpr(t, 5)}
		text := Expr(want.Cond)
		file, found := parseText("assume " + text)
		if len(found) > 0 {
			t.Fatalf("%s: %s", text, found[0].Message)
		}
		if diff := difference(&syntax.File{Decls: []syntax.Decl{want}}, file); diff != "" {
			t.Fatalf("%s\n(-want +got)\n%s", text, diff)
		}
	})
}

// layout joins tokens with random white space and comments.
func layout(t *rapid.T, tokens []string) string {
	separators := []string{" ", " ", " ", "  ", "\t", "\n", "\r\n", "\n\n\n", "\n    ", " # c \n", "\n# own\n", "#\n\n"}
	var out strings.Builder
	for _, token := range tokens {
		out.WriteString(token)
		if strings.ContainsAny(token, "()[]{},;") && rapid.Bool().Draw(t, "tight") {
			continue
		}
		out.WriteString(rapid.SampledFrom(separators).Draw(t, "separator"))
	}
	return out.String()
}

// model is the token list of a random file.
func model(t *rapid.T) []string {
	var out []string
	if rapid.Bool().Draw(t, "system") {
		out = append(out, "system", "S")
	}
	for range rapid.IntRange(0, 6).Draw(t, "declarations") {
		out = append(out, randomDeclaration(t)...)
	}
	return out
}

// randomDeclaration fills a random template. In a template E is an expression, G a guard, T a type, N a name, C clauses,
// D clauses that may come after the input, I items.
func randomDeclaration(t *rapid.T) []string {
	return fill(t, rapid.SampledFrom([]string{
		`import "x.sxt"`, `const N : T = E`, `const N = E`, `const N : T`, `type N = T`, `type N = N { N : T } | N { } | N`, `input N ( N : T , T )`,
		`output N ( )`, `output N`, `channel N ( T ) fifo E`,
		`extern N ( N : T ) -> T table "a" run N "b" contract N { behavior N : requires E ensures E behavior : }`,
		`function N ( N : T , N : T ) -> T = E`, `assume E`, `invariant N : E`, `predicates N = { E , E }`, `classify N : E`, `classify N : E by G , G .. G`,
		`purpose N = transitions N . N , N`, `purpose N = location N when E`, `purpose N = sequence N , * , N`,
		`machine N ( N : channel , N : record { N : T } ) { I I I I }`, `machine N { }`, `instance N = N ( E , E )`, `I`, `I`, `I`,
	}).Draw(t, "declaration"))
}

// fill replaces the letters of a template.
func fill(t *rapid.T, template string) []string {
	var out []string
	for _, word := range strings.Fields(template) {
		switch word {
		case "N":
			out = append(out, randomName(t).Text)
		case "E":
			out = append(out, words(Expr(randomExpr(t, 2)))...)
		case "T":
			out = append(out, words(Type(randomType(t, 3)))...)
		case "G":
			out = append(out, words("("+Expr(randomExpr(t, 2))+")")...)
		case "C":
			out = append(out, fill(t, rapid.SampledFrom([]string{"", "when G C", "when else", "any N : T , N : T where G C", "in N ( _ , N [ E ] . N ) D",
				"rate E", "do N := E out N ( E ) , N"}).Draw(t, "clauses"))...)
		case "D":
			out = append(out, fill(t, rapid.SampledFrom([]string{"", "when E D", "do N := E ; N , N . N := E , E ; D",
				"do N := E out N ( E ) , N D"}).Draw(t, "clauses after the input"))...)
		case "I":
			out = append(out, fill(t, rapid.SampledFrom([]string{"var N : T = E , N : T", "initial N", "final N , N", "location N", "location N while E urgent , N",
				"N : N -> N C", "N : N -> N C", "N : N -> N C",
				"N : N -> { E : N ; N [ E ] : N do N := E ; N := E ; 1 / 2 : N out N ( E ) , N ; } C", "event N : C"}).Draw(t, "item"))...)
		default:
			out = append(out, word)
		}
	}
	return out
}

// words cuts a text into its tokens.
func words(text string) []string {
	src := sourceOf(text)
	tokens, _ := token.Scan(src, false)
	var out []string
	for _, t := range tokens[:len(tokens)-1] {
		out = append(out, t.Text(src))
	}
	return out
}

// randomExpr is a random expression of the given height at most.
func randomExpr(t *rapid.T, height int) syntax.Expr {
	kind := rapid.IntRange(0, 19).Draw(t, "kind")
	if height <= 1 {
		kind %= 4
	}
	sub := func() syntax.Expr { return randomExpr(t, height-1) }
	switch kind {
	case 0:
		return &syntax.NumberExpr{Text: "12"}
	case 1:
		return &syntax.StringExpr{Value: rapid.String().Draw(t, "string")}
	case 2:
		return &syntax.BoolExpr{Value: true}
	case 4:
		return &syntax.UnaryExpr{Op: rapid.SampledFrom([]string{"-", "~", "not"}).Draw(t, "operator"), X: sub()}
	case 5:
		return &syntax.IfExpr{Cond: sub(), Then: sub(), Else: sub()}
	case 6:
		return &syntax.QuantifierExpr{Params: []syntax.Param{{Name: randomName(t), Type: randomType(t, height-1)}, {Name: randomName(t), Over: sub()}}, Body: sub()}
	case 7:
		return &syntax.CallExpr{Func: randomName(t), Args: []syntax.Expr{sub()}}
	case 8:
		return &syntax.IndexExpr{X: sub(), Index: sub()}
	case 9:
		return &syntax.FieldExpr{X: sub(), Field: randomName(t)}
	case 10:
		return &syntax.RecordExpr{Type: randomName(t), Fields: []syntax.FieldValue{{Name: randomName(t), Value: sub()}}}
	case 19:
		return &syntax.AtExpr{X: sub(), Step: sub()}
	case 11, 12:
		operators := []string{"<=>", "=>", "or", "and", "==", "<", "in", "in", "|", "^", "&", "<<", "+", "-", "*", "/"}
		return &syntax.BinaryExpr{Op: rapid.SampledFrom(operators).Draw(t, "operator"), X: sub(), Y: sub()}
	}
	if kind > 12 {
		return randomData(t, sub)
	}
	return &syntax.NameExpr{Name: randomName(t).Text}
}
