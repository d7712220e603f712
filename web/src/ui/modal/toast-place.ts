/** A stretch of the window from top to bottom, CSS pixels. */
export interface Stretch {
  readonly top: number
  readonly bottom: number
}

const GAP = 12

/**
 * Where the bottom edge of a toast stands: as low as it would like to, on what is seen, and over nothing of what is taken (feet
 * of pages and sheets, what is typed into). Where nothing above is free it stands at the top of what is seen.
 */
export function placeOf(height: number, wish: number, seen: Stretch, taken: readonly Stretch[]): number {
  let bottom = Math.min(wish, seen.bottom - GAP)
  // From below: to be clear of one may bring it over the next one up.
  for (const one of taken.toSorted((a, b) => b.bottom - a.bottom))
    if (one.top - GAP < bottom && one.bottom + GAP > bottom - height) bottom = one.top - GAP
  return bottom - height >= seen.top ? bottom : seen.top + GAP + height
}
