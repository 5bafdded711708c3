// Package face is the highest wing: the servers with user interfaces. It has no code of its own.
//
// Package workbench serves the web workbench, lsp editors. The command (cmd/sextant) and the Go package (the root of the module) are
// beside this wing. They run jobs and show documents; they contain no analyses.
//
// It may know every wing below. Begin with workbench/server.go.
package face
