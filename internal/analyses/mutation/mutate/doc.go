// Package mutate measures test suites by mutants of the model: small changes that a good suite notices.
//
// Vocabulary:
//
//	mutant       the model with one small mistake; package mutant makes them
//	original     the model without mistakes, which judges the runs
//	simulated    a model, usually a mutant, that plays the system under test; the interpreter runs it
//	resolution   the choices that a simulated system makes where its model is nondeterministic
//	killed       some test fails against some resolution of the mutant
//	equivalent   proved: the mutant behaves as the original
//	conforming   proved: the mutant does nothing that the original does not allow, though it may do less, or accept more
//	undecided    no test kills it, and nothing is proved; the fate records the extent of the search
//
// Life of a mutant: the suite is run against it (kill.go), and random inputs (walk.go); if it survives, it
// is compared transition by transition (local.go),
// then by an inductive product argument (product.go) with invariants found by package prove (invariant.go); if no proof
// succeeds, a test is searched for that distinguishes it from the original (search.go, atlas.go, pump.go), and every test found is tried on the
// other survivors too. Of those that are left, the portfolio (package reach) is asked once: whether a run of the original leads to a step in which
// a mutant behaves otherwise (differ.go). That decides most mutants of models without many choices whose inputs cannot be listed; it comes last,
// since the other proofs and searches share their work between mutants and are quicker where they succeed.
//
// The verdict on a run comes from a Judge, which package driver makes of a session with the original: it decides whether a system
// fails a test.
package mutate
