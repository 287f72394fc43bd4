// Package machines runs game servers in processes of their own, alone or as a cluster on this machine, and treats them badly: it kills them,
// makes them stand still, deletes their worlds and starts them again.
//
// Owner: the caller's goroutine; a goroutine for each process reads what it prints. Invariants: only processes that were started here are
// ever signalled, each with the children that it started; none is left when Close returns.
package machines
