import { open } from '../../../page/open.ts'
import type { Moved } from './moved.ts'

/** Shows the moves before they are made; closing the sheet refuses them. */
export const movingAgreed = async (moves: readonly Moved[]): Promise<boolean> =>
  moves.length === 0 || (await open(() => import('./moved-sheet.tsx'), { moved: moves, asks: true })) === true

/** Shows moves that were not confirmed before: changes by other users made other moves necessary. */
export async function tellMoved(moved: readonly Moved[], agreed: readonly Moved[]): Promise<void> {
  const known = new Set(agreed.map(({ orderId, to }) => `${orderId} ${to}`))
  if (moved.some(({ orderId, to }) => !known.has(`${orderId} ${to}`)))
    await open(() => import('./moved-sheet.tsx'), { moved, asks: false })
}
