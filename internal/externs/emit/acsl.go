package emit

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
)

// Contracts as ACSL, the specification language of Frama-C, around the prototype of a C function. An int of the model
// becomes a long, whose range the model does not know; within annotations numbers are unbounded in ACSL too. An array that
// the function returns becomes an out-parameter.

// ACSLOptions are the known properties of a contract.
type ACSLOptions struct {
	Complete bool         // every input satisfies a precondition
	Disjoint bool         // no input satisfies two
	Axioms   []*term.Term // over constants, besides the assumptions of the model
}

// ACSL writes the duty of a function as an annotated prototype in C. A demand on some input becomes a lemma about a logic function that
// stands for the results. Strings and records are an error.
func ACSL(w io.Writer, s *sts.System, x *sts.Extern, d contract.Duty, options ACSLOptions) error {
	a := &acslFile{writer: newWriter(acslLanguage{}, acslReserved), system: s, extern: x, contract: &d.Contract, some: d.Some, options: options}
	if err := a.name(); err != nil {
		return err
	}
	a.constants()
	a.lemmas()
	a.annotation()
	if a.err != nil {
		return a.err
	}
	_, err := io.WriteString(w, a.header()+a.body.String())
	return err
}

// acslFile is a file under construction.
type acslFile struct {
	*writer
	system   *sts.System
	extern   *sts.Extern
	contract *sts.Contract
	some     []sts.Behavior
	options  ACSLOptions
	function string
	params   []string // declarations
	result   string   // the type of the function
	logic    []string // logic functions that have the scalars of the result, if lemmas speak about them
	body     strings.Builder
}

func (a *acslFile) line(format string, args ...any) { fmt.Fprintf(&a.body, format+"\n", args...) }

// name gives the function, the parameters and the result their names in C.
func (a *acslFile) name() error {
	x := a.extern
	a.function = a.invent(x.Name)
	rest := x.Inputs
	for _, p := range x.Params {
		size := p.Type.Size()
		if err := a.parameter(a.invent(p.Name), "const ", p.Type, rest[:size]); err != nil {
			return fmt.Errorf("parameter %s of %s: %w", p.Name, x.Name, err)
		}
		rest = rest[size:]
	}
	if err := a.nameResult(); err != nil {
		return fmt.Errorf("the result of %s: %w", x.Name, err)
	}
	return nil
}

func (a *acslFile) nameResult() error {
	t := a.extern.Result
	if t.Scalar == nil {
		a.result = "void"
		return a.parameter(a.invent("result"), "", t, a.extern.Output)
	}
	a.names[a.extern.Output[0]] = `\result`
	var err error
	a.result, err = acslType(t.Scalar)
	return err
}

// parameter declares a parameter: a scalar by value, an array by a pointer to its first scalar.
func (a *acslFile) parameter(name, constness string, t *sts.Type, vars []*term.Term) error {
	element, err := elementType(t)
	if err != nil {
		return err
	}
	if t.Scalar != nil {
		a.params = append(a.params, element+" "+name)
		a.names[vars[0]] = name
		return nil
	}
	if len(vars) == 0 {
		return fmt.Errorf("an array without elements %w", errNoACSL)
	}
	a.params = append(a.params, constness+element+" *"+name)
	for i, v := range vars {
		a.names[v] = fmt.Sprintf("%s[%d]", name, i)
	}
	return nil
}

// elementType is the type in C of the scalars of a scalar or an array.
func elementType(t *sts.Type) (string, error) {
	switch {
	case !t.IsPlain():
		return "", fmt.Errorf("the type %s %w", t, errNoACSL)
	case t.IsRecord():
		return "", fmt.Errorf("the record %s %w", t, errNoACSL)
	case t.IsArray():
		return elementType(t.Elem)
	}
	return acslType(t.Scalar)
}

// constants declares the constants that the contract mentions besides parameters and result, with the axioms about it.
func (a *acslFile) constants() {
	vars, axioms := a.related()
	if len(vars) == 0 {
		return
	}
	a.line("/*@ axiomatic %s {", a.invent(a.extern.Name+"_constants"))
	for _, v := range vars {
		a.names[v] = a.invent(v.Name())
		a.line("      logic %s %s;", acslLogicType(v.Sort()), a.names[v])
		for i, domain := range acslDomain(v.Sort(), a.names[v]) {
			a.line("      axiom %s: %s;", a.invent(fmt.Sprintf("%s_domain%d", a.names[v], i+1)), domain)
		}
	}
	for i, t := range axioms {
		a.line("      axiom %s: %s;", a.invent(fmt.Sprintf("%s_axiom%d", a.extern.Name, i+1)), a.write(t))
	}
	a.line("    }\n*/\n")
}

// related returns the constants of the contract and the axioms about them, which may bring in more constants.
func (a *acslFile) related() (vars, axioms []*term.Term) {
	for _, b := range a.contract.Behaviors {
		for _, v := range term.Variables([]*term.Term{b.Pre}, []*term.Term{b.Post}) {
			if a.names[v] == "" {
				vars = append(vars, v)
			}
		}
	}
	var known []*term.Term
	for _, t := range append(a.system.Assume.Conjuncts(), a.options.Axioms...) {
		if a.onlyConstants(t) {
			known = append(known, t)
		}
	}
	vars = contract.Related(known, vars)
	return vars, contract.Mentioning(known, vars)
}

// onlyConstants reports whether an assumption does not mention variables, whose initial values do not concern contracts.
func (a *acslFile) onlyConstants(t *term.Term) bool {
	variable := map[*term.Term]bool{}
	for _, v := range a.system.Vars {
		for i := range v.Type.Size() {
			variable[a.system.Slots[v.First+i].Term] = !v.Frozen
		}
	}
	return !t.MentionsIn(variable)
}

// annotation writes the clauses of the function and its prototype.
func (a *acslFile) annotation() {
	a.line("/*@")
	for _, clause := range a.requirements() {
		a.line("  requires %s;", clause)
	}
	a.line("  assigns %s;", a.assigned())
	for _, v := range a.extern.Output {
		for _, domain := range acslParameterDomain(v.Sort(), a.names[v]) {
			a.line("  ensures %s;", domain)
		}
	}
	for i, function := range a.logic {
		a.line("  ensures %s == %s(%s);", a.names[a.extern.Output[i]], function, strings.Join(a.actual(), ", "))
	}
	for i, b := range a.contract.Behaviors {
		a.line("  behavior %s:", a.invent(contract.ShortName(b, i)))
		a.clauses("assumes", b.Pre)
		a.clauses("ensures", b.Post)
	}
	if a.options.Complete && len(a.contract.Behaviors) > 0 {
		a.line("  complete behaviors;")
	}
	if a.options.Disjoint && len(a.contract.Behaviors) > 0 {
		a.line("  disjoint behaviors;")
	}
	a.line("*/")
	params := strings.Join(a.params, ", ")
	if params == "" {
		params = "void"
	}
	a.line("%s %s(%s);", a.result, a.function, params)
}

// requirements returns the conditions of the types on the arguments: domains, and memory behind pointers.
func (a *acslFile) requirements() []string {
	var out []string
	rest := a.extern.Inputs
	for _, p := range a.extern.Params {
		vars := rest[:p.Type.Size()]
		rest = rest[len(vars):]
		if p.Type.Scalar == nil {
			out = append(out, fmt.Sprintf(`\valid_read(%s)`, a.block(vars)))
		}
		for _, v := range vars {
			out = append(out, acslParameterDomain(v.Sort(), a.names[v])...)
		}
		if a.result == "void" && p.Type.Scalar == nil {
			out = append(out, fmt.Sprintf(`\separated(%s, %s)`, a.block(vars), a.block(a.extern.Output)))
		}
	}
	if a.result == "void" {
		out = append(out, fmt.Sprintf(`\valid(%s)`, a.block(a.extern.Output)))
	}
	return out
}

// block is the memory of an array: name + (0 .. n-1).
func (a *acslFile) block(vars []*term.Term) string {
	name, _, _ := strings.Cut(a.names[vars[0]], "[")
	return fmt.Sprintf("%s + (0 .. %d)", name, len(vars)-1)
}

func (a *acslFile) assigned() string {
	if a.result != "void" {
		return `\nothing`
	}
	name, _, _ := strings.Cut(a.names[a.extern.Output[0]], "[")
	return fmt.Sprintf("%s[0 .. %d]", name, len(a.extern.Output)-1)
}

// clauses writes a clause for each conjunct.
func (a *acslFile) clauses(keyword string, t *term.Term) {
	for _, c := range t.Conjuncts() {
		a.line("    %s %s;", keyword, a.write(c))
	}
	if t.IsTrue() {
		a.line(`    %s \true;`, keyword)
	}
}

var machineTypes = regexp.MustCompile(`\bu?int(8|16|32|64)_t\b`)

// header returns the title and the numbers of the members of enumerations.
func (a *acslFile) header() string {
	var b strings.Builder
	b.WriteString("/* Code generated by sextant; DO NOT EDIT.\n   " + contractTitle(a.system, a.extern, a.contract) + "\n")
	for _, e := range enumerations(a.extern) {
		b.WriteString("   " + e + "\n")
	}
	b.WriteString("*/\n\n")
	if machineTypes.MatchString(a.body.String()) {
		b.WriteString("#include <stdint.h>\n\n")
	}
	if strings.Contains(a.body.String(), "euclidean_") {
		b.WriteString(acslDivision)
	}
	return b.String()
}
