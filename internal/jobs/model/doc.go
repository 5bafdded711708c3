// Package model reads models and opens what their analyses need: solvers, and the tables, functions and contracts of externs.
package model
