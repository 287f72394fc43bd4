package control

// Answer is the answer to a command.
type Answer struct {
	Done    bool     `json:"done"` // it was carried out, or begun; what came of it is in the lines
	Outcome Outcome  `json:"outcome"`
	Lines   []string `json:"lines"`
}

// Outcome is what became of a command.
type Outcome string

// Outcomes.
const (
	Done        Outcome = "done"
	Invalid     Outcome = "not understood"
	Denied      Outcome = "refused"
	Unsupported Outcome = "missing"
	Failed      Outcome = "failed"
)

// Player is a player who is in the world. Address, Key and where the player is are for callers who may know them.
type Player struct {
	Name    string    `json:"name"`
	Role    string    `json:"role,omitempty"`
	PingMS  int       `json:"ping_ms"`           // round trip; -1 without a connection
	View    int       `json:"view"`              // in blocks
	At      *[3]int32 `json:"at,omitempty"`      // the cell of the feet
	World   string    `json:"world,omitempty"`   // of several that the server has
	Mode    string    `json:"mode,omitempty"`    // creative or survival
	Address string    `json:"address,omitempty"` // or the number that stands for it
	Key     string    `json:"key,omitempty"`
	Away    float64   `json:"away_seconds,omitempty"` // without a connection
	// Vanished players are listed for callers alone who may have the command vanish.
	Vanished bool `json:"vanished,omitempty"`
}

// Status is how a server is. The figures behind Frozen are for callers who may have the command status.
type Status struct {
	World    string `json:"world"`
	MOTD     string `json:"motd,omitempty"`
	Version  string `json:"version"`
	Protocol int    `json:"protocol"`
	Players  int    `json:"players"`
	Most     int    `json:"players_max"`
	Frozen   bool   `json:"frozen"` // nothing can be changed
	*Figures
}

// Figures are figures of a server's process.
type Figures struct {
	Health       string  `json:"health"` // ok, or why not
	UpSeconds    int64   `json:"up_seconds"`
	StepMeanMS   float64 `json:"step_mean_ms"`
	StepP99MS    float64 `json:"step_p99_ms"`
	StepMaxMS    float64 `json:"step_max_ms"`
	StepsLate    uint64  `json:"steps_over_time"`
	MemoryBytes  uint64  `json:"memory_bytes"`
	DiskFree     uint64  `json:"disk_free_bytes"`
	DiskBytes    uint64  `json:"disk_bytes"`
	Edits        uint64  `json:"edits"`
	Sections     int     `json:"sections"`
	BackupAge    float64 `json:"backup_age_seconds,omitempty"` // of the newest in order
	Unexplained  int     `json:"unexplained"`                  // corrections without a cause, by clients' reports
	WebhooksLost uint64  `json:"webhooks_lost"`
}

// Ban is a ban or a mute that counts.
type Ban struct {
	Kind   string `json:"kind"` // ban, ban-ip or mute
	Whom   string `json:"whom"`
	Until  int64  `json:"until,omitempty"` // seconds since 1970; 0 for ever
	Reason string `json:"reason,omitempty"`
	By     string `json:"by,omitempty"`
}

// Backup is a copy of the world.
type Backup struct {
	Number  int    `json:"number"` // 1 is the newest
	At      int64  `json:"at"`     // seconds since 1970
	Bytes   int64  `json:"bytes"`
	Hash    string `json:"hash"`
	State   string `json:"state"` // in order, damaged or not checked
	Problem string `json:"problem,omitempty"`
}

// Sample are figures of ten seconds.
type Sample struct {
	At      int64   `json:"at"` // seconds since 1970
	Players int     `json:"players"`
	StepMS  float64 `json:"step_ms"` // mean
	Late    uint64  `json:"late"`    // steps over time
	Memory  uint64  `json:"memory"`
	Sent    uint64  `json:"sent"`  // bytes a second to players
	Edits   uint64  `json:"edits"` // a second
}
