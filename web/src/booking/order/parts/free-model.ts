import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Mark } from './order-words.ts'

/** A model of a store for a requested stay, with the number of available cars. */
export type FreeModel = OutputOf<typeof calls.stock.free>[number]

const FEW = 2

/** Whether it can be booked for the stay. */
export const isFree = ({ why, sellable }: FreeModel): boolean => why === null && sellable > 0

/** `余 6 辆`, `已满`, or why it cannot be booked. */
export function capacityMark(model: FreeModel): Mark {
  if (model.sellable > 0 && model.why !== null) return { text: model.why, tone: 'neutral' }
  if (model.sellable <= 0) return { text: model.why ?? '已满', tone: 'danger' }
  return { text: `余 ${model.sellable} 辆`, tone: model.sellable <= FEW ? 'warning' : 'success' }
}
