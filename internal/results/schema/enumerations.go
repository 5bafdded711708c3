package schema

import (
	"reflect"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// enumerations are the values of the types that have few. A test compares them with the constants of package result.
var enumerations = map[reflect.Type][]any{
	reflect.TypeFor[result.ChanceKind]():         oneOf(result.ChanceExact, result.ChanceBounds, result.ChanceInfinite, result.ChanceEstimate, result.ChanceUnknown),
	reflect.TypeFor[result.ChanceMethod]():       oneOf(result.ChanceByStates, result.ChanceBySimulation),
	reflect.TypeFor[result.Answer]():             oneOf(result.AnswerProved, result.AnswerRefuted, result.AnswerBroken, result.AnswerUnknown),
	reflect.TypeFor[result.CallBy]():             oneOf(result.CallByRow, result.CallByRun, result.CallByContract, result.CallByFresh),
	reflect.TypeFor[result.ConsentKind]():        oneOf(result.ConsentExec, result.ConsentNet, result.ConsentFiles),
	reflect.TypeFor[result.Core]():               oneOf(result.CoreSmallest, result.CoreIrreducible, result.CoreReduced),
	reflect.TypeFor[result.Decision]():           oneOf(result.Yes, result.No, result.Undecided),
	reflect.TypeFor[result.EventKind]():          oneOf(result.EventInput, result.EventOutput, result.EventQuiescence, result.EventReset),
	reflect.TypeFor[result.FailureKind]():        oneOf(result.WrongOutput, result.WrongQuiet, result.WrongTime, result.WrongSystem, result.WrongPanic),
	reflect.TypeFor[result.Fate]():               oneOf(result.FateKilled, result.FateEquivalent, result.FateConforming, result.FateUndecided),
	reflect.TypeFor[result.FateCause]():          oneOf(result.CauseTime, result.CauseRun, result.CauseError, result.CauseSolver, result.CauseFunctions, result.CauseLimit, result.CauseMeasured),
	reflect.TypeFor[result.Feasibility]():        oneOf(result.Feasible, result.Infeasible, result.FeasibilityUnknown),
	reflect.TypeFor[result.ClaimStatus]():        oneOf(result.ClaimReached, result.ClaimNever, result.ClaimOpen),
	reflect.TypeFor[result.ClaimSubject]():       oneOf(result.AboutTransition, result.AboutInvariant),
	reflect.TypeFor[result.CertificateVerdict](): oneOf(result.CertificateAccepted, result.CertificateRefused, result.CertificateUndecided),
	reflect.TypeFor[result.InvariantStatus](): oneOf(result.InvariantHolds, result.InvariantByContract, result.InvariantRelative, result.InvariantBounded,
		result.InvariantUnknown, result.InvariantNotInductive, result.InvariantBroken),
	reflect.TypeFor[result.OperationsVerdict](): oneOf(result.OperationsConsistent, result.OperationsApart, result.OperationsDead, result.OperationsAlive, result.OperationsUnknown),
	reflect.TypeFor[result.Rung]():              oneOf(result.RungIntervals, result.RungPredicates, result.RungBounded, result.RungInduction, result.RungStates),
	reflect.TypeFor[result.Agreement]():         oneOf(result.Agreements...),
	reflect.TypeFor[result.FamilyOutcome]():     oneOf(result.FamilyProved, result.FamilyViolated, result.FamilySpurious, result.FamilyOpen, result.FamilyUnknown),
	reflect.TypeFor[result.FamilyReason](): oneOf(result.FamilyNoProof, result.FamilyNotAbstracted, result.FamilyNotReplayed, result.FamilyAssumes, result.FamilyBounded,
		result.FamilyUndecided, result.FamilyNotEnumerated, result.FamilyTooManyNodes, result.FamilyTooManyQueries, result.FamilyTooManyCalls, result.FamilyOutOfTime),
	reflect.TypeFor[result.Method](): oneOf(result.ByAbstraction, result.ByGraph, result.ByExploration,
		result.ByInduction, result.ByInvariant, result.ByKInduction),
	reflect.TypeFor[result.Outcome]():      oneOf(result.DemandMet, result.DemandViolated, result.DemandOpen),
	reflect.TypeFor[result.Quantifier]():   oneOf(result.Every, result.Some, result.NoDemand),
	reflect.TypeFor[result.RunState]():     oneOf(result.RunWaiting, result.RunRunning, result.RunDone, result.RunCancelled, result.RunFailed, result.RunInterrupted),
	reflect.TypeFor[result.StepKind]():     oneOf(result.StepOpen, result.StepSilence, result.StepReset, result.StepWrong),
	reflect.TypeFor[result.StepAnswer]():   oneOf(result.StepFeasible, result.StepInfeasible, result.StepUpToTables, result.StepOutside, result.StepUnknown),
	reflect.TypeFor[result.SearchEngine](): oneOf(result.SearchEngines...),
	reflect.TypeFor[result.StateEngine]():  oneOf(result.EngineSymbolic, result.EngineExplicit),
	reflect.TypeFor[result.Status](): oneOf(result.Covered, result.Unreachable, result.OnlyThroughError, result.BreaksInvariant, result.NotReached,
		result.NotTestable, result.Blocked, result.Unknown),
	reflect.TypeFor[result.ChanceVerdict]():      oneOf(result.ChancePass, result.ChanceFail, result.ChanceUntested, result.ChanceUncertain),
	reflect.TypeFor[result.HypothesisKind]():     oneOf(result.FrequencyHypothesis, result.RateHypothesis, result.ShapeHypothesis),
	reflect.TypeFor[result.Certainty]():          oneOf(result.Certified, result.Heuristic),
	reflect.TypeFor[result.SequentialDecision](): oneOf(result.SequentialUndecided, result.SequentialAccepted, result.SequentialRejected),
	reflect.TypeFor[result.ChanceBlank](): oneOf(result.BlankFew, result.BlankMerged, result.BlankNever, result.BlankPaths, result.BlankMoment, result.BlankValue, result.BlankFunction,
		result.BlankError, result.BlankUnallowed, result.BlankScheduler, result.BlankImpossible),
	reflect.TypeFor[result.Stop](): oneOf(result.StopDone, result.StopCovered, result.StopExhausted, result.StopPath, result.StopDepth, result.StopStates,
		result.StopSteps, result.StopQueries, result.StopClasses, result.StopUndecided, result.StopMemory, result.StopTime, result.StopInterrupted, result.StopJournal, result.StopFlood),
	reflect.TypeFor[result.Feature](): oneOf(result.HasClocks, result.HasExterns, result.HasChances, result.HasQueues, result.HasLocations, result.HasEvents,
		result.HasFeatures, result.HasNoChances, result.HasNoClassifiers, result.HasNoChannels, result.EndlessInput, result.EndlessStart, result.TooManyStates,
		result.NoStart, result.BeyondWords, result.UndecidedFormula, result.TooWide, result.Asymmetric, result.GivenBounds, result.NoProofs),
	reflect.TypeFor[result.Timing]():    oneOf(result.TooEarly, result.TooLate, result.Missing),
	reflect.TypeFor[result.Treatment](): oneOf(result.ExternByTable, result.ExternByContract, result.ExternByBoth, result.ExternFresh),
	reflect.TypeFor[result.Verdict]():   oneOf(result.Pass, result.WeakPass, result.Fail, result.Flaky, result.Inconclusive, result.Errored),
}
