// Package workbench is the HTTP server of the web workbench: models, runs of analyses, and their history.
//
// It serves the current folder, the project. It reads nothing outside the project, except through programs that the user allowed
// with Options.AllowExec. It writes models, and in the folder .sextant the history of runs and the tests of runs.
//
// A page of another site must not be able to use the server, although the browser of the user can reach it. So the address of a
// request (Host) must be that of the server, its origin (Origin, Sec-Fetch-Site) must be the server itself, and requests that change
// something must be JSON. A server that others can reach also requires a token. See guard.
package workbench
