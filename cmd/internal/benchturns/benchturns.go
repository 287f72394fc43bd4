// Package benchturns measures frames of scenes again and again by turns, so that a machine that goes faster and slower, or that other programs use as well,
// does so for all that is compared.
//
// Data flow: a function draws one frame and returns when it is done; its time and the processor time of all threads are noted, and medians are told.
// Owner: the goroutine that draws.
package benchturns
