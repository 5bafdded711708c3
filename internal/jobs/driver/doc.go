// Package driver has the table of analyses: what each takes, what it does, and which options it has.
//
// The options of an analysis are a struct with tags (fields.go). The commands, their flags, help and messages, and the command lines
// that repeat a result are made from the table and the tags. An analysis is run as a Job, whose result is a document of package
// result; package report turns it into text.
//
//	analyses.go    the table
//	analysis.go    Analysis, Job
//	fields.go      options as flags
//	job_*.go       what each analysis does with its options
package driver
