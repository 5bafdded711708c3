package driver

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/certify"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
)

// Groups are the first words of analyses with two.
var Groups = []Group{
	{
		Name:  "table",
		Short: "Show, fill and check the tables of externs",
		Long: "A table is a CSV file next to the model with known calls of an extern: a header with the names of the parameters and\n" +
			"result, and a row for each call. Lines that begin with # are comments, and stay with the row below them.",
		Example: "  sextant table list model.sxt\n  sextant table run model.sxt INTGR '[1, 2]' '[3, 4]' --save",
	},
	{
		Name:  "contract",
		Short: "Check contracts of externs, decide paths by them, infer them",
		Long: "Contracts describe functions that do not exist yet, or that must not be run: what a function may return for which\n" +
			"inputs. These commands check contracts, decide whether some implementation lets paths of the model be followed, and\n" +
			"infer from the model what a function must fulfil.",
		Example: "  sextant contract check model.sxt\n  sextant contract feasible model.sxt --path buy,pay",
	},
}

// ofModel is a row for an analysis of one model.
func ofModel(name, short, long, example string) Analysis {
	return Analysis{Name: name, Args: "MODEL", Least: 1, Most: 1, Needs: "a model file", Short: short, Long: long, Example: example}
}

// withoutPaper returns a row without the flags for comparing methods.
func withoutPaper(a Analysis) Analysis {
	a.Without = paperOnly
	return a
}

// Analyses is the table of all analyses.
var Analyses = []*Analysis{
	row(Analysis{
		Name: "check", Args: "MODEL...", Least: 1, Most: -1, Needs: "a model file", Models: EachModel,
		Short: "Find errors and doubtful places in models",
		Long: "Check parses, resolves and type-checks models, and looks for doubtful places: unused names, unreachable locations,\n" +
			"guards that are never true or overlap, inputs that no transition accepts.\n" +
			"With --invariants it proves that the initial states satisfy the invariants and that every step keeps them and the declared\n" +
			"types, or shows a step that does not, and a run up to --depth that leads to it if there is one.\n" +
			"With --operations it looks for one run in which every transition fires and all invariants hold. If there is none, it shows\n" +
			"few runs that fire all transitions, and says which transitions exclude each other, which never fire, and which fire only in\n" +
			"runs that break an invariant, with proofs.\n" +
			"The exit code is 1 if a model has errors, if a step violates an invariant that was not proved, reachable or not, or if it is\n" +
			"proved that some transition never fires while the invariants hold.",
		Example: "  sextant check examples/class2/class2.sxt\n  sextant check examples/electrical/electrical.sxt --invariants --const n=8\n" +
			"  sextant check examples/marriage/marriage.sxt --operations",
	}, checkDefaults, runCheck),

	row(Analysis{
		Name: "fmt", Args: "[MODEL...]", Most: -1, Models: NoModel,
		Short:   "Print models in canonical form",
		Long:    "Fmt prints models in canonical form, keeping comments. Without a file, or with -, it reads standard input.",
		Example: "  sextant fmt -w examples/light/light.sxt",
	}, newOptions[FormatOptions], runFormat),

	row(ofModel("graph", "Draw a model as DOT, Mermaid or SVG", "", "  sextant graph examples/light/light.sxt -o light.svg"),
		graphDefaults, runGraph),

	row(ofModel("explore", "Build the symbolic execution tree of a model",
		"Explore executes the model symbolically, finds inputs that reach each transition, and reports deadlocks, livelocks,\n"+
			"violated invariants, divisions by zero and indices or values out of range, each with a concrete trace.\n"+
			"The exit code is 1 if there is a finding.",
		"  sextant explore examples/class2/class2.sxt\n  sextant explore examples/small/small.sxt --depth 4 --graph tree.svg",
	), exploreDefaults, runExplore),

	row(ofModel("table list", "Show what is known of each extern: rows, files, runners", "", "  sextant table list examples/parking/parking.sxt"), withCommon[TableListOptions], runTableList),
	row(Analysis{
		Name: "table import", Args: "MODEL EXTERN FILE.csv", Least: 3, Most: 3, Needs: "a model file, an extern and a CSV file",
		Short: "Add the rows of a unit-test campaign to a table",
		Long: "Import adds the rows of a CSV file to the first table of an extern, and saves it. Columns are matched by the header; those\n" +
			"that are not parameters are left out. If a row contradicts the table, nothing is written and the exit code is 1.",
		Example: "  sextant table import model.sxt INTGR campaign.csv",
	}, withCommon[TableListOptions], runTableImport),
	row(Analysis{
		Name: "table export", Args: "MODEL EXTERN", Least: 2, Most: 2, Needs: "a model file and an extern",
		Short:   "Print all rows of an extern as CSV",
		Example: "  sextant table export model.sxt INTGR -o rows.csv",
	}, withCommon[TableExportOptions], runTableExport),
	row(Analysis{
		Name: "table run", Args: "MODEL EXTERN ARGS...", Least: 2, Most: -1, Needs: "a model file, an extern and arguments",
		Short: "Call the real function and show the rows",
		Long: "Run calls the function of an extern. Each ARGS is a row: the values as in a table, separated by commas. If the function\n" +
			"fails, or its result differs from the table, the exit code is 1. Write -- before values that begin with a minus sign.\n" +
			"With --inputs, the function is called with random inputs too: such as its first contract admits, for each behavior in\n" +
			"turn, or any values of its types.",
		Example: "  sextant table run model.sxt INTGR '[1, 2]' '[3, 4]' --save\n  sextant table run model.sxt INTGR --inputs 50 --save\n  sextant table run model.sxt ADD '1, 2' -- '-3, 4'",
	}, tableRunDefaults, runTableRun),
	row(Analysis{
		Name: "table recheck", Args: "MODEL [EXTERN]", Least: 1, Most: 2, Needs: "a model file and at most one extern",
		Short: "Run every row again and show the differences",
		Long: "Recheck runs every row of the tables again and shows where the result of the function differs, or the function fails; then\n" +
			"the exit code is 1. With --save, the hash of the runner is stored in the tables that it confirms, which are then up to date.",
		Example: "  sextant table recheck model.sxt INTGR --save",
	}, tableDefaults, runTableRecheck),
	row(Analysis{
		Name: "table prune", Args: "MODEL [EXTERN]", Least: 1, Most: 2, Needs: "a model file and at most one extern",
		Short: "Drop rows that the function contradicts, and duplicates",
		Long: "Prune runs every row of the tables again, and drops those that the function contradicts, with the comments above\n" +
			"them, and duplicates, whose comments are kept. It shows what it drops; the tables are written only with --save.",
		Example: "  sextant table prune model.sxt INTGR --save",
	}, tableDefaults, runTablePrune),

	row(ofModel("contract check", "Check that contracts are disjoint, complete and can be met", "", "  sextant contract check model.sxt"), contractDefaults[analysis.ContractOptions], runContractCheck),
	row(ofModel("contract feasible", "Decide whether some implementation lets paths be followed", "",
		"  sextant contract feasible model.sxt --path buy,pay"),
		contractDefaults[analysis.FeasibleOptions], runContractFeasible),
	row(ofModel("contract infer", "Infer what the externs must fulfil for paths to be feasible", "", "  sextant contract infer model.sxt --cover transitions"), contractDefaults[InferOptions], runContractInfer),
	row(ofModel("contract test", "Run the real functions against their contracts", "", "  sextant contract test model.sxt --extern Price --allow-exec"), useDefaults, runContractTest),
	row(ofModel("contract export", "Write a contract as ACSL, as a Go test, or as JSON", "", "  sextant contract export model.sxt --extern Price --format go"), contractExportDefaults, runContractExport),

	row(withoutPaper(ofModel("generate", "Choose a small suite of tests from a model",
		"Generate explores the model and chooses few, short tests that cover what --cover names, each with concrete inputs.\n"+
			"What is not covered is listed with the reason. With -o the tests are stored, one file each, for sextant replay.",
		"  sextant generate examples/class2/class2.sxt -o suite\n  sextant generate examples/light/light.sxt --cover purposes --purpose dazzling",
	)), generateDefaults, runGenerate),

	row(ofModel("classes", "Divide the runs of a model into classes, and make a test of each",
		"Classes divides the runs of the lengths that --steps gives by the values of the terms that the model declares with\n"+
			"classify: runs for which all terms have the same values are in one class. It finds a run of each class, and reports\n"+
			"whether it has proved that no run within the bounds is in another class. With -o, a test of each class is stored.",
		"  sextant classes examples/marriage/marriage.sxt --steps 1..2\n  sextant classes examples/marriage/marriage.sxt --steps 2 -o suite",
	), classesDefaults, runClasses),

	row(ofModel("family", "Decide for which products of a product line an invariant holds",
		"Family asks engines of increasing precision about sets of products at once, beginning with all: intervals, predicates,\n"+
			"bounded symbolic execution, induction. A counterexample that no run shows splits the products, or leads to the next\n"+
			"engine. The ledger shows which set of products was proved by which engine, which is violated by which run, and\n"+
			"which is unknown and why. The exit code is 1 if some products violate the invariant.",
		"  sextant family examples/bank/bank.sxt --property linear\n  sextant family examples/bank/bank.sxt --property linear --graph ledger.svg",
	), familyDefaults, runFamily),

	row(ofModel("abstract", "Divide the states of a model by predicates, and make tests",
		"Abstract finds the parts into which predicates divide the states, and how events lead from part to part: from some state\n"+
			"(may), from every state (must+), to every state (must-). Chains of the form (must-)* may (must+)* that begin in states\n"+
			"reachable in --depth steps become tests, which are sure to be executable; each is replayed from an initial state.\n"+
			"With --sut they are played on a real system, which may resolve choices itself.\n"+
			"The exit code is 1 if the reachable states show something wrong with the model, or if a played test fails.",
		"  sextant abstract examples/small/small.sxt --predicates P0 --depth 1 --uses 2\n  sextant abstract examples/electrical/electrical.sxt --const n=8 --depth 2",
	), abstractDefaults, runAbstract),

	row(ofModel("chance", "Compute probabilities and expected times of a model",
		"Chance executes all states of the model and computes with which probability it reaches its purposes that name a location,\n"+
			"and violates its invariants, and the expected number of steps and time until then: the minimum and the maximum over\n"+
			"all schedulers, which resolve what the model leaves open. Values are exact fractions, or bounds that certainly contain\n"+
			"the value, where fractions would get too large. With --simulate it estimates by random runs.\n"+
			"The exit code is 1 if the model has an error, such as weights that do not add up to 1.",
		"  sextant chance model.sxt\n  sextant chance model.sxt --reach 'lost > 3' --within-steps 100",
	), chanceDefaults, runChance),

	row(Analysis{
		Name: "export", Args: "MODEL [TEST]", Least: 1, Most: 2, Without: noRows,
		Needs: "a model file and a stored test or a folder of them, as in: sextant export light.sxt suite --format go",
		Short: "Write a stored test, or a folder of them, for other tools",
		Long: "Export writes stored tests in the language of another tool. TEST is a stored test, the folder of a suite, or the folder of\n" +
			"the failures that sextant run has stored; go-bindings are made of the model alone. The formats are:\n" + describeFormats(exportFormats()),
		Example: "  sextant export light.sxt suite -o lamp_test.go\n  sextant export light.sxt failures/light-c2c2a1e9.json --format plantuml",
	}, exportDefaults, runExport),

	row(concolicRow(), concolicDefaults, runConcolic),

	row(Analysis{
		Name: "run", Args: "MODEL --sut SYSTEM", Least: 1, Most: 1, Needs: "a model file", Without: noRows,
		Short: "Test a real system against a model",
		Long: "Run sends inputs to the system under test, chosen so that they cover the transitions of the model and then try\n" +
			"its boundary values, and checks every output, and every silence, against what the model allows. A failing test is made\n" +
			"short and stored; next time it is run first. The exit code is 1 if the system fails.",
		Example: "  sextant run examples/light/light.sxt --sut \"exec:bin/lamp -fault\"",
	}, runDefaults, runRun),
	row(Analysis{
		Name: "replay", Args: "MODEL TEST --sut SYSTEM", Least: 2, Most: 2, Needs: "a model file and a stored test or a folder of them", Without: noRows,
		Short:   "Run a stored test, or a folder of them, against a real system",
		Example: "  sextant replay examples/light/light.sxt failures --sut exec:bin/lamp",
	}, testDefaults, runReplay),

	row(Analysis{
		Name: "import", Args: "FORMAT FILE", Least: 2, Most: 2, Needs: "a format and a file", Models: NoModel,
		Short: "Turn a machine or the description of a service into a model",
		Long: "Import turns a machine that is written in another notation, or the description of a service, into the text of a model,\n" +
			"which it prints or writes to a file. What a model cannot express is left out of a service, with a warning.\n" +
			"The exit code is 1 if the file has errors. The formats are:\n" + describeFormats(importFormats()),
		Complete: formatNames(importFormats()),
		Example:  "  sextant import efsm-json machine.json -o machine.sxt\n  sextant import openapi shop.yaml -o shop.sxt --sut-map shop.toml",
	}, importDefaults, runImport),

	row(Analysis{
		Name: "conform", Args: "MODEL LOG", Least: 2, Most: 2, Needs: "a model file and a log", Without: noRows,
		Short: "Check a recorded log against a model",
		Long: "Conform reads a log of JSON lines that say what was sent to systems and what came from them, and checks each instance\n" +
			"against the model, as run does with a system under test (docs/conform.md). The log - is standard input.\n" +
			"If the model has clocks, the times of the lines are judged as well.\n" +
			"The exit code is 1 if an instance fails, and 2 if the log was not checked to its end, or has nothing to check.",
		Example: "  sextant conform examples/light/light.sxt lamps.log --wait 2s\n  tail -f lamps.log | sextant conform model.sxt - --fields id=session,time=ts\n  sextant conform model.sxt timed.log --tolerance 5ms",
	}, conformDefaults, runConform),

	row(Analysis{
		Name: "mutate", Args: "MODEL [SUITE]", Least: 1, Most: 2, Needs: "a model file and perhaps a suite", Without: paperOnly,
		Short: "Measure a suite by mutants of the model, and add tests",
		Long: "Mutate makes small mistakes in the model, one at a time, and runs the suite against each of these mutants. A mutant that\n" +
			"survives is proved harmless by the solver, or a test is searched for that kills it. SUITE is a folder written by\n" +
			"sextant generate -o; without it, the suite that generate makes for transitions is measured.",
		Example: "  sextant mutate examples/light/light.sxt\n  sextant mutate examples/class2/class2.sxt suite -o better",
	}, mutateDefaults, runMutate),

	row(ofModel("certify", "Write certificates of what is known of transitions and invariants",
		"Certify asks all engines which transitions a run takes, which invariants a run breaks, and which none does, and writes each\n"+
			"answer as a small file with its evidence: a run, or conditions that hold and exclude it. sextant verify checks these\n"+
			"files without the engines. Claims without such evidence are listed as not certified, with the reason.",
		"  sextant certify examples/class2/class2.sxt -o certificates\n  sextant verify certificates",
	), certify.Defaults, runCertify),
	row(Analysis{
		Name: "verify", Args: "FOLDER", Least: 1, Most: 1, Needs: "a folder that sextant certify has written", Models: NoModel,
		Short: "Check certificates without the engines that made them",
		Long: "Verify reads certificates with a reader of its own, executes the runs in them, derives what a solver has to refute for the\n" +
			"other claims, and asks the solvers that --solver names. What a solver leaves undecided is not accepted. With --model, the\n" +
			"certificates must be about this model. The exit code is 1 unless every certificate is accepted.",
		Example: "  sextant verify certificates\n  sextant verify certificates --solver z3,cvc5 --model model.sxt",
	}, verifyDefaults, runVerify),

	row(Analysis{
		Name: "trust", Args: "MODEL", Least: 1, Most: 1, Needs: "a model file", Models: NoModel,
		Short: "Let a model run programs, reach servers, use files elsewhere",
		Long: "A model may name programs to run, servers to send data to, and files outside of its folder. None of them is touched\n" +
			"without your consent: a flag such as --allow-exec for one command, or this command, which remembers it. The consent\n" +
			"holds for the folder of the model, for exactly what is listed, and until a program of the folder changes.",
		Example: "  sextant trust --list model.sxt\n  sextant trust model.sxt\n  sextant trust --revoke model.sxt",
	}, newOptions[model.TrustOptions], runTrust),

	row(Analysis{
		Name: "schema", Args: "[NAME]", Most: 1, Needs: "at most one name of a document", Models: NoModel,
		Short: "Print the JSON Schema of a document",
		Long: "Without a name, schema lists the documents. A model with errors gives the document check from every command, work that\n" +
			"was ended before it had a result gives unfinished, and work that could not be done gives error.",
		Example: "  sextant schema\n  sextant schema explore -o explore.schema.json",
	}, newOptions[SchemaOptions], runSchema),
	row(Analysis{
		Name: "doctor", Models: NoModel,
		Short:   "Show what is installed and what to do about what is not",
		Example: "  sextant doctor",
	}, newOptions[model.Output], runDoctor),
}

// concolicRow is the row of concolic, whose time limit is that of each run of an engine, if there are several.
func concolicRow() Analysis {
	a := ofModel("concolic", "Search concretely and symbolically for tests of transitions",
		"Concolic runs the model concretely and fast, and where that gets stuck, looks for a way with the solver, backwards from\n"+
			"what is not covered. Other engines can be compared with the default: those of the literature on EFSMs.\n"+
			"With several runs, --timeout is the limit of each.",
		"  sextant concolic examples/korelvending/korelvending.sxt\n  sextant concolic examples/atm/atm.sxt --engine all --repeat 10 --graph atm.svg")
	a.Without = paperOnly
	a.Untimed = func(options any) bool {
		o := options.(*analysis.ConcolicOptions)
		return o.Repeat > 1 || strings.Contains(o.Engine, ",") || o.Engine == "all"
	}
	return a
}

// newOptions makes options whose defaults are the zero values.
func newOptions[O any]() *O { return new(O) }
