import type { GeoPoint } from '../../platform/geo/distance.ts'
import { MINUTE } from '../../time.ts'

/*
 * The replay of a track. It lasts as long as the drive, but a stop or a gap in the reports lasts a minute at most,
 * because a car parked for a night shows nothing.
 */

const LONGEST_STEP = MINUTE

/** A point of a track. Speed in km/h. */
interface ReplayPoint extends GeoPoint {
  readonly at: number
  readonly speed: number
  /** The car was elsewhere after a gap in its reports. */
  readonly apart: boolean
}

export interface Replay {
  /** Length at normal speed, ms. */
  readonly lasts: number
  /** Where the car is after so many ms of the replay. */
  readonly moment: (played: number) => Omit<ReplayPoint, 'apart'>
  /** The ms of the replay at which a time of the track is reached. */
  readonly playedAt: (at: number) => number
}

/** @param points in order of time, at least one */
export function replayOf(points: readonly ReplayPoint[]): Replay {
  const starts = [0]
  points.slice(1).forEach(({ at }, i) => {
    starts.push(starts[i]! + Math.min(at - points[i]!.at, LONGEST_STEP))
  })
  /** The last index whose value is not above. */
  const indexIn = (values: (i: number) => number, sought: number): number => {
    let [low, high] = [0, points.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (values(middle) <= sought) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    lasts: starts.at(-1)!,
    moment(played) {
      const i = indexIn((n) => starts[n]!, played)
      const [from, to] = [points[i]!, points[i + 1]]
      if (to === undefined) return from
      const part = Math.max((played - starts[i]!) / (starts[i + 1]! - starts[i]!), 0)
      const between = (a: number, b: number) => a + (b - a) * part
      const at = between(from.at, to.at)
      // Where the car was in a gap is not known, so it is drawn at its last report until the next one.
      if (to.apart) return { ...from, at }
      return {
        at,
        lat: between(from.lat, to.lat),
        lng: between(from.lng, to.lng),
        speed: between(from.speed, to.speed),
      }
    },
    playedAt(at) {
      const i = indexIn((n) => points[n]!.at, at)
      const [from, to] = [points[i]!, points[i + 1]]
      if (to === undefined) return starts[i]!
      return starts[i]! + Math.max((at - from.at) / (to.at - from.at), 0) * (starts[i + 1]! - starts[i]!)
    },
  }
}
