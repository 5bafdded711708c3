// Package jobs is the wing that makes analyses into jobs, which a command or a server runs. It has no code of its own.
//
// Package model reads a model and opens its solver and functions; analysis and rig join these with an analysis or a test of a system
// and return a document; store keeps tests, suites, failures and runs; starter writes the first files of a project. Package driver
// has the table of analyses, from which commands, flags, help, schemas and the forms of the workbench are made.
//
// It may know every wing below. Begin with driver/analyses.go.
package jobs
