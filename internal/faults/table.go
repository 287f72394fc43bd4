package faults

// Row ties a fault to the law that it breaks and to the test that must notice.
type Row struct {
	Fault   Fault
	Law     int    // 1 to 14; see the laws in netlab
	Effect  string // what goes wrong
	Package string // folder of the test, from the root of the module
	Test    string // regular expression for go test -run, of one or more top-level tests
}

// Table lists every fault, by law. `go run ./cmd/mutation` runs it.
var Table = []Row{
	{UndoForgetsACell, 1, "the inverse of a block edit forgets some cells", "edits", "^TestApplyThenInverseIsIdentity$"},
	{RevertSkipsOldest, 1, "a revert leaves the oldest undo record unapplied", "predict", "^TestExtendingEqualsPredictingAgain$"},
	{RevertSkipsOldest, 1, "the same, under each rival method", "predict/rival", "^TestLawsOfEveryMethod$"},

	{AckWithoutEdits, 2, "an ack is sent one update before the edits that it acknowledges", "lab/netlab", "^TestConvergence$"},
	{RefusalDropped, 2, "a refused action is never acked", "lab/netlab", "^TestConvergence$"},
	{LateInputOnTop, 2, "a node without a server puts an input that comes late on top of its world instead of burying it", "lab/mesh", "^TestRollbackConverges$"},
	{WrapCompare, 2, "an entity counter that wraps gives the avatar's number", "edits", "^TestCounterWraps$"},

	{OrderByMap, 3, "entities of a stream are updated in the order of a map", "sim", "^TestPillarLandsFromLowToHigh$"},
	{AdvanceTwice, 3, "a body that stands at a tick boundary is moved twice over the span after it", "sim", "^TestSplitLaw$"},
	{TickAtStart, 3, "the discrete update also runs at the tick boundary that an advance starts from", "sim", "^TestSplitLaw$"},
	{FloatInPosition, 3, "a position goes through a float32 on its way", "physics", "^TestSplit$"},
	{ImpactTieUnordered, 3, "two axes that hit at one instant are taken in the order found", "physics", "^TestSplit$"},

	{WaitForAck, 4, "an action shows when its ack has come, not in the same frame", "lab/netlab", "^TestNoWait$"},
	{SecondKickAtOnce, 4, "a second change of controls between two ticks acts at once", "physics", "^TestApplyKeys$"},

	{EarlyTimeCut, 5, "an action with a stamp too early is clamped to the bounds, not held", "server", "^TestEarly$"},
	{StampsNotHeld, 5, "stamps are sent while the edits before them are not yet committed", "lab/netlab", "^TestNoCorrection$"},
	{ChecksNotInFullUpdate, 5, "full updates leave out pending support checks", "server", "^TestChecksAreTold$"},
	{ChecksNotInOpenings, 5, "pending support checks are not sent with the opening of their section", "server", "^TestChecksAreTold$"},
	{TeleportTakesAlong, 5, "what a player set in motion stays in the player's stream after a teleport", "server", "^TestTeleportLeavesBehind$"},
	{SandOnServerTime, 5, "sand that a player frees falls on the server's stream", "sim", "^TestFreedBlockFallsOnTheStreamThatFreedIt$"},
	{SupportChecksLeftOut, 5, "pending support checks of a stream are not sent", "server", "^TestAllAgree$"},
	{LandingWithoutLifting, 5, "sand that lands does not lift the body in its cell", "sim", "^TestLandingLifts$"},
	{ClockStaysAhead, 5, "a clock that is ahead of the server's stays ahead", "client", "^TestClockComesBack$"},
	{ServerLatenessIsAStall, 5, "the server's own lateness is not taken off the stall line", "server", "^TestLatenessOfTheServer$"},
	{EveryCauseFits, 5, "every correction is given a cause, whether it has one or not", "predict", "^TestUnexplained$"},
	{LostUpdate, 5, "an action is acked as performed, but not performed: its player sees it undone without a cause", "lab/netlab", "^TestNoCorrection$"},
	{ValueBeforeMessages, 5, "a stamp is delivered before the actions that it names", "transport", "^TestNewestReadyValueIsKept$"},
	{ChatByTheServersClock, 5, "chat is rate-limited by the server's clock alone, which no client can predict", "server", "^TestChatRate$"},
	{PickUpNotPredicted, 5, "clients do not predict that they pick up resting items", "sim", "^TestPickUpIsPredicted$"},
	{ExceptionsForgotten, 5, "bodies that an update leaves out are said to have flown on", "server", "^TestThinnedEntities$"},
	{RestWithoutWaking, 5, "a resting item stays where it is when the block below it goes", "sim", "^TestWaking$"},
	{TapeNotShared, 5, "a comparison gives each method another play", "lab/compare", "^TestSameTapeForAll$"},
	{KickAtStamp, 5, "a struck body takes its kick at the stamp at which the server has it, instead of at an instant that is told ahead", "lab/hits", "^TestKicksAreToldAhead$"},
	{KickForgotten, 5, "a kick that was told is not taken on by anybody", "lab/hits", "^TestKicksAreToldAhead$"},

	{SnapshotAtOnce, 6, "a section is installed before the updates have reached the edit at which it was packed", "lab/netlab", "^TestSectionsAhead$"},
	{UnheldKept, 6, "a client resumes with openings that it does not name, though a killed server counts epochs from below them", "predict", "^TestForgottenAtAResume$"},

	{FullUpdateUnproved, 6, "a full update claims to be complete although the history has lost some of its edits", "server", "^TestHistoryLostBeforeWriting$"},
	{ResumeOfAnyEpoch, 6, "a resume goes on with a section that the client holds under another epoch", "server", "^TestResumeGoesOnWithItsEpochs$"},
	{NoGapOfEpochs, 6, "epochs after a kill begin where those that a client holds end", "server", "^TestEpochsAfterAKill$"},
	{HistoryOfOne, 6, "changes in a section that only one client sees are lost at its resume", "server", "^TestHistoryOfOne$"},
	{SnapshotOfOldEpoch, 6, "a snapshot is installed although its section was subscribed again since", "predict", "^TestSnapshotsOfOtherEpochs$"},

	{LostUpdate, 7, "an action is acked as performed, but not performed", "lab/bots", "^TestContend$"},
	{Reordered, 7, "the block edits of an update are sent in another order than they happened", "lab/bots", "^TestContend$"},

	{ClaimsOnTheDiagonal, 7, "the owner of a block's land is looked up at (x, x), so that others may build there", "server", "^TestClaimsAreJudgedWhereTheBlockIs$"},

	{AckBeforeCommit, 8, "an update is sent before the batch that it depends on is durable", "server", "^TestHeld$"},
	{AckBeforeCommit, 8, "the same, with power cuts", "lab/bots", "^TestContend$"},
	{SnapshotBeforeCommit, 8, "a section is sent before its contents are durable", "server", "^TestSectionsWaitForTheDisk$"},
	{FullUpdateBeforeCommit, 8, "a full update is sent before its contents are durable", "server", "^TestFullUpdatesWaitForTheDisk$"},
	{PackedTooEarly, 8, "a snapshot is of the section as it was packed before its last change", "server", "^TestSectionsComeBack$"},
	{DroppedTooEarly, 8, "a section leaves memory while its changes are not yet durable", "server", "^TestDroppedWhenDurable$"},
	{HashOfLastBatch, 8, "the hash stored with a batch is that of the batch before", "server", "^TestHashOfItsBatch$"},
	{SpawnBeforeCommit, 8, "spawns of items are sent before their batch is durable", "server", "^TestBirthsWait$"},
	{ChecksNotStored, 8, "pending support checks are not stored", "server", "^TestPendingChecksAreKept$"},
	{ChecksDropped, 8, "pending support checks are dropped when a stream is handed over", "server", "^TestPendingChecksAreHandedOver$"},
	{AckBeforeCommit, 8, "the same, as each client of netlab sees it", "lab/netlab", "^TestNothingSeenIsLost$"},
	{FullUpdateBeforeCommit, 8, "the same, as each client of netlab sees it", "lab/netlab", "^TestNothingSeenIsLost$"},
	{ChecksNotStored, 8, "the same, with netlab killing the server", "lab/netlab", "^TestKeptOverKills$"},
	{LeaverNotStored, 8, "the row of a player who leaves is not written, and the server is killed", "lab/netlab", "^TestKeptOverKills$"},
	{LeaverNotStored, 8, "the row of a player who leaves is not written", "server", "^TestWhoLeavesIsKept$"},
	{TornTailBelieved, 8, "the store's check accepts a log that ends too early", "store/pebble", "^TestMissingTail$"},
	{ClockBelieved, 8, "history and bans follow the machine's clock, even when it jumps", "store/pebble", "^TestClock$"},
	{ListForgotten, 8, "a list of players that could not be stored is forgotten", "server/host", "^TestListsAreKeptAgain$"},

	{LastNumberInMemory, 9, "the last performed number is not in the durable batch", "server", "^TestCrash$"},
	{ResumeReplays, 9, "a resumed session performs resent actions a second time", "server", "^TestResume$"},
	{TimedWhenPerformed, 9, "durations are measured by when an action was performed, not by its stamp", "server", "^TestBreakOverACut$|^TestPlaceOverACut$"},
	{HeldBeforeIsNothing, 9, "sections that a client holds since before a kill do not count when it resumes: its un-acked actions find no land", "client", "^TestKilledServer$"},
	{ResumedTooEarly, 9, "un-acked actions are performed before the sections that their client holds count", "server", "^TestUnackedOverAKill$"},
	{SwitchDropsQueue, 9, "the server drops the actions that wait when a session goes on under another judge", "server", "^TestSwitchLosesNothing$"},
	{SwitchDropsQueue, 9, "the same, as netlab sees it", "lab/netlab", "^TestMethods$"},
	{LaterThanTheWorld, 9, "un-acked actions keep their stamps where the world has gone back in time", "client", "^TestOlderClock$"},
	{UnackedDropped, 9, "un-acked actions are not resent over another connection", "client", "^TestAheadOfTheClock$"},
	{MethodSwitchLosesAction, 9, "actions that are made while another method is asked for are not sent", "client", "^TestSwitchMethods$"},
	{CounterNotAhead, 9, "ids that were sent before a kill are given again", "server", "^TestIdsAreGivenOnce$"},
	{UnackedDropped, 9, "the same, with cuts and kills that lose what was in flight", "lab/netlab", "^TestSentAgain$"},
	{FirstTokenStaysValid, 9, "a second session of a player can be resumed with the first one's token alone", "server", "^TestLaterSessionsResume$"},

	{QueueWithoutBound, 10, "the queue of held actions grows without end", "server", "^TestRulesEndOneSession$"},
	{ClaimsWithoutEnd, 10, "a client that was silent claims that it was digging all the time", "server", "^TestLiarsBreakNoFaster$"},
	{SwitchGivesTime, 10, "a judge that follows the server's clock takes a late stream there at once, whatever its budget", "server", "^TestSwitchesGainNoTime$"},
	{ArrivalByDeclaredTime, 10, "under the judge that goes by arrival, rates and hardness count by the time that the client names", "server", "^TestArrival$"},
	{LateInputNotCounted, 10, "inputs that come after their tick are dropped without being counted", "server", "^TestTicks$"},
	{LostInputIsIdle, 10, "a tick without an input of its own is one without keys", "server", "^TestTicks$"},
	{HalfTheHardness, 10, "a block is dug after half of the time that it takes", "actions", "^TestHardness$"},
	{StallWithoutTokens, 10, "the server advances a stalled stream beyond its tokens", "server", "^TestNoWindowIsTooLong$"},
	{FullUpdateTellsOpened, 10, "a full update contains all edits of newly opened sections, without a bound", "server", "^TestFullUpdateWithoutOpenedSections$"},
	{EarlyForgotten, 10, "a section that came too early is forgotten", "client", "^TestTooEarly$"},
	{HostNotAsked, 10, "an HTTP endpoint answers requests for any host name", "internal/httpguard", "^TestGuard$"},
	{OldAddressNotAsked, 10, "an attacker that copies packets and is faster keeps the server's stream for as long as it likes", "transport/secure", "^TestEarlyCopies$"},
	{ClientFollowsAtOnce, 10, "a client sends to the address that last copied a packet of its server", "transport/secure", "^TestEarlyCopies$"},
	{HalfOpenNotShared, 10, "half-open handshakes are kept first come, first served: sixty addresses lock everybody out", "transport/secure", "^TestJoinBesideACrowd$"},
	{KnockUnsealed, 10, "a knock that nobody sealed is answered: a client of a link answers anybody, wherever they say they are", "transport/punch", "^TestForgedKnocks$"},
	{PeerFollowedAtOnce, 10, "a linked peer is followed to wherever a packet of its came from, before it has answered there", "transport/punch", "^TestSpoofedMove$"},
	{PeerWithoutRate, 10, "a linked peer may send as fast as it likes", "transport/punch", "^TestRates$"},
	{AcksBeyondFlight, 10, "acks of segments not in flight, or acked before, reach KCP, which walks its window for each", "transport/reliable", "^TestAcksInVain$"},
	{ItemsBeforePlayers, 10, "items beyond the bound of an update hide players", "server", "^TestItemsDoNotHidePlayers$"},
	{FallingOvertaken, 10, "a block may be placed where another is falling, which lifts all falling blocks", "server", "^TestSandPump$"},
	{LooseForNothing, 10, "freeing blocks costs a player none of its budget", "server", "^TestLooseIsPaidFor$"},
	{AbsentPlayersKeepPlaces, 10, "a player who joins and leaves at once keeps a place that others wait for", "server", "^TestJoinsLeaveRoom$"},
	{LookAlikesPass, 10, "a new name may look like an existing one, as long as its letters differ", "server", "^TestAlikeNames$"},
	{ClaimsOverOthers, 10, "land on which somebody else has built may be claimed", "server", "^TestClaimsSpareOthersBlocks$"},
	{RowForNewcomer, 10, "a player who joined, did nothing and left is kept for ever, in memory and on disk", "server", "^TestNewcomersLeaveNothing$"},

	{RewindWithoutBound, 10, "a hit is judged against a picture of any age", "server/past", "^TestRewindHasABound$"},
	{LinksWithoutConsent, 10, "players who consented to nothing are introduced, with their addresses", "server/rendezvous", "^TestSchedules$"},
	{IntroductionsFollowed, 10, "a client knocks where a server tells it to, whether its player consents or not", "client/links", "^TestConsent$"},
	{ConsentOutlivesItself, 10, "links stay open when their player consents to them no more", "client/links", "^TestConsent$"},
	{ChatOverLinks, 10, "chat, and the passwords in it, goes to linked players", "client/links", "^TestSharedKinds$"},
	{AcksWithoutLink, 10, "clients are told the acks of players to whom they have no link", "server", "^TestNoLinkNoBytes$"},
	{LinksWithoutBackOff, 10, "players who could not be linked are introduced again at once, for as long as one of them likes", "server", "^TestConsentFlips$"},
	{LANAddressToStrangers, 10, "the addresses of a player's house go to players elsewhere", "server/rendezvous", "^TestSchedules$"},
	{CoverNotAsked, 10, "a player who has long been behind a wall is struck because somebody else still saw them", "server/past", "^TestCover$"},
	{LinkUnseenByHits, 10, "a hit is judged by what the server told a striker who saw more by a direct link", "server/past", "^TestLinkedPicture$"},
	{PeerNumbersFree, 10, "a linked peer may number its actions as far ahead as it likes", "predict", "^TestPeersAreBounded$"},

	{CacheForgetsBlocks, 11, "the cached result of an update is used although a block has changed", "lab/netlab", "^TestConvergence$"},

	{DropOnRefusalKeepsItem, 12, "a refused placement keeps the changes made before the refusal: the item is gone", "actions", "^TestPlaceAndBreak$"},
	{DroppedWithChecks, 12, "a section leaves memory with a support check pending, which is then lost", "server", "^TestSectionsWithChecksStay$"},
	{RemovalNotStored, 12, "removals of items and falling blocks are not stored: a restart doubles them", "server", "^TestDeathsAreKept$"},
	{RemovalNotStored, 12, "the same, with netlab killing the server", "lab/netlab", "^TestKeptOverKills$"},
	{RemovalNotStored, 12, "the same, as bots find it on the disk", "lab/bots", "^TestPowerCuts$"},
	{MovingPickedUp, 12, "the server picks up items that move on its own stream, which clients see elsewhere", "server", "^TestMovingItemsAreLeft$"},
	{GiftStoredInPart, 12, "a gift for which the inventory has no room stays there in part", "server", "^TestGiftsAreWholeOrNothing$"},

	{PeerActionsKept, 13, "the actions of a linked peer are believed for as long as the server does not ack them", "predict", "^TestALieEnds$"},
	{PeerActionsKept, 13, "the same, with a peer who lies in netlab", "lab/netlab", "^TestPeerLies$"},
	{LiarStaysLinked, 13, "a peer may show what is not so for as long as it likes", "client", "^TestLyingPeer$"},
	{LiarStaysLinked, 13, "the same, by the counts alone", "client/links", "^TestLies$"},

	{FlowFrontierDropped, 14, "what a plan of water cannot judge within its bound is forgotten", "flow", "^TestSteadyState$"},
	{FeederWetAlready, 14, "a cell stays wet from an instant on at which nothing beside it is wet any more", "flow", "^TestWaterComesFromWater$"},
	{PlansInUnknown, 14, "water is planned where the actor does not know the land", "flow", "^TestUnknownStaysPending$"},

	{CheckedForEver, 14, "a supported block is checked again, for ever", "lab/netlab", "^TestBoundedWork$"},
	{FallingOvertaken, 14, "a block may be placed where another is falling: each lifts all falling blocks, and is freed with them", "lab/netlab", "^TestBoundedWork$"},
}
