/*
 * A signature as a list of numbers: three for each point (x and y in 0–1000 of the pad's width, ms since the first
 * touch), and −1 wherever the pen was lifted.
 */

const LIFTED = -1
/** Size limit of a signature: about 2000 points. */
export const LONGEST_HAND = 6000
/** Fewer points are taken as an accidental touch. */
const FEWEST_POINTS = 8

export interface PenPoint {
  readonly x: number
  readonly y: number
  readonly at: number
}

/** Packs the lines of a signature. Of a long one only every second or third point is stored, so that it fits the size limit. */
export function packHand(lines: readonly (readonly PenPoint[])[]): number[] {
  const points = lines.reduce((sum, line) => sum + line.length, 0)
  const every = Math.max(1, Math.ceil((points * 3 + lines.length) / LONGEST_HAND))
  return lines
    .flatMap((line) => [
      LIFTED,
      ...line
        .filter((_, index) => index % every === 0 || index === line.length - 1)
        .flatMap(({ x, y, at }) => [x, y, at].map((n) => Math.max(0, Math.round(n)))),
    ])
    .slice(1, LONGEST_HAND)
}

/** Lines of a packed signature; incomplete points at the end are dropped. */
export function unpackHand(numbers: readonly number[]): PenPoint[][] {
  const lines: number[][] = [[]]
  for (const n of numbers) {
    if (n === LIFTED) lines.push([])
    else lines.at(-1)!.push(n)
  }
  return lines
    .map((line) =>
      Array.from({ length: Math.floor(line.length / 3) }, (_, index) => {
        const [x, y, at] = line.slice(3 * index)
        return { x: x!, y: y!, at: at! }
      }),
    )
    .filter((line) => line.length > 0)
}

/** Whether there are enough points for a signature. */
export const isHand = (lines: readonly (readonly PenPoint[])[]): boolean =>
  lines.reduce((sum, line) => sum + line.length, 0) >= FEWEST_POINTS
