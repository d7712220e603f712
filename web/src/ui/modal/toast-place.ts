/** A vertical range of the window, CSS pixels. */
export interface Stretch {
  readonly top: number
  readonly bottom: number
}

const GAP = 12

/**
 * Bottom edge of a toast: as low as possible up to `wish`, within the visible area, and not over a taken range (footers
 * of pages and sheets, the focused input). If no space above is free, it is at the top of the visible area.
 */
export function placeOf(height: number, wish: number, seen: Stretch, taken: readonly Stretch[]): number {
  let bottom = Math.min(wish, seen.bottom - GAP)
  // From bottom to top: moving above one range may reach the next one.
  for (const one of taken.toSorted((a, b) => b.bottom - a.bottom))
    if (one.top - GAP < bottom && one.bottom + GAP > bottom - height) bottom = one.top - GAP
  return bottom - height >= seen.top ? bottom : seen.top + GAP + height
}
