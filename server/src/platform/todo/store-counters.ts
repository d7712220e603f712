import { kindsCountedAt, type PendingSubject, statusKinds } from '@cheyi/domain/platform/pending-work/kinds'
import type { Counter } from '@cheyi/domain/platform/todo/counters'
import type { Context } from '../../kernel/context.ts'
import { TOTAL_CAP } from '../../kernel/db/paging.ts'
import { countsNowSql, keptCountsSql } from '../pending-work/actions.ts'

/** What is counted of a subject: the kinds that the account may see, and the counters that it has a permission for. */
export interface AskedSubject {
  readonly subject: PendingSubject
  readonly kinds: readonly number[]
  readonly shown: readonly Counter[]
}

/** Counts of some kinds of a subject. */
export interface KindCounts {
  /** The subjects that are in any of the shown counters, each counted once. */
  readonly waiting: number
  of(counter: Counter): { readonly count: number; readonly fen: number }
}

/**
 * Counts of the asked subjects. Kinds that are the status of their order are not read row by row, because an installation has
 * thousands of orders without a car: their numbers are kept.
 */
export async function counts(
  { query, identity }: Context,
  asked: readonly AskedSubject[],
  storeId: string | undefined,
): Promise<{ of(subject: PendingSubject, kinds: readonly number[]): KindCounts }> {
  const shown = asked.flatMap((one) => one.shown)
  const kept = identity.scope === 'own' ? [] : statusKinds.filter((kind) => shown.includes(kind))
  const rows = await query<{
    subject: PendingSubject
    orderKind: number
    kind: Counter | null
    n: number
    subjects: number
    fen: number | null
  }>(
    `select w.subject, w.order_kind, w.kind, count(*)::int as n,
       count(distinct w.subject_id) filter (where w.status_kind is null or w.status_kind <> all ($6::text[]))::int as subjects, sum(w.counts_fen)::bigint as fen
       from pending_work w
      where w.kind = any ($1::text[]) and w.subject || '/' || w.order_kind = any ($2::text[]) and ${countsNowSql('w')}
        and ($3::bigint is null or w.store_id = $3 and w.kind = any ($4::text[])
          or w.return_store_id = $3 and w.kind = any ($5::text[]))
      group by grouping sets ((w.subject, w.order_kind, w.kind), (w.subject, w.order_kind))
     union all
     select 'order', t.order_kind, t.kind, sum(t.n)::int, sum(t.n)::int, null from (${keptCountsSql()}) t
      where t.kind = any ($6::text[]) and t.order_kind = any ($7::smallint[])
        and ($3::bigint is null or t.store_id = $3 and t.kind = any ($4::text[]) or t.return_store_id = $3 and t.kind = any ($5::text[]))
      group by grouping sets ((t.order_kind, t.kind), (t.order_kind))`,
    [
      shown.filter((kind) => !kept.some((one) => one === kind)),
      asked.flatMap(({ subject, kinds }) => kinds.map((kind) => `${subject}/${kind}`)),
      storeId ?? null,
      kindsCountedAt('pickup'),
      kindsCountedAt('return'),
      kept,
      asked.find(({ subject }) => subject === 'order')?.kinds ?? [],
    ],
  )
  return {
    of(subject, kinds) {
      const mine = rows.filter((row) => row.subject === subject && kinds.includes(row.orderKind))
      return {
        waiting: sumOf(mine.filter(({ kind }) => kind === null).map(({ subjects }) => subjects)),
        of(counter) {
          const found = mine.filter(({ kind }) => kind === counter)
          return {
            count: Math.min(sumOf(found.map(({ n }) => n)), TOTAL_CAP),
            fen: sumOf(found.map(({ fen }) => fen ?? 0)),
          }
        },
      }
    },
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0)
