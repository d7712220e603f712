import { open } from '../../../page/open.ts'
import type { Moved } from './moved.ts'

/** Shows whom it moves before it is done; whoever closes the sheet does not want it. */
export const movingAgreed = async (moves: readonly Moved[]): Promise<boolean> =>
  moves.length === 0 || (await open(() => import('./moved-sheet.tsx'), { moved: moves, asks: true })) === true

/** Tells of moves that nobody was asked about: others' work changed what had to give way. */
export async function tellMoved(moved: readonly Moved[], agreed: readonly Moved[]): Promise<void> {
  const known = new Set(agreed.map(({ orderId, to }) => `${orderId} ${to}`))
  if (moved.some(({ orderId, to }) => !known.has(`${orderId} ${to}`)))
    await open(() => import('./moved-sheet.tsx'), { moved, asks: false })
}
