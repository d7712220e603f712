/** Height of the tallest column, in units of the drawing. */
export const HIGH = 52
/** A day without income has a thin line, so that the day is visible. */
const LEAST = 2

/** The height of each day's column; the best day has the tallest. A day on which refunds exceed income has a line as well. */
export function columnsOf(days: readonly number[]): number[] {
  const most = Math.max(...days, 1)
  return days.map((fen) => Math.max(LEAST, Math.round((Math.max(0, fen) / most) * HIGH)))
}
