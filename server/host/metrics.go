package host

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/server/replication"
	"voxtide/store/pebble"
)

// metricRow is a figure without labels: its name and help, whether it only grows, and its value.
type metricRow struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
	get  func(g *loopMetrics) float64
}

func newMetricRow(name, help string, kind prometheus.ValueType, get func(g *loopMetrics) float64) metricRow {
	return metricRow{prometheus.NewDesc("voxtide_"+name, help, nil, nil), kind, get}
}

var (
	counter, gauge = prometheus.CounterValue, prometheus.GaugeValue

	stepDesc   = prometheus.NewDesc("voxtide_step_seconds", "How long steps of the owner loop take.", nil, nil)
	actionDesc = prometheus.NewDesc("voxtide_actions_total", "Actions judged, by outcome.", []string{"outcome"}, nil)

	commitDesc   = prometheus.NewDesc("voxtide_commit_seconds", "How long it takes until a batch is durable.", nil, nil)
	knownDesc    = prometheus.NewDesc("voxtide_commit_known_seconds", "How long it takes until the loop knows that a batch is durable, and acks leave.", nil, nil)
	rankedDesc   = prometheus.NewDesc("voxtide_players_ranked_total", "Players whom others know, by how often each was to be told from then on, ten times a second.", []string{"rate"}, nil)
	rejectedDesc = prometheus.NewDesc("voxtide_turned_away_total", "Connections that were not let in, by reason.", []string{"reason"}, nil)
	commandDesc  = prometheus.NewDesc("voxtide_commands_total", "Commands, by outcome.", []string{"outcome"}, nil)
	waitingDesc  = prometheus.NewDesc("voxtide_batches_waiting", "Batches that are not known to be durable.", nil, nil)

	standbysDesc     = prometheus.NewDesc("voxtide_cluster_standbys", "Other machines that stand by for the world.", nil, nil)
	standbyLagDesc   = prometheus.NewDesc("voxtide_cluster_behind_entries", "Entries of the world's log that the best of them lacks.", nil, nil)
	appendDesc       = prometheus.NewDesc("voxtide_cluster_append_seconds", "How long the last appends to the log took, by percentile.", []string{"percentile"}, nil)
	backupAgeDesc    = prometheus.NewDesc("voxtide_backup_age_seconds", "Age of the newest copy of the world that is in order; where there is none and copies are to be made, since the start.", nil, nil)
	backupBytesDesc  = prometheus.NewDesc("voxtide_backup_bytes", "Bytes of the newest copy of the world that is in order, those that it shares with the world, too; 0 for none.", nil, nil)
	backupFailedDesc = prometheus.NewDesc("voxtide_backup_failed_total", "Copies of the world that could not be made or handed on, or are damaged.", nil, nil)
	diskFreeDesc     = prometheus.NewDesc("voxtide_disk_free_bytes", "Free bytes on the disk of the world.", nil, nil)
	diskDesc         = prometheus.NewDesc("voxtide_disk_bytes", "Bytes of the disk of the world.", nil, nil)
	buildDesc        = prometheus.NewDesc("voxtide_build_info", "1, with the version of the program.", []string{"version"}, nil)
	clockDesc        = prometheus.NewDesc("voxtide_clock_off_seconds", "How far the clock of the machine is off the date of the world where it is not believed, else 0.", nil, nil)
	listsDesc        = prometheus.NewDesc("voxtide_lists_unkept", "1 while what commands changed of operators, bans, guests or claims is not on the disk.", nil, nil)

	correctionDesc = prometheus.NewDesc("voxtide_corrections_total",
		"Times that a client's own body was not where it had been predicted, by cause, as clients report. Unexplained is a fault of the program. Methods that promise no causes do not count.", []string{"cause"}, nil)

	linksDesc    = prometheus.NewDesc("voxtide_links", "Pairs of players with a direct link, by state: introduced, carrying for one side, linked.", []string{"state"}, nil)
	linkEndsDesc = prometheus.NewDesc("voxtide_link_ends_total", "Pairs of players whose direct link ended or was not to be had, by reason.", []string{"reason"}, nil)

	outcomeNames = [admin.CommandOutcomes]string{admin.CommandDone: "done", admin.CommandInvalid: "not understood", admin.CommandDenied: "refused", admin.CommandUnsupported: "missing", admin.CommandRateLimited: "too many", admin.CommandFailed: "failed"}

	metricRows = []metricRow{
		newMetricRow("players", "Players in the world.", gauge, func(g *loopMetrics) float64 { return float64(g.server.Players) }),
		newMetricRow("frozen", "1 while nothing can be changed because the disk fails.", gauge, func(g *loopMetrics) float64 {
			if g.frozen {
				return 1
			}
			return 0
		}),
		newMetricRow("sections_loaded", "Sections in memory.", gauge, func(g *loopMetrics) float64 { return float64(g.loaded) }),
		newMetricRow("edits_total", "Number of the last edit.", counter, func(g *loopMetrics) float64 { return float64(g.edits) }),
		newMetricRow("steps_over_time_total", "Steps that took longer than the time between two.", counter, func(g *loopMetrics) float64 { return float64(g.steps.late) }),
		newMetricRow("late_steps_total", "Steps that came over 50 ms after the last.", counter, func(g *loopMetrics) float64 { return float64(g.server.LateSteps) }),
		newMetricRow("behind_seconds", "How far the server's own stream is behind its clock.", gauge, func(g *loopMetrics) float64 { return float64(g.server.Behind) / 1e6 }),
		newMetricRow("joined_total", "Sessions begun.", counter, func(g *loopMetrics) float64 { return float64(g.server.Joined) }),
		newMetricRow("seated_total", "Players who were in the world when the server before this one ended, and are in it again.", counter, func(g *loopMetrics) float64 { return float64(g.server.Seated) }),
		newMetricRow("resumed_total", "Sessions resumed.", counter, func(g *loopMetrics) float64 { return float64(g.server.Resumed) }),
		newMetricRow("queued_total", "Players who had to wait for a place.", counter, func(g *loopMetrics) float64 { return float64(g.server.Queued) }),
		newMetricRow("left_total", "Sessions ended.", counter, func(g *loopMetrics) float64 { return float64(g.server.Left) }),
		newMetricRow("ended_total", "Sessions and strangers that broke a rule.", counter, func(g *loopMetrics) float64 { return float64(g.server.SessionsEnded) }),
		newMetricRow("hits_total", "Hits of players on players that counted.", counter, func(g *loopMetrics) float64 { return float64(g.server.Hits) }),
		newMetricRow("links_introduced_total", "Pairs of players who were introduced for a direct link.", counter, func(g *loopMetrics) float64 { return float64(g.server.Links.Met) }),
		newMetricRow("links_carried_total", "Pairs of players whose direct link carried, by the word of both.", counter, func(g *loopMetrics) float64 { return float64(g.server.Links.Carried) }),
		newMetricRow("stalls_total", "Times that a player's stream stalled.", counter, func(g *loopMetrics) float64 { return float64(g.server.Stalls) }),
		newMetricRow("desyncs_total", "Times that what a client had received was not what the server's hash said, as clients report.", counter,
			func(g *loopMetrics) float64 { return float64(g.server.Desyncs) }),
		newMetricRow("rival_corrections_total", "Corrections under methods that promise no causes, as clients report.", counter,
			func(g *loopMetrics) float64 { return float64(g.server.RivalCorrections) }),
		newMetricRow("method_switches_total", "Times that a player went on with another method.", counter, func(g *loopMetrics) float64 { return float64(g.server.MethodSwitches) }),
		newMetricRow("inputs_reused_total", "Ticks without an input of their own, of players who are judged by ticks.", counter, func(g *loopMetrics) float64 { return float64(g.server.InputsReused) }),
		newMetricRow("inputs_late_total", "Inputs of ticks that came too late.", counter, func(g *loopMetrics) float64 { return float64(g.server.InputsLate) }),
		newMetricRow("sections_asked_again_total", "Sections that a client asked for again.", counter, func(g *loopMetrics) float64 { return float64(g.server.ResendRequests) }),
		newMetricRow("sections_unreadable_total", "Sections that the disk could not give.", counter, func(g *loopMetrics) float64 { return float64(g.server.SectionsUnreadable) }),
		newMetricRow("frames_total", "Frames built.", counter, func(g *loopMetrics) float64 { return float64(g.server.Updates) }),
		newMetricRow("frame_bytes_total", "Bytes of frames.", counter, func(g *loopMetrics) float64 { return float64(g.server.UpdateBytes) }),
		newMetricRow("sections_sent_total", "Sections sent.", counter, func(g *loopMetrics) float64 { return float64(g.server.Snapshots) }),
		newMetricRow("section_bytes_total", "Bytes of sections sent.", counter, func(g *loopMetrics) float64 { return float64(g.server.SnapshotBytes) }),
		newMetricRow("sections_saved_total", "Snapshots of sections handed to the store.", counter, func(g *loopMetrics) float64 { return float64(g.server.SectionsSaved) }),
		newMetricRow("sections_unloaded_total", "Sections dropped from memory.", counter, func(g *loopMetrics) float64 { return float64(g.server.SectionsUnloaded) }),
		newMetricRow("items_merged_total", "Items that equal ones beside them took in.", counter, func(g *loopMetrics) float64 { return float64(g.server.ItemsMerged) }),
		newMetricRow("items_gone_total", "Items that lay too long, or too many in one place.", counter, func(g *loopMetrics) float64 { return float64(g.server.ItemsRemoved) }),
		newMetricRow("batches_total", "Batches handed to the store.", counter, func(g *loopMetrics) float64 { return float64(g.server.Batches) }),
		newMetricRow("deaths_total", "Players who died.", counter, func(g *loopMetrics) float64 { return float64(g.server.Deaths) }),
		newMetricRow("rescued_total", "Avatars that fell out of the world and were brought back.", counter, func(g *loopMetrics) float64 { return float64(g.server.Rescued) }),
		newMetricRow("bodies_moved_total", "Times that a body was moved by the server and not by its player: what clients are corrected for.", counter,
			func(g *loopMetrics) float64 { return float64(g.server.EntitiesMoved) }),
		newMetricRow("stall_seconds_total", "Time of players' streams that the server advanced.", counter, func(g *loopMetrics) float64 { return float64(g.server.StallTime) / 1e6 }),
		newMetricRow("controls_released_total", "Times that a stalled player's controls were released.", counter, func(g *loopMetrics) float64 { return float64(g.server.ControlsReleased) }),
		newMetricRow("whole_frames_total", "Frames with the whole state.", counter, func(g *loopMetrics) float64 { return float64(g.server.FullUpdates) }),
		newMetricRow("frames_dropped_total", "Frames that waited too long for the store or the network.", counter, func(g *loopMetrics) float64 { return float64(g.server.UpdatesDropped) }),
		newMetricRow("sections_resent_total", "Sections sent again because too many of their blocks changed at once.", counter, func(g *loopMetrics) float64 { return float64(g.server.SectionsResent) }),
		newMetricRow("sections_confirmed_total", "Sections that the server confirmed itself.", counter, func(g *loopMetrics) float64 { return float64(g.server.SectionsConfirmed) }),
		newMetricRow("interest_postponed_total", "Turns of players to have land opened that waited for the next step.", counter, func(g *loopMetrics) float64 { return float64(g.server.InterestPostponed) }),
		newMetricRow("sections_postponed_total", "Turns of players to be sent land that waited for the next step.", counter, func(g *loopMetrics) float64 { return float64(g.server.BulkPostponed) }),
		newMetricRow("motions_told_total", "Motions of bodies told to players.", counter, func(g *loopMetrics) float64 { return float64(g.server.Motions) }),
		newMetricRow("names_forgotten_total", "Rows of players that nobody needs and that were dropped.", counter, func(g *loopMetrics) float64 { return float64(g.server.PlayersForgotten) }),
		newMetricRow("queue_actions_highest", "Most actions that waited for one session.", gauge, func(g *loopMetrics) float64 { return float64(g.server.QueueMax) }),
		newMetricRow("outbox_highest_bytes", "Most bytes of frames that waited for one session.", gauge, func(g *loopMetrics) float64 { return float64(g.server.OutboxMax) }),
		newMetricRow("log_edits_highest", "Most edits that waited to be told.", gauge, func(g *loopMetrics) float64 { return float64(g.server.LogMax) }),
	}
)

// histogram makes a histogram of counts by upper bound.
func histogram(desc *prometheus.Desc, bounds []time.Duration, counts []uint64, all uint64, sum time.Duration) prometheus.Metric {
	buckets := map[float64]uint64{}
	for i, bound := range bounds {
		buckets[bound.Seconds()] = counts[i]
	}
	return prometheus.MustNewConstHistogram(desc, all, sum.Seconds(), buckets)
}

// collector hands the figures of a world to Prometheus.
type collector struct{ h *Host }

// Describe implements prometheus.Collector.
func (c collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{stepDesc, actionDesc, commitDesc, knownDesc, rankedDesc, rejectedDesc, commandDesc, waitingDesc, listsDesc, clockDesc, backupAgeDesc, backupBytesDesc, backupFailedDesc, diskFreeDesc, diskDesc, buildDesc, correctionDesc, linksDesc, linkEndsDesc} {
		to <- d
	}
	for _, v := range metricRows {
		to <- v.desc
	}
}

// Collect implements prometheus.Collector.
func (c collector) Collect(to chan<- prometheus.Metric) {
	g, world := &c.h.metrics, c.h.worlds.current.Load()
	c.collectDisk(to)
	g.mu.Lock()
	defer g.mu.Unlock()
	to <- histogram(stepDesc, stepBounds[:], g.steps.counts[:], g.steps.total, g.steps.sum)
	for why, n := range g.server.Actions {
		to <- prometheus.MustNewConstMetric(actionDesc, counter, float64(n), actions.Refusal(why).String())
	}
	commits := world.commits.snapshot()
	for _, m := range []struct {
		desc *prometheus.Desc
		w    *latencyHistogram
	}{{commitDesc, &commits.durable}, {knownDesc, &commits.known}} {
		to <- histogram(m.desc, commitBounds[:], m.w.counts[:], m.w.total, m.w.sum)
	}
	to <- prometheus.MustNewConstMetric(waitingDesc, gauge, float64(commits.waiting))
	if ask := c.h.cfg.Numbers; ask != nil {
		n := ask()
		to <- prometheus.MustNewConstMetric(standbysDesc, gauge, float64(n.Standbys))
		to <- prometheus.MustNewConstMetric(standbyLagDesc, gauge, float64(n.Behind))
		to <- prometheus.MustNewConstMetric(appendDesc, gauge, n.AppendP50.Seconds(), "50")
		to <- prometheus.MustNewConstMetric(appendDesc, gauge, n.AppendP99.Seconds(), "99")
	}
	unkept := 0.0
	if c.h.jobs != nil && c.h.jobs.AccessUnsaved() {
		unkept = 1
	}
	to <- prometheus.MustNewConstMetric(listsDesc, gauge, unkept)
	off := 0.0
	if world.disk != nil {
		off = world.disk.ClockOffset().Seconds()
	}
	to <- prometheus.MustNewConstMetric(clockDesc, gauge, off)
	for i, n := range g.server.Rejected {
		to <- prometheus.MustNewConstMetric(rejectedDesc, counter, float64(n), server.RejectReason(i).String())
	}
	for i, n := range g.server.Ranked {
		to <- prometheus.MustNewConstMetric(rankedDesc, counter, float64(n), replication.Rate(i).String())
	}
	for i, n := range g.server.Corrections {
		to <- prometheus.MustNewConstMetric(correctionDesc, counter, float64(n), protocol.Cause(i).String())
	}
	for i, n := range g.server.Commands {
		to <- prometheus.MustNewConstMetric(commandDesc, counter, float64(n), outcomeNames[i])
	}
	links := &g.server.Links
	for _, s := range []struct {
		name string
		n    int
	}{{"introduced", links.Introduced}, {"half", links.Half}, {"linked", links.Linked}} {
		to <- prometheus.MustNewConstMetric(linksDesc, gauge, float64(s.n), s.name)
	}
	for why, n := range links.Ended {
		to <- prometheus.MustNewConstMetric(linkEndsDesc, counter, float64(n), protocol.LinkEnd(why).String())
	}
	for _, v := range metricRows {
		to <- prometheus.MustNewConstMetric(v.desc, v.kind, v.get(g))
	}
}

// collectDisk hands the figures of copies and of the disk to Prometheus, which the loop has no part in.
func (c collector) collectDisk(to chan<- prometheus.Metric) {
	if c.h.keeper == nil { // of a test
		return
	}
	s := c.h.keeper.Status()
	if s.Known {
		to <- prometheus.MustNewConstMetric(backupAgeDesc, gauge, s.Age.Seconds())
	}
	to <- prometheus.MustNewConstMetric(backupBytesDesc, gauge, float64(s.LastGood.Bytes))
	to <- prometheus.MustNewConstMetric(backupFailedDesc, counter, float64(s.Failed))
	if free, all, err := pebble.FreeSpace(c.h.cfg.Dir); err == nil {
		to <- prometheus.MustNewConstMetric(diskFreeDesc, gauge, float64(free))
		to <- prometheus.MustNewConstMetric(diskDesc, gauge, float64(all))
	}
	to <- prometheus.MustNewConstMetric(buildDesc, gauge, 1, c.h.cfg.Version)
}

// registry returns a registry of the figures of worlds, with a label where there are several, and of more collectors.
func registry(all []*Host, more ...prometheus.Collector) *prometheus.Registry {
	reg := prometheus.NewRegistry()
	for _, h := range all {
		var to prometheus.Registerer = reg
		if len(all) > 1 {
			to = prometheus.WrapRegistererWith(prometheus.Labels{"world": h.name()}, reg)
		}
		to.MustRegister(collector{h})
	}
	reg.MustRegister(more...)
	return reg
}
