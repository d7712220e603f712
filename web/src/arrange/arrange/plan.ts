import type { OrderDetail } from '../../order/parts/order-words.ts'
import { type Candidate, canTake } from '../parts/candidate.ts'

/*
 * What stands on the page before anybody has touched it, and what a tap on the button means.
 */

export type Relation = Candidate['relation']

export const relationNames: Readonly<Record<Relation, string>> = {
  sameModel: '同车型',
  sameClass: '同级',
  upgrade: '免费升级',
  otherStore: '其他门店',
}
const relations = Object.keys(relationNames) as Relation[]

/** Chips over the list: each kind of car that there is, with its count. */
export function relationChips(list: readonly Candidate[]): { value: Relation; label: string }[] {
  return relations
    .map((value) => ({ value, count: list.filter((car) => car.relation === value).length }))
    .filter(({ value, count }) => count > 0 || value === 'sameModel')
    .map(({ value, count }) => ({ value, label: `${relationNames[value]} ${count}` }))
}

/** The car marked at first: the one the order has while it can be had, else the best of its model that can be taken. */
export function firstChoice(list: readonly Candidate[], arranged: string | undefined): Candidate | undefined {
  return (
    list.find((car) => car.vehicleId === arranged && canTake(car)) ??
    list.find((car) => canTake(car) && car.relation === 'sameModel' && car.moves.length === 0) ??
    list.find((car) => canTake(car) && car.relation === 'sameModel')
  )
}

/** The kind shown at first: that of the marked car. */
export const firstRelation = (list: readonly Candidate[], arranged: string | undefined): Relation =>
  firstChoice(list, arranged)?.relation ?? 'sameModel'

/** Nothing would change: the same car, pinned or not as before. */
export const isUnchanged = (
  car: Pick<Candidate, 'vehicleId'>,
  pinned: boolean,
  order: Pick<OrderDetail, 'vehicle' | 'pinned'>,
): boolean => order.vehicle?.vehicleId === car.vehicleId && order.pinned === pinned
