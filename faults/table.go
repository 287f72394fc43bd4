package faults

// Row ties a fault to the law that it breaks and to the test that must notice.
type Row struct {
	Fault   Fault
	Law     int    // 1 to 12; see the laws in netlab
	What    string // what goes wrong
	Package string // folder of the test, from the root of the module
	Test    string // regular expression for go test -run, of one or more top-level tests
}

// Table lists every fault, by law. `go run ./cmd/prove` runs it.
var Table = []Row{
	{UndoForgetsACell, 1, "an edit of several cells leaves one out of its inverse", "edits", "^TestInverse$"},
	{RevertSkipsOldest, 1, "a revert leaves the oldest undo record unapplied", "predict", "^TestRevert$"},

	{AckWithoutEdits, 2, "an ack leaves a frame before the edits that it acknowledges", "netlab", "^TestConvergence$"},
	{RefusalDropped, 2, "a refused action is never acked", "netlab", "^TestConvergence$"},
	{OrderByMap, 2, "entities of a stream are updated in the order of a map", "netlab", "^TestConvergence$"},
	{WrapCompare, 2, "numbers are compared as if they never wrapped", "wire", "^TestNumberOrder$"},

	{AdvanceTwice, 3, "a stream at its stamp is advanced by the last span again", "sim", "^TestSplit$"},
	{MarkAtFrom, 3, "the discrete update runs at the mark an advance starts from, too", "sim", "^TestSplit$"},
	{FloatInPosition, 3, "a position goes through a float32 on its way", "physics", "^TestSplit$"},
	{ImpactTieUnordered, 3, "two axes that hit at one instant are taken in the order found", "physics", "^TestSplit$"},

	{WaitForAck, 4, "an action shows when its ack has come, not in the same picture", "netlab", "^TestNoWait$"},
	{SecondKickAtOnce, 4, "a second change of controls between two marks acts at once", "sim", "^TestKick$"},

	{EarlyTimeCut, 5, "a stamp that comes too early is cut to what the bounds allow, not held", "netlab", "^TestNoCorrection$"},
	{StampsNotHeld, 5, "stamps leave while the edits before them are not yet committed", "netlab", "^TestNoCorrection$"},
	{SandOnServerTime, 5, "sand that a player frees falls on the server's stream", "netlab", "^TestNoCorrection$"},
	{SupportChecksLeftOut, 5, "pending support checks of a stream are not told", "netlab", "^TestNoCorrection$"},
	{LandingWithoutLifting, 5, "sand that lands leaves the body in its cell where it is", "netlab", "^TestNoCorrection$"},
	{ValueBeforeMessages, 5, "a stamp is delivered before the actions that it names", "netlab", "^TestNoCorrection$"},

	{SnapshotOfOldEpoch, 6, "a snapshot is taken though its section was subscribed anew", "netlab", "^TestSameOrder$"},

	{LastNumberInMemory, 9, "the last performed number is not in the durable batch", "netlab", "^TestAtMostOnce$"},
	{ResumeReplays, 9, "a resumed session performs again what it sends again", "netlab", "^TestAtMostOnce$"},

	{QueueWithoutBound, 10, "the queue of held actions grows without end", "netlab", "^TestBounds$"},
	{StallWithoutTokens, 10, "the server advances a stalled stream beyond its tokens", "netlab", "^TestBounds$"},

	{DropOnRefusalKeepsItem, 12, "a refused drop leaves the item both in the hand and on the ground", "netlab", "^TestConservation$"},
}
