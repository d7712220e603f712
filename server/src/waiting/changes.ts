import type { WaitSubject } from '@cheyi/domain/waiting/kinds'
import type { Transaction } from '../kernel/enter.ts'
import { type WaitDifference, type WaitingOf, waitDifferences, writeWaits } from './keep.ts'

/** What a transaction offers to whoever writes in it. */
export type Waits = Pick<Transaction, 'db' | 'query' | 'queue' | 'elevated' | 'beforeEnd'>

/** What waits about these subjects, by the facts in the database as they are now. */
export type Finds = (tx: Pick<Waits, 'query'>, ids: readonly string[]) => Promise<readonly WaitingOf[]>

const finders = new Map<WaitSubject, Finds>()

/** A room says how what waits about its subjects is found. */
export function waitsAreFound(subject: WaitSubject, finds: Finds): void {
  finders.set(subject, finds)
}

/** Writes what waits about these subjects now; every store is in sight. @returns what was kept otherwise */
export async function keepWaits(
  tx: Pick<Waits, 'db' | 'query' | 'queue'>,
  subject: WaitSubject,
  ids: readonly string[],
): Promise<WaitDifference[]> {
  if (ids.length === 0) return []
  const differences = await waitDifferences(tx, subject, ids, finders.get(subject)!(tx, ids))
  writeWaits(tx, subject, differences)
  return differences
}

interface Changing {
  readonly ids: Set<string>
  readonly asked: (() => Promise<readonly string[]>)[]
}
const changing = new WeakMap<Waits['beforeEnd'], Map<WaitSubject, Changing>>()

/**
 * Says that what waits about these subjects may change in this transaction: it is found and written last in it. Ids that are
 * to be looked up are looked up then, with every store in sight. Whoever locks an order has said it of that order.
 */
export function waitsChange(
  tx: Waits,
  subject: WaitSubject,
  ids: readonly string[] | (() => Promise<readonly string[]>),
): void {
  const { ids: known, asked } = changingOf(tx, subject)
  if (typeof ids === 'function') asked.push(ids)
  else for (const id of ids) known.add(id)
}

function changingOf(tx: Waits, subject: WaitSubject): Changing {
  const bySubject = changing.get(tx.beforeEnd) ?? new Map<WaitSubject, Changing>()
  changing.set(tx.beforeEnd, bySubject)
  const before = bySubject.get(subject)
  if (before !== undefined) return before
  const now: Changing = { ids: new Set(), asked: [] }
  bySubject.set(subject, now)
  tx.beforeEnd(async () => {
    bySubject.delete(subject)
    await tx.elevated(async () => {
      const found = await Promise.all(now.asked.map((ask) => ask()))
      await keepWaits(tx, subject, [...new Set([...now.ids, ...found.flat()])])
    })
  })
  return now
}

/** The ids that a query finds, for {@link waitsChange}. */
export const idsOf = async (tx: Pick<Waits, 'query'>, text: string, values: readonly unknown[]): Promise<string[]> =>
  (await tx.query<{ id: string | null }>(text, values)).flatMap(({ id }) => id ?? [])
