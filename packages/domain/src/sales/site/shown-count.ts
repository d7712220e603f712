/** Strangers are told at most this number of free cars of a model, because a larger one would tell competitors the size of the fleet. */
export const MOST_SHOWN = 5

/** The number of free cars that a booking page shows. */
export const shownCount = (count: number): number => Math.min(Math.max(count, 0), MOST_SHOWN)
