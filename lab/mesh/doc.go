// Package mesh plays the methods that need no server: the first part of Kahlo's essay, before prediction enters.
//
// Job: N whole worlds, each advanced by the same exact rules (package sim), joined in pairs by simulated links (memnet). Three
// methods say what a node does with an input: `commute` applies it at once here and on receipt elsewhere (1.2), `rollback` buries
// it at its own time (1.3), by undo records or by copies of the world, and `host` lets every input pass through one node (1.4).
//
// Owner: the caller of a Mesh, in one goroutine under virtual time; nothing here reads a clock but the processor's, for a figure.
// Data flow: Input of a frame -> inputs with stream, number and time -> own method, and a message to the other nodes -> their
// methods -> each node's world at the time of its frame.
//
// Invariants: all nodes share one clock and begin with the same world; a rollback's inputs are ordered by (time, stream, number)
// on every node, so that nodes which know the same inputs show the same world; a rollback goes back at most LogSpan, and what
// comes later is counted, not hidden.
package mesh
