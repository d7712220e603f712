import { badInput } from '../../refusal.ts'
import { type Guard, machine } from '../../step.ts'
import { storeStatus as s, storeStatuses } from '../merchant/codes.ts'

export interface ClosingFacts {
  /** Cars that belong to the store or are at it, and are not disposed of. */
  readonly vehicles: number
  /** Open orders that begin or end at the store. */
  readonly orders: number
}

const isEmpty: Guard<ClosingFacts> = ({ vehicles, orders }) =>
  vehicles > 0 || orders > 0 ? { key: 'storeNotEmpty' } : null

/**
 * A paused store continues its orders and takes no new ones; a closed one cannot be reopened, but its name may be
 * used by a new store.
 */
export const storeSteps = machine(storeStatuses, {
  entry: [s.open],
  final: [s.closed],
  refusal: 'storeNotEmpty',
  steps: {
    pause: { from: [s.open], to: s.paused, by: 'store.edit' },
    resume: { from: [s.paused], to: s.open, by: 'store.edit' },
    close: { from: [s.open, s.paused], to: s.closed, by: 'store.edit', guard: isEmpty },
  },
})

/** Both stores of a new order must be open. `field` names the store in the refusal. */
export function requireOpen(status: number, field: 'storeId' | 'returnStoreId'): void {
  if (status === s.open) return
  const which = field === 'storeId' ? '取车门店' : '还车门店'
  throw badInput(field, `${which}${status === s.paused ? '已暂停营业' : '已关闭'}，不能新建订单`)
}
