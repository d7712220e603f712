/** The tallest column, in units of the drawing. */
export const HIGH = 52
/** A day without takings is a line, so that it is seen that there was one. */
const LEAST = 2

/** The height of each day's column; the best day is the tallest, and more was given back than taken on one that is a line. */
export function columnsOf(days: readonly number[]): number[] {
  const most = Math.max(...days, 1)
  return days.map((fen) => Math.max(LEAST, Math.round((Math.max(0, fen) / most) * HIGH)))
}
