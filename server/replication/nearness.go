package replication

import "time"

// nearness tells who of a crowd is among the nearest, without sorting it: it counts how many are at which distance.
type nearness struct {
	counts [nearnessClasses]uint16
	// The class of distance in which a number of the nearest is reached, and how many of that class are still among them.
	full, mid         int
	fullLeft, midLeft int
}

// nearnessClasses is the number of classes of distance: of its square, one by one where it is small, else nearnessStep together.
const (
	nearnessClasses = 1024
	nearnessFine    = nearnessClasses / 2
	nearnessStep    = 2 * farLeaveBlocks * farLeaveBlocks / nearnessClasses
)

func classOf(distance int64) int {
	if distance < nearnessFine {
		return int(distance)
	}
	return int(min(nearnessFine+(distance-nearnessFine)/nearnessStep, nearnessClasses-1))
}

// count counts avatars, the client's own aside, which is at a negative distance.
func (k *nearness) count(avatars []rankedEntity) {
	clear(k.counts[:])
	for i := range avatars {
		if d := avatars[i].distance; d >= 0 {
			k.counts[classOf(d)]++
		}
	}
	k.full, k.fullLeft = k.reach(fullRateCount)
	k.mid, k.midLeft = k.reach(midRateCount)
}

// reach returns the class in which a number of the nearest is reached, and how many of that class are among them.
func (k *nearness) reach(n int) (class, left int) {
	for class = range k.counts {
		at := int(k.counts[class])
		if at > n {
			return class, n
		}
		n -= at
	}
	return nearnessClasses, 0
}

// interval returns how seldom an avatar at a distance is told at least, 0 for as often as others there. Each is asked about once.
func (k *nearness) interval(distance int64) time.Duration {
	class := classOf(distance)
	switch {
	case class < k.full:
		return 0
	case class == k.full && k.fullLeft > 0:
		k.fullLeft--
		if class == k.mid {
			k.midLeft--
		}
		return 0
	case class < k.mid:
		return farInterval
	case class == k.mid && k.midLeft > 0:
		k.midLeft--
		return farInterval
	}
	return crowdInterval
}
