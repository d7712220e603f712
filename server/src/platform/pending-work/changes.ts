import type { PermissionKey } from '@cheyi/domain/permission'
import { type CounterOf, type PendingSubject, pendingSubjects } from '@cheyi/domain/platform/pending-work/kinds'
import type { Transaction } from '../../kernel/enter.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'
import { type PendingDifference, pendingDifferences, type WaitingOf, writePendingWork } from './keep.ts'

/** The parts of a transaction that are needed to write pending work. */
export type Waits = Pick<Transaction, 'db' | 'query' | 'queue' | 'elevated' | 'beforeEnd'>

/** Finds the pending work of these subjects from the current facts in the database. */
export type Finds = (tx: Pick<Waits, 'query'>, ids: readonly string[]) => Promise<readonly WaitingOf[]>

/** How the home page shows a counter. */
export interface ShownCounter {
  readonly name: string
  /** The list that shows what it counts. */
  readonly link: (of: { readonly kind: number; readonly storeId: string | undefined }) => string
  /** It also shows the sum of their amounts. */
  readonly money?: true
  /** Whether it can apply to that kind of the subject; missing: to every kind. */
  readonly appliesTo?: (kind: number) => boolean
  /** The counters that its list shows together with it; missing: all of the subject. */
  readonly together?: readonly CounterOf<PendingSubject>[]
}

/** What a feature registers about the pending work of its subject. */
export interface Found<S extends PendingSubject = PendingSubject> {
  readonly finds: Finds
  /** SQL for the ids of the subjects that may have pending work. */
  readonly candidates: string
  /** The table of its subjects; whoever changes what waits about one has the lock of its row. */
  readonly table: string
  /** The kinds of the subject that the account may see; missing: the subject has one kind, which is 0. */
  readonly kindsOpenTo?: (keys: ReadonlySet<PermissionKey>) => readonly number[]
  /** Each of those kinds has a list of its own, and is counted by itself. */
  readonly listPerKind?: true
  readonly counters: { readonly [K in CounterOf<S>]: ShownCounter }
  /** SQL for the numbers of {@link statusKinds}, from kept sums: `kind`, `order_kind`, `store_id`, `return_store_id`, `n`. */
  readonly kept?: string
}

const finders = new Map<PendingSubject, Found>()
awaitRegistration(() =>
  pendingSubjects.filter((subject) => !finders.has(subject)).map((subject) => `waiting ${subject}`),
)

export function registerPendingWork<S extends PendingSubject>(subject: S, found: Found<S>): void {
  finders.set(subject, found as Found)
}

export const finderOf = (subject: PendingSubject): Found => finders.get(subject)!
/** SQL for the numbers of pending work that are kept as sums; an account that sees only its own orders sees none of them. */
export const keptCountsSql = (): string => [...finders.values()].flatMap(({ kept }) => kept ?? []).join(' union all ')

/**
 * Writes the current pending work of these subjects; it must run without limits on stores.
 * @returns the rows that were different before
 */
export async function keepPendingWork(
  tx: Pick<Waits, 'db' | 'query' | 'queue'>,
  subject: PendingSubject,
  ids: readonly string[],
): Promise<PendingDifference[]> {
  if (ids.length === 0) return []
  const differences = await pendingDifferences(tx, subject, ids, finders.get(subject)!.finds(tx, ids))
  writePendingWork(tx, subject, differences)
  return differences
}

interface Changing {
  readonly ids: Set<string>
  readonly asked: (() => Promise<readonly string[]>)[]
}
const changing = new WeakMap<Waits['beforeEnd'], Map<PendingSubject, Changing>>()

/**
 * Declares that the pending work of these subjects may change in this transaction: it is computed and written at the
 * end of it. Queries for ids also run then, without limits on stores. Locking an order already declares it for that
 * order.
 */
export function pendingWorkChanges(
  tx: Waits,
  subject: PendingSubject,
  ids: readonly string[] | (() => Promise<readonly string[]>),
): void {
  const { ids: known, asked } = changingOf(tx, subject)
  if (typeof ids === 'function') asked.push(ids)
  else for (const id of ids) known.add(id)
}

function changingOf(tx: Waits, subject: PendingSubject): Changing {
  const bySubject = changing.get(tx.beforeEnd) ?? begin(tx)
  const before = bySubject.get(subject)
  if (before !== undefined) return before
  const now: Changing = { ids: new Set(), asked: [] }
  bySubject.set(subject, now)
  return now
}

/** All subjects are processed together, at the end of the transaction. */
function begin(tx: Waits): Map<PendingSubject, Changing> {
  const bySubject = new Map<PendingSubject, Changing>()
  changing.set(tx.beforeEnd, bySubject)
  tx.beforeEnd(async () => {
    changing.delete(tx.beforeEnd)
    await tx.elevated(() =>
      Promise.all(
        [...bySubject].map(async ([subject, { ids, asked }]) => {
          const found = await Promise.all(asked.map((ask) => ask()))
          await keepPendingWork(tx, subject, [...new Set([...ids, ...found.flat()])])
        }),
      ),
    )
  })
  return bySubject
}

/** Number of subjects that are compared at once. */
const BATCH = 500

/** Compares all pending work of the merchant with the stored rows, and corrects them. @returns the differences */
export async function repairPendingWork(tx: Pick<Waits, 'db' | 'query' | 'queue'>): Promise<PendingDifference[]> {
  const differences: PendingDifference[] = []
  for (const subject of finders.keys()) differences.push(...(await repairAbout(tx, subject)))
  return differences
}

async function repairAbout(
  tx: Pick<Waits, 'db' | 'query' | 'queue'>,
  subject: PendingSubject,
): Promise<PendingDifference[]> {
  const differences: PendingDifference[] = []
  const { finds, candidates, table } = finders.get(subject)!
  const text = `select id from (${candidates}
      union select w.subject_id from pending_work w where w.subject = '${subject}') c where id > $1 order by id limit ${BATCH}`
  for (let after = '0'; ; ) {
    const ids = await idsOf(tx, text, [after])
    const seen = ids.length === 0 ? [] : await pendingDifferences(tx, subject, ids, finds(tx, ids))
    // Facts and rows are read one after the other, and somebody may have changed both between: what differs is read again under a lock.
    const again = [...new Set(seen.map(({ subjectId }) => subjectId))]
    if (again.length > 0) {
      await tx.query(`select from ${table} where id = any ($1::bigint[]) order by id for no key update`, [again])
      differences.push(...(await keepPendingWork(tx, subject, again)))
    }
    if (ids.length < BATCH) return differences
    after = ids.at(-1)!
  }
}

/** Computes pending work for kinds of subjects without any stored row in a merchant: the merchant's data is older than this feature. */
export async function fillPendingWork(tx: Pick<Waits, 'db' | 'query' | 'queue'>): Promise<void> {
  const rows = await tx.query<{ subject: PendingSubject }>(
    'select s as subject from unnest($1::text[]) s where not exists (select from pending_work w where w.subject = s)',
    [[...finders.keys()]],
  )
  for (const { subject } of rows) await repairAbout(tx, subject)
}

/** The ids that a query returns, for {@link pendingWorkChanges}. */
export const idsOf = async (tx: Pick<Waits, 'query'>, text: string, values: readonly unknown[]): Promise<string[]> =>
  (await tx.query<{ id: string | null }>(text, values)).flatMap(({ id }) => id ?? [])
