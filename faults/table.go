package faults

// Row ties a fault to the law that it breaks and to the test that must notice.
type Row struct {
	Fault   Fault
	Law     int    // 1 to 12 and 14; see the laws in netlab
	What    string // what goes wrong
	Package string // folder of the test, from the root of the module
	Test    string // regular expression for go test -run, of one or more top-level tests
}

// Table lists every fault, by law. `go run ./cmd/prove` runs it.
var Table = []Row{
	{UndoForgetsACell, 1, "the inverse of a block edit forgets some cells", "edits", "^TestApplyThenInverseIsIdentity$"},
	{RevertSkipsOldest, 1, "a revert leaves the oldest undo record unapplied", "predict", "^TestExtendingIsPredictingAnew$"},

	{AckWithoutEdits, 2, "an ack leaves a frame before the edits that it acknowledges", "netlab", "^TestConvergence$"},
	{RefusalDropped, 2, "a refused action is never acked", "netlab", "^TestConvergence$"},
	{WrapCompare, 2, "a counter of entities that comes round gives the avatar's number", "edits", "^TestCounterWraps$"},

	{OrderByMap, 3, "entities of a stream are updated in the order of a map", "sim", "^TestPillarLandsFromLowToHigh$"},
	{AdvanceTwice, 3, "a body that stands at a mark is moved over the span after it twice", "sim", "^TestSplitLaw$"},
	{MarkAtFrom, 3, "the discrete update runs at the mark an advance starts from, too", "sim", "^TestSplitLaw$"},
	{FloatInPosition, 3, "a position goes through a float32 on its way", "physics", "^TestSplit$"},
	{ImpactTieUnordered, 3, "two axes that hit at one instant are taken in the order found", "physics", "^TestSplit$"},

	{WaitForAck, 4, "an action shows when its ack has come, not in the same picture", "netlab", "^TestNoWait$"},
	{SecondKickAtOnce, 4, "a second change of controls between two marks acts at once", "physics", "^TestKick$"},

	{EarlyTimeCut, 5, "a stamp that comes too early is cut to what the bounds allow, not held", "server", "^TestEarly$"},
	{StampsNotHeld, 5, "stamps leave while the edits before them are not yet committed", "netlab", "^TestNoCorrection$"},
	{ChecksNotInWhole, 5, "pending support checks are not told in whole frames", "server", "^TestChecksAreTold$"},
	{ChecksNotInOpenings, 5, "pending support checks are not told with the opening of their section", "server", "^TestChecksAreTold$"},
	{TeleportTakesAlong, 5, "what a player set in motion stays the player's, who is far away", "server", "^TestTeleportLeavesBehind$"},
	{SandOnServerTime, 5, "sand that a player frees falls on the server's stream", "sim", "^TestSandFallsOnTheStreamThatFreedIt$"},
	{SupportChecksLeftOut, 5, "pending support checks of a stream are not told", "server", "^TestAllAgree$"},
	{LandingWithoutLifting, 5, "sand that lands leaves the body in its cell where it is", "sim", "^TestLandingLifts$"},
	{AheadForEver, 5, "a clock that is ahead of the server's stays so", "client", "^TestClockComesBack$"},
	{OwnLatenessIsAStall, 5, "the server's own lateness is not taken off the stall line", "server", "^TestLatenessOfTheServer$"},
	{EveryCauseFits, 5, "each correction is given a cause, whether it has one or not", "predict", "^TestUnexplained$"},
	{LostUpdate, 5, "an action is acked as performed, and nothing is done: whoever did it sees it undone without a cause", "netlab", "^TestNoCorrection$"},
	{ValueBeforeMessages, 5, "a stamp is delivered before the actions that it names", "transport", "^TestNewestReadyValueIsKept$"},
	{ChatByTheServersClock, 5, "lines of chat are metered by the server's clock alone, which no client can predict", "server", "^TestChatRate$"},
	{PickUpNotPredicted, 5, "clients do not predict that they pick up what lies", "sim", "^TestPickUpIsPredicted$"},
	{ExceptionsForgotten, 5, "the bodies that a frame leaves out are told to have flown on", "server", "^TestThinnedBodies$"},
	{RestWithoutWaking, 5, "what lies stays where it is when the ground goes", "sim", "^TestWaking$"},

	{SnapshotAtOnce, 6, "a section is put in although the frames have not come to the edit at which it was packed", "netlab", "^TestSectionsAhead$"},
	{UnheldKept, 6, "a client goes into a resume with openings that it does not name, though a server that was killed counts epochs from below them", "predict", "^TestForgottenAtAResume$"},

	{WholeUnproved, 6, "a whole frame tells of edits that the history has lost by then as if it had all", "server", "^TestHistoryLostBeforeWriting$"},
	{ResumeOfAnyEpoch, 6, "a resume goes on with a section that the client holds under another epoch", "server", "^TestResumeGoesOnWithItsEpochs$"},
	{NoGapOfEpochs, 6, "epochs after a kill begin where those that a client holds end", "server", "^TestEpochsAfterAKill$"},
	{HistoryOfOne, 6, "what changes in a section that one client alone sees is not known at its resume", "server", "^TestHistoryOfOne$"},
	{SnapshotOfOldEpoch, 6, "a snapshot is taken though its section was subscribed anew", "predict", "^TestSnapshotsOfOtherEpochs$"},

	{LostUpdate, 7, "an action is acked as performed, and nothing is done", "bots", "^TestContend$"},
	{Reordered, 7, "the block edits of a frame are told in another order than they came about", "bots", "^TestContend$"},

	{ClaimsOnTheDiagonal, 7, "whose land a block is on is judged at (x, x), so that who must not build does", "server", "^TestClaimsAreJudgedWhereTheBlockIs$"},

	{AckBeforeCommit, 8, "a frame leaves before the batch that it rests on is durable", "server", "^TestHeld$"},
	{AckBeforeCommit, 8, "the same, where the power fails now and then", "bots", "^TestContend$"},
	{SnapshotBeforeCommit, 8, "a section leaves before what it contains is durable", "server", "^TestSectionsWaitForTheDisk$"},
	{WholeBeforeCommit, 8, "a whole frame leaves before what it tells is durable", "server", "^TestWholeFramesWaitForTheDisk$"},
	{PackedTooEarly, 8, "a snapshot is of the section as it was packed before its last change", "server", "^TestKept$"},
	{DroppedTooEarly, 8, "a section leaves memory while what changed in it is not yet durable", "server", "^TestDroppedWhenDurable$"},
	{HashOfLastBatch, 8, "what is kept with a batch is the hash as of the batch before", "server", "^TestHashOfItsBatch$"},
	{BirthBeforeCommit, 8, "births of items leave before their batch is durable", "server", "^TestBirthsWait$"},
	{ChecksNotKept, 8, "pending support checks are not kept", "server", "^TestPendingChecksAreKept$"},
	{ChecksDropped, 8, "pending support checks are dropped at a hand-over", "server", "^TestPendingChecksAreHandedOver$"},
	{AckBeforeCommit, 8, "the same, as each client of the laboratory hears it", "netlab", "^TestNothingSeenIsLost$"},
	{WholeBeforeCommit, 8, "the same, as each client of the laboratory hears it", "netlab", "^TestNothingSeenIsLost$"},
	{ChecksNotKept, 8, "the same, where the laboratory kills the server", "netlab", "^TestKeptOverKills$"},
	{LeaverNotWritten, 8, "the row of a player who leaves is not written, and the server is killed", "netlab", "^TestKeptOverKills$"},
	{LeaverNotWritten, 8, "the row of a player who leaves is not written", "server", "^TestWhoLeavesIsKept$"},
	{TornTailBelieved, 8, "a check believes a log that ends too early", "store/disk", "^TestMissingTail$"},
	{ClockBelieved, 8, "history and bans go by whatever clock the machine has", "store/disk", "^TestClock$"},
	{ListForgotten, 8, "a list of people that could not be kept is forgotten", "host", "^TestListsAreKeptAgain$"},

	{LastNumberInMemory, 9, "the last performed number is not in the durable batch", "server", "^TestCrash$"},
	{ResumeReplays, 9, "a resumed session performs again what it sends again", "server", "^TestResume$"},
	{JudgedLate, 9, "how long something took counts by when it was performed, not by when it was done", "server", "^TestDigOverACut$|^TestPlacesOverACut$"},
	{HeldBeforeIsNothing, 9, "what a client holds since before a kill does not count when it resumes: the land of its un-acked actions is not there", "client", "^TestKilledServer$"},
	{ResumedTooEarly, 9, "un-acked actions are performed before what their client holds counts", "server", "^TestUnackedOverAKill$"},
	{LaterThanTheWorld, 9, "un-acked actions keep their stamps where the world has gone back in time", "client", "^TestOlderClock$"},
	{UnackedDropped, 9, "what is un-acked is not sent again over another connection", "client", "^TestAheadOfTheClock$"},
	{CounterNotAhead, 9, "ids that were told before a kill are given again", "server", "^TestIdsAreGivenOnce$"},
	{UnackedDropped, 9, "the same, where cuts and kills lose what was on its way", "netlab", "^TestSentAgain$"},
	{FirstTokenKept, 9, "a second session of a player can be resumed with the first one's token alone", "server", "^TestLaterSessionsResume$"},

	{QueueWithoutBound, 10, "the queue of held actions grows without end", "server", "^TestRulesEndOneSession$"},
	{ClaimsWithoutEnd, 10, "whoever was silent says that it was digging all the time", "server", "^TestLiarsDigNoFaster$"},
	{HalfTheHardness, 10, "a block is dug after half of the time that it takes", "actions", "^TestHardness$"},
	{StallWithoutTokens, 10, "the server advances a stalled stream beyond its tokens", "server", "^TestNoWindowIsTooLong$"},
	{WholeTellsOpened, 10, "a whole frame tells the edits of sections that come anew, however many", "server", "^TestWholeFrameWithoutOpenedSections$"},
	{EarlyForgotten, 10, "a section that came too early to be kept is forgotten", "client", "^TestTooEarly$"},
	{HostNotAsked, 10, "an HTTP endpoint answers whatever name it is asked by", "web", "^TestGuard$"},
	{OldAddressNotAsked, 10, "who copies packets and is faster keeps the server's stream for as long as it likes", "transport/gate", "^TestEarlyCopies$"},
	{ClientFollowsAtOnce, 10, "a client sends to whoever last copied a packet of its server's", "transport/gate", "^TestEarlyCopies$"},
	{HalfOpenNotShared, 10, "half-open handshakes are kept first come, first served: sixty addresses keep everybody out", "transport/gate", "^TestJoinBesideACrowd$"},
	{AcksBeyondFlight, 10, "acks of what is not in flight, or of what was acked, are given to KCP, which walks its window for each", "transport/lanes", "^TestAcksInVain$"},
	{ThingsBeforePlayers, 10, "where more lies about than is told, players are hidden by it", "server", "^TestItemsDoNotHidePlayers$"},
	{FallingOvertaken, 10, "a block may be put where another falls through, which lifts all that fall", "server", "^TestSandPump$"},
	{LooseForNothing, 10, "whoever sets blocks free pays for none", "server", "^TestLooseIsPaidFor$"},
	{AbsentKeepPlaces, 10, "who joins and goes away at once keeps a place that others wait for", "server", "^TestJoinsLeaveRoom$"},
	{LookAlikesPass, 10, "a new name may look like that of somebody else, as long as its letters are others", "server", "^TestAlikeNames$"},
	{ClaimsOverOthers, 10, "land on which somebody else has built may be claimed", "server", "^TestClaimsSpareOthersBlocks$"},
	{RowForNothing, 10, "who came, did nothing and left is kept for ever, in memory and on the disk", "server", "^TestNewcomersLeaveNothing$"},

	{MemoForgetsBlocks, 11, "what is remembered of an update is used although a block has changed", "netlab", "^TestConvergence$"},

	{DropOnRefusalKeepsItem, 12, "a refused placement keeps what it did before it was refused: the item is gone", "actions", "^TestPlaceAndBreak$"},
	{DroppedWithChecks, 12, "a section leaves memory with a support check pending, which is used up for nothing", "server", "^TestSectionsWithChecksStay$"},
	{DeathNotKept, 12, "the deaths of items and falling blocks are not kept: a restart doubles them", "server", "^TestDeathsAreKept$"},
	{DeathNotKept, 12, "the same, where the laboratory kills the server", "netlab", "^TestKeptOverKills$"},
	{DeathNotKept, 12, "the same, as bots find it on the disk", "bots", "^TestPowerCuts$"},
	{MovingPickedUp, 12, "the server picks up items that move on its time, which clients see elsewhere", "server", "^TestMovingItemsAreLeft$"},
	{GiftKeptInPart, 12, "a gift for which the inventory has no room stays there in part", "server", "^TestGiftsAreWholeOrNothing$"},

	{CheckedForEver, 14, "a support that was looked at and found is looked at again, for ever", "netlab", "^TestBoundedWork$"},
	{FallingOvertaken, 14, "a block may be put where another falls through: each lifts all that fall, and is freed with them", "netlab", "^TestBoundedWork$"},
}
