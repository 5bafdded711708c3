// Package workbench is the HTTP server of the web workbench: models, runs of analyses, and their history.
//
// It serves the current folder, the project. Nothing outside of it is read, except what the programs do that the user allowed with
// Options.AllowExec. It writes models, and below the folder .sextant the history of runs and the tests that runs make.
//
// A page of another site must not be able to use the server, though the browser of the user can reach it. So the address by which a
// request comes (Host) must be that of the server, the site that makes it (Origin, Sec-Fetch-Site) must be the server itself, and what
// changes something must be JSON. A server that others can reach demands a token besides. See guard.
package workbench
