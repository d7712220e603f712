import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import type { Instant } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/** An order that is moved to another car. */
export type Moved = OutputOf<typeof calls.arrange.plan>['moved'][number]

/** `何婷婷 · 今天 05:30` and `沪A·15585 → 沪B·13351`. */
export const movedWords = (
  { contactName, orderNo, pickupAt, from, to }: Moved,
  now: Instant,
): { readonly who: string; readonly cars: string } => ({
  who: `${contactName || orderNo} · ${formatMoment(pickupAt, now)} 取车`,
  cars: `${from === '' ? '未排车' : displayPlate(from)} → ${displayPlate(to)}`,
})
