import type { WaitSubject } from '@cheyi/domain/waiting/kinds'
import type { Transaction } from '../kernel/enter.ts'
import { type WaitDifference, type WaitingOf, waitDifferences, writeWaits } from './keep.ts'

/** What a transaction offers to whoever writes in it. */
export type Waits = Pick<Transaction, 'db' | 'query' | 'queue' | 'elevated' | 'beforeEnd'>

/** What waits about these subjects, by the facts in the database as they are now. */
export type Finds = (tx: Pick<Waits, 'query'>, ids: readonly string[]) => Promise<readonly WaitingOf[]>

export interface Found {
  readonly finds: Finds
  /** SQL of the ids of the subjects about which something may wait. */
  readonly candidates: string
}
const finders = new Map<WaitSubject, Found>()

/** A room says how what waits about its subjects is found. */
export function waitsAreFound(subject: WaitSubject, found: Found): void {
  finders.set(subject, found)
}

/** Writes what waits about these subjects now; every store is in sight. @returns what was kept otherwise */
export async function keepWaits(
  tx: Pick<Waits, 'db' | 'query' | 'queue'>,
  subject: WaitSubject,
  ids: readonly string[],
): Promise<WaitDifference[]> {
  if (ids.length === 0) return []
  const differences = await waitDifferences(tx, subject, ids, finders.get(subject)!.finds(tx, ids))
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
  const bySubject = changing.get(tx.beforeEnd) ?? begin(tx)
  const before = bySubject.get(subject)
  if (before !== undefined) return before
  const now: Changing = { ids: new Set(), asked: [] }
  bySubject.set(subject, now)
  return now
}

/** All subjects are asked about at once, last in the transaction. */
function begin(tx: Waits): Map<WaitSubject, Changing> {
  const bySubject = new Map<WaitSubject, Changing>()
  changing.set(tx.beforeEnd, bySubject)
  tx.beforeEnd(async () => {
    changing.delete(tx.beforeEnd)
    await tx.elevated(() =>
      Promise.all(
        [...bySubject].map(async ([subject, { ids, asked }]) => {
          const found = await Promise.all(asked.map((ask) => ask()))
          await keepWaits(tx, subject, [...new Set([...ids, ...found.flat()])])
        }),
      ),
    )
  })
  return bySubject
}

/** So many subjects are compared at once. */
const BATCH = 500

/** Compares what waits in the merchant with what is kept of it, and repairs that. @returns what differed */
export async function repairWaits(tx: Pick<Waits, 'db' | 'query' | 'queue'>): Promise<WaitDifference[]> {
  const differences: WaitDifference[] = []
  for (const subject of finders.keys()) differences.push(...(await repairAbout(tx, subject)))
  return differences
}

async function repairAbout(tx: Pick<Waits, 'db' | 'query' | 'queue'>, subject: WaitSubject): Promise<WaitDifference[]> {
  const differences: WaitDifference[] = []
  const text = `select id from (${finders.get(subject)!.candidates}
      union select w.subject_id from waiting w where w.subject = '${subject}') c where id > $1 order by id limit ${BATCH}`
  for (let after = '0'; ; ) {
    const ids = await idsOf(tx, text, [after])
    differences.push(...(await keepWaits(tx, subject, ids)))
    if (ids.length < BATCH) return differences
    after = ids.at(-1)!
  }
}

/** Finds what waits in a merchant of which nothing is kept yet about a subject: its data is older than that. */
export async function fillWaits(tx: Pick<Waits, 'db' | 'query' | 'queue'>): Promise<void> {
  const rows = await tx.query<{ subject: WaitSubject }>(
    'select s as subject from unnest($1::text[]) s where not exists (select from waiting w where w.subject = s)',
    [[...finders.keys()]],
  )
  for (const { subject } of rows) await repairAbout(tx, subject)
}

/** The ids that a query finds, for {@link waitsChange}. */
export const idsOf = async (tx: Pick<Waits, 'query'>, text: string, values: readonly unknown[]): Promise<string[]> =>
  (await tx.query<{ id: string | null }>(text, values)).flatMap(({ id }) => id ?? [])
