import simplify from 'simplify-js'
import { greatCircle } from '../../platform/geo/distance.ts'
import { DAY, MINUTE } from '../../time.ts'
import { LONGEST_STEP_MS, MOVING, stepOf } from './jt808/fix.ts'

/* The track of a car: valid reports of a time range become a line that a page can draw, with its stops and its distance. */

/** Minimum length of the reason for viewing a track, characters. */
export const LEAST_REASON = 5
/** Longest time range of one track. */
export const LONGEST_TRACK_MS = DAY
/** Limit of points of a line. */
export const MOST_POINTS = 2000
/** A shorter halt counts as traffic. */
const STOP_MS = 3 * MINUTE
/** After a gap in the reports, as of sleeping cars, a fix within this distance counts as not moved. */
const SAME_PLACE_M = 200
/** Tolerance of the thinned line, metres, before it is doubled. */
const BESIDE_M = 2
/** Limit of reports per piece, which bounds the recursion of the thinning. */
const LONGEST_PIECE = 4000

/** A valid report. Speed in 0.1 km/h. */
export interface TrackFix {
  readonly at: number
  readonly lat: number
  readonly lng: number
  readonly speed: number
}

export interface TrackPoint extends TrackFix {
  /** The car was at another position after a gap in its reports, so no line is drawn to this point. */
  readonly apart: boolean
}

/** From the first report at a position to the last one. */
export interface TrackStop {
  readonly from: number
  readonly to: number
  readonly lat: number
  readonly lng: number
}

export interface Track {
  /** In order of time; always including the first, the last, and both ends of each stop, but nothing within one. */
  readonly points: readonly TrackPoint[]
  readonly stops: readonly TrackStop[]
  readonly metres: number
  readonly movingS: number
  /** 0.1 km/h. */
  readonly fastest: number
}

/** @param fixes valid ones in order of time, each time once */
export function trackOf(fixes: readonly TrackFix[]): Track {
  let [metres, movingS, fastest] = [0, 0, 0]
  fixes.forEach((fix, i) => {
    const step = stepOf(fixes[i - 1] ?? null, fix, fix.speed)
    metres += step.metres
    movingS += step.movingS
    fastest = Math.max(fastest, fix.speed)
  })
  const halts = haltsOf(fixes)
  const kept = new Set(halts.flat())
  const points = fixes.map((fix, i) => ({ ...fix, apart: i > 0 && isApart(fixes[i - 1]!, fix) }))
  points.forEach(({ apart }, i) => {
    if (apart) kept.add(i - 1).add(i)
  })
  const stops = halts.map(([first, last]) => {
    const { at: from, lat, lng } = fixes[first]!
    return { from, to: fixes[last]!.at, lat, lng }
  })
  // Reports from within a stop draw nothing and are most of a day.
  const within = new Set(
    halts.flatMap(([first, last]) => Array.from({ length: Math.max(last - first - 1, 0) }, (_, i) => first + 1 + i)),
  )
  const drawn = points.flatMap((point, i) => (within.has(i) ? [] : [{ point, i }]))
  const line = thinTrack(
    drawn.map(({ point }) => point),
    new Set(drawn.flatMap(({ i }, place) => (kept.has(i) ? [place] : []))),
  )
  return { points: line, stops, metres, movingS, fastest }
}

const isApart = (before: TrackFix, fix: TrackFix): boolean =>
  fix.at - before.at > LONGEST_STEP_MS && greatCircle(before, fix) > SAME_PLACE_M

/** Halts that are long enough: index of the first and last report of each. */
function haltsOf(fixes: readonly TrackFix[]): [number, number][] {
  const halts: [number, number][] = []
  let first = -1
  const end = (last: number) => {
    if (first >= 0 && fixes[last]!.at - fixes[first]!.at >= STOP_MS) halts.push([first, last])
    first = -1
  }
  fixes.forEach((fix, i) => {
    if (first >= 0 && isApart(fixes[i - 1]!, fix)) end(i - 1)
    if (fix.speed >= MOVING) end(i - 1)
    else if (first < 0) first = i
  })
  end(fixes.length - 1)
  return halts
}

/** At most {@link MOST_POINTS} points, always including those whose index is in `kept`. */
function thinTrack(points: readonly TrackPoint[], kept: ReadonlySet<number>): readonly TrackPoint[] {
  if (points.length <= MOST_POINTS) return points
  const east = 111_195 * Math.cos((points[0]!.lat * Math.PI) / 180)
  const flat = points.map((point) => ({ x: point.lng * east, y: point.lat * 111_195, point }))
  const ends = [...kept, 0, points.length - 1]
  for (let i = LONGEST_PIECE; i < points.length; i += LONGEST_PIECE) ends.push(i)
  const bounds = [...new Set(ends)].toSorted((a, b) => a - b)
  for (let beside = BESIDE_M; ; beside *= 2) {
    const line = bounds.slice(1).flatMap((to, i) => simplify(flat.slice(bounds[i], to + 1), beside).slice(1))
    if (line.length < MOST_POINTS) return [points[0]!, ...(line as typeof flat).map(({ point }) => point)]
  }
}
