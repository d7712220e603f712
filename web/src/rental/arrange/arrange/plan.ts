import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { type Candidate, canTake } from '../parts/candidate.ts'

/* The initial state of the page, and the meaning of its button. */

export type Relation = Candidate['relation']

export const relationNames: Readonly<Record<Relation, string>> = {
  sameModel: '同车型',
  sameClass: '同级',
  upgrade: '免费升级',
  otherStore: '其他门店',
}
const relations = Object.keys(relationNames) as Relation[]

/** Chips over the list: each kind of car present, with the number of cars that can be taken. */
export function relationChips(list: readonly Candidate[]): { value: Relation; label: string }[] {
  return relations
    .map((value) => ({ value, cars: list.filter((car) => car.relation === value) }))
    .filter(({ value, cars }) => cars.length > 0 || value === 'sameModel')
    .map(({ value, cars }) => ({ value, label: `${relationNames[value]} ${cars.filter(canTake).length}` }))
}

/** The car selected at first: the arranged one while it is available, otherwise the best available one of its model. */
export function firstChoice(list: readonly Candidate[], arranged: string | undefined): Candidate | undefined {
  return (
    list.find((car) => car.vehicleId === arranged && canTake(car)) ??
    list.find((car) => canTake(car) && car.relation === 'sameModel' && car.moves.length === 0) ??
    list.find((car) => canTake(car) && car.relation === 'sameModel')
  )
}

/** The kind shown at first: that of the selected car, otherwise the first with an available car. */
export const firstRelation = (list: readonly Candidate[], arranged: string | undefined): Relation =>
  firstChoice(list, arranged)?.relation ??
  relations.find((relation) => list.some((car) => car.relation === relation && canTake(car))) ??
  'sameModel'

/** Nothing would change: the same car, with the same pinning. */
export const isUnchanged = (
  car: Pick<Candidate, 'vehicleId'>,
  pinned: boolean,
  order: Pick<OrderDetail, 'vehicle' | 'pinned'>,
): boolean => order.vehicle?.vehicleId === car.vehicleId && order.pinned === pinned
