// Package rig tests real systems against models, online or by a recorded log: it joins the solver, the functions behind externs, the
// states that explain what was observed, and the connection to the system.
package rig
