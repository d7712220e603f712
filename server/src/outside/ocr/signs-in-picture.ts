/*
 * Where signs stand in a picture: ink, its pieces, and the lines that pieces of one height form. Pure work on points.
 */

export interface Grey {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** How much a point differs from what lies around it, of 255, to be ink. */
const CONTRAST = 12

/** 1 where a point is darker (`light`: lighter) than the mean of a square of `window` points around it. */
export function inkOf({ data, width, height }: Grey, light: boolean, window: number): Uint8Array {
  const stride = width + 1
  // Sums of all points above and left of each.
  const sums = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += data[y * width + x]!
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row
    }
  }
  const ink = new Uint8Array(width * height)
  const reach = window >> 1
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
      const sum =
        sums[bottom * stride + right]! -
        sums[top * stride + right]! -
        sums[bottom * stride + left]! +
        sums[top * stride + left]!
      const darker = sum / ((bottom - top) * (right - left)) - data[y * width + x]!
      if ((light ? -darker : darker) > CONTRAST) ink[y * width + x] = 1
    }
  }
  return ink
}

/** Around each piece of ink that hangs together. */
export function boxesOf(ink: Uint8Array, width: number, height: number): readonly Box[] {
  const seen = new Uint8Array(ink.length)
  const boxes: Box[] = []
  const open: number[] = []
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] === 0 || seen[start] === 1) continue
    let [left, right, top, bottom] = [width, 0, height, 0]
    seen[start] = 1
    open.push(start)
    for (let point = open.pop(); point !== undefined; point = open.pop()) {
      const x = point % width
      const y = (point - x) / width
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (const next of [
        x > 0 ? point - 1 : point,
        x < width - 1 ? point + 1 : point,
        y > 0 ? point - width : point,
        y < height - 1 ? point + width : point,
      ])
        if (ink[next] === 1 && seen[next] === 0) {
          seen[next] = 1
          open.push(next)
        }
    }
    boxes.push({ x: left, y: top, w: right - left + 1, h: bottom - top + 1 })
  }
  return boxes
}

export const middleOf = ({ y, h }: Box): number => y + h / 2
export const endOf = ({ x, w }: Box): number => x + w

/** In heights of a sign: between two of a line; of a line that climbs; between heights; width of one sign. */
const [GAP, SLOPE, HEIGHTS, NARROWEST, WIDEST] = [0.75, 0.3, 0.2, 0.08, 1.2]

const follows = (last: Box, next: Box): boolean =>
  next.x >= endOf(last) - 1 &&
  next.x - endOf(last) < last.h * GAP &&
  Math.abs(next.h - last.h) < last.h * HEIGHTS &&
  Math.abs(middleOf(next) - middleOf(last)) < SLOPE * (next.x - last.x)

/** Lines of at least `most` signs, each at least `height` high, the largest line first. */
export function linesOf(boxes: readonly Box[], height: number, most: number): readonly (readonly Box[])[] {
  const signs = boxes
    .filter(({ w, h }) => h >= height && w / h > NARROWEST && w / h < WIDEST)
    .toSorted((a, b) => a.x - b.x)
  const used = new Set<Box>()
  const lines: Box[][] = []
  for (const first of signs) {
    if (used.has(first)) continue
    const line = [first]
    for (let next: Box | undefined = first; next !== undefined; ) {
      const last: Box = next
      next = signs.find((one) => follows(last, one))
      if (next !== undefined) line.push(next)
    }
    if (line.length < most) continue
    lines.push(line)
    for (const one of line) used.add(one)
  }
  const size = (line: readonly Box[]) => line.length * line[0]!.h
  return lines.toSorted((a, b) => size(b) - size(a))
}

/** Widths of bars and gaps in turn along one row, the first one a bar. */
export function runsOf(ink: Uint8Array, from: number, to: number): readonly number[] {
  const runs: number[] = []
  for (let at = from; at < to; at++) {
    const is = ink[at]!
    if (runs.length > 0 && is === ink[at - 1]) runs[runs.length - 1]!++
    else if (runs.length > 0 || is === 1) runs.push(1)
  }
  return runs
}
