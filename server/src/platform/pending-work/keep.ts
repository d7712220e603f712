import type { PendingKind, PendingSubject, Waiting } from '@cheyi/domain/platform/pending-work/kinds'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { recordset } from '../../kernel/db/recordset.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

/*
 * The rows of table `waiting`: the pending work that is computed for a subject is compared with the stored rows, and
 * differences are written.
 */

/** Pending work, with the columns of its subject that decide who may see it. */
export type WaitingOf = Waiting &
  Pick<Selectable<DB['pendingWork']>, 'subjectId' | 'orderKind' | 'storeId' | 'returnStoreId' | 'createdBy'>

type Reads = Pick<Context, 'db' | 'query'>
type Writes = Reads & Pick<Context, 'queue'>

/** A stored row that differs from the computed one; null where there is none. */
export interface PendingDifference {
  readonly subjectId: string
  readonly kind: PendingKind
  readonly kept: WaitingOf | null
  readonly found: WaitingOf | null
}

const names = [
  'subjectId',
  'kind',
  'statusKind',
  'orderKind',
  'storeId',
  'returnStoreId',
  'createdBy',
  'countsFrom',
  'countsUntil',
  'countsFen',
  'listedFrom',
  'dueAt',
  'listedFen',
  'promisedAt',
  'assigneeId',
  'exceptId',
] as const satisfies readonly (keyof WaitingOf)[]
const instants: readonly string[] = ['countsFrom', 'countsUntil', 'listedFrom', 'dueAt', 'promisedAt']

const keyOf = ({ subjectId, kind }: WaitingOf): string => `${subjectId} ${kind}`
const differ = (a: WaitingOf, b: WaitingOf): boolean => names.some((name) => a[name] !== b[name])

/** Differences between stored and computed pending work of these subjects; both queries run in parallel. */
export async function pendingDifferences(
  { db }: Pick<Reads, 'db'>,
  subject: PendingSubject,
  ids: readonly string[],
  found: Promise<readonly WaitingOf[]>,
): Promise<PendingDifference[]> {
  const [now, rows] = await Promise.all([
    found,
    db.selectFrom('pendingWork').select(names).where('subject', '=', subject).where('subjectId', 'in', ids).execute(),
  ])
  const kept = new Map(rows.map((row) => [keyOf(row), row]))
  const wanted = new Map(now.map((row) => [keyOf(row), row]))
  return [
    ...[...wanted].flatMap(([key, one]): PendingDifference[] => {
      const before = kept.get(key) ?? null
      return before !== null && !differ(before, one) ? [] : [{ ...idOf(one), kept: before, found: one }]
    }),
    ...[...kept].flatMap(([key, one]) => (wanted.has(key) ? [] : [{ ...idOf(one), kept: one, found: null }])),
  ]
}

const idOf = ({ subjectId, kind }: WaitingOf) => ({ subjectId, kind })

const columns = `subject_id bigint, kind text, status_kind text, order_kind smallint, store_id bigint, return_store_id bigint, created_by bigint,
  counts_from timestamptz, counts_until timestamptz, counts_fen bigint, listed_from timestamptz, due_at timestamptz,
  listed_fen bigint, promised_at timestamptz, assignee_id bigint, except_id bigint`
const listed = columns.replaceAll(/ (?:bigint|text|smallint|timestamptz)\b/g, '')

const INSERT = `insert into pending_work (subject, ${listed})
       select $1, ${listed} from jsonb_to_recordset($2::jsonb) r (${columns}) order by subject_id, kind`
const UPSERT = `${INSERT}
       on conflict (merchant_id, subject, subject_id, kind) do update set (${listed}) = row (${listed.replaceAll(/\w+/g, 'excluded.$&')})`

/** Writes the differences after the queries that were queued before. */
export function writePendingWork(
  { queue }: Pick<Writes, 'queue'>,
  subject: PendingSubject,
  differences: readonly PendingDifference[],
): void {
  const gone = differences.filter(({ found }) => found === null)
  const rows = differences.flatMap(({ found }) => found ?? [])
  if (gone.length > 0)
    queue(
      `delete from pending_work w using unnest($2::bigint[], $3::text[]) g (id, kind)
        where w.subject = $1 and w.subject_id = g.id and w.kind = g.kind`,
      [subject, gone.map(({ subjectId }) => subjectId), gone.map(({ kind }) => kind)],
    )
  if (rows.length > 0) queue(UPSERT, [subject, recordset(rows.map(toStoredRow))])
}

/** Writes what waits about subjects that this transaction made: nobody else can have written it, so it is not looked for first. */
export function insertPendingWork(
  { queue }: Pick<Writes, 'queue'>,
  subject: PendingSubject,
  found: readonly WaitingOf[],
): void {
  queue(INSERT, [subject, recordset(found.map(toStoredRow))])
}

const toStoredRow = (row: WaitingOf): object =>
  Object.fromEntries(
    names.map((name) => {
      const value = row[name]
      return [name, value !== null && instants.includes(name) ? new Date(value).toISOString() : value]
    }),
  )
