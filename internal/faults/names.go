// Package faults holds the deliberate faults that show that the laws of the netcode can fail.
//
// A fault is named where the code could go wrong:
//
//	if faults.Active(faults.AdvanceTwice) { ... the wrong thing ... }
//
// Without the build tag faults, Active is a constant false and the branch is compiled to nothing. With it, the one
// fault named by the environment variable VOXTIDE_FAULT is active for the whole run. `make prove` runs the test of
// each row of Table with its fault and expects it to fail.
package faults

// Fault names one deliberate fault.
type Fault string

// The faults, as VOXTIDE_FAULT spells them; Table says what each does and which law it breaks.
const (
	UndoForgetsACell        Fault = "undo-forgets-a-cell"
	RevertSkipsOldest       Fault = "revert-skips-oldest"
	AckWithoutEdits         Fault = "ack-without-edits"
	RefusalDropped          Fault = "refusal-dropped"
	OrderByMap              Fault = "order-by-map"
	WrapCompare             Fault = "wrap-compare"
	AdvanceTwice            Fault = "advance-twice"
	TickAtStart             Fault = "mark-at-from"
	FloatInPosition         Fault = "float-in-position"
	ImpactTieUnordered      Fault = "impact-tie-unordered"
	WaitForAck              Fault = "wait-for-ack"
	ClockStaysAhead         Fault = "ahead-for-ever"
	TimedWhenPerformed      Fault = "judged-late"
	HalfTheHardness         Fault = "half-the-hardness"
	ServerLatenessIsAStall  Fault = "own-lateness-is-a-stall"
	ClaimsWithoutEnd        Fault = "claims-without-end"
	HeldBeforeIsNothing     Fault = "held-before-is-nothing"
	ResumedTooEarly         Fault = "resumed-too-early"
	LaterThanTheWorld       Fault = "later-than-the-world"
	UnackedDropped          Fault = "unacked-dropped"
	SecondKickAtOnce        Fault = "second-kick-at-once"
	EarlyTimeCut            Fault = "early-time-cut"
	StampsNotHeld           Fault = "stamps-not-held"
	SandOnServerTime        Fault = "sand-on-server-time"
	SupportChecksLeftOut    Fault = "support-checks-left-out"
	LandingWithoutLifting   Fault = "landing-without-lifting"
	ValueBeforeMessages     Fault = "value-before-messages"
	SnapshotOfOldEpoch      Fault = "snapshot-of-old-epoch"
	UnheldKept              Fault = "unheld-kept"
	SnapshotAtOnce          Fault = "snapshot-at-once"
	LostUpdate              Fault = "lost-update"
	Reordered               Fault = "reordered"
	LastNumberInMemory      Fault = "last-number-in-memory"
	ResumeReplays           Fault = "resume-replays"
	OldAddressNotAsked      Fault = "old-address-not-asked"
	ClientFollowsAtOnce     Fault = "client-follows-at-once"
	HalfOpenNotShared       Fault = "half-open-not-shared"
	AcksBeyondFlight        Fault = "acks-beyond-flight"
	QueueWithoutBound       Fault = "queue-without-bound"
	StallWithoutTokens      Fault = "stall-without-tokens"
	PackedTooEarly          Fault = "packed-too-early"
	DroppedTooEarly         Fault = "dropped-too-early"
	HashOfLastBatch         Fault = "hash-of-last-batch"
	AckBeforeCommit         Fault = "ack-before-commit"
	CacheForgetsBlocks      Fault = "memo-forgets-blocks"
	PickUpNotPredicted      Fault = "pick-up-not-predicted"
	MovingPickedUp          Fault = "moving-picked-up"
	CheckedForEver          Fault = "checked-for-ever"
	FallingOvertaken        Fault = "falling-overtaken"
	LooseForNothing         Fault = "loose-for-nothing"
	ItemsBeforePlayers      Fault = "things-before-players"
	SpawnBeforeCommit       Fault = "birth-before-commit"
	ExceptionsForgotten     Fault = "exceptions-forgotten"
	RemovalNotStored        Fault = "death-not-kept"
	ChecksNotStored         Fault = "checks-not-kept"
	ChecksDropped           Fault = "checks-dropped"
	RestWithoutWaking       Fault = "rest-without-waking"
	CounterNotAhead         Fault = "counter-not-ahead"
	DropOnRefusalKeepsItem  Fault = "drop-on-refusal-keeps-item"
	ClaimsOnTheDiagonal     Fault = "claims-on-the-diagonal"
	FirstTokenStaysValid    Fault = "first-token-kept"
	LeaverNotStored         Fault = "leaver-not-written"
	GiftStoredInPart        Fault = "gift-kept-in-part"
	ChatByTheServersClock   Fault = "chat-by-the-servers-clock"
	AbsentPlayersKeepPlaces Fault = "absent-keep-places"
	LookAlikesPass          Fault = "look-alikes-pass"
	ClaimsOverOthers        Fault = "claims-over-others"
	RowForNewcomer          Fault = "row-for-nothing"

	SnapshotBeforeCommit   Fault = "snapshot-before-commit"
	FullUpdateBeforeCommit Fault = "whole-before-commit"
	FullUpdateUnproved     Fault = "whole-unproved"
	FullUpdateTellsOpened  Fault = "whole-tells-opened"
	ResumeOfAnyEpoch       Fault = "resume-of-any-epoch"
	NoGapOfEpochs          Fault = "no-gap-of-epochs"
	HistoryOfOne           Fault = "history-of-one"
	ChecksNotInFullUpdate  Fault = "checks-not-in-whole"
	ChecksNotInOpenings    Fault = "checks-not-in-openings"
	DroppedWithChecks      Fault = "dropped-with-checks"
	TeleportTakesAlong     Fault = "teleport-takes-along"
	EveryCauseFits         Fault = "every-cause-fits"
	EarlyForgotten         Fault = "early-forgotten"

	KickForgotten      Fault = "kick-forgotten"
	KickAtStamp        Fault = "kick-at-stamp"
	RewindWithoutBound Fault = "rewind-without-bound"
	CoverNotAsked      Fault = "cover-not-asked"

	ListForgotten Fault = "list-forgotten"
	HostNotAsked  Fault = "host-not-asked"

	TapeNotShared    Fault = "tape-not-shared"
	TornTailBelieved Fault = "torn-tail-believed"
	ClockBelieved    Fault = "clock-believed"

	LateInputOnTop Fault = "late-input-on-top"

	SwitchDropsQueue      Fault = "judge-cuts-queue"
	SwitchGivesTime       Fault = "judge-gives-time"
	ArrivalByDeclaredTime Fault = "arrival-by-declared-time"
	LostInputIsIdle       Fault = "lost-input-is-idle"
	LateInputNotCounted   Fault = "late-input-not-counted"

	LinksWithoutConsent   Fault = "links-without-consent"
	LANAddressToStrangers Fault = "lan-address-to-strangers"
	IntroductionsFollowed Fault = "introductions-followed"
	ConsentOutlivesItself Fault = "consent-outlives-itself"
	LiarStaysLinked       Fault = "liar-stays-linked"
	ChatOverLinks         Fault = "chat-over-links"
	PeerActionsKept       Fault = "peer-actions-kept"
	PeerNumbersFree       Fault = "peer-numbers-free"

	KnockUnsealed      Fault = "knock-unsealed"
	PeerFollowedAtOnce Fault = "peer-followed-at-once"
	PeerWithoutRate    Fault = "peer-without-rate"

	MethodSwitchLosesAction Fault = "method-switch-loses-action"
)
