// Package fileowner keeps the owner of what is written by somebody else: the files of a server that runs as a user of its own belong to that user, also if root makes or
// restores them.
//
// Data flow: before a folder is made its owner is found (Of), which is that of the folder above it; when it is whole it is given to that user (GiveAll). Any goroutine may
// call both. Invariant: who may not give files away keeps them.
package fileowner
