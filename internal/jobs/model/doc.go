// Package model reads models and opens what decides about their steps: solvers, and the tables, functions and contracts of externs.
package model
