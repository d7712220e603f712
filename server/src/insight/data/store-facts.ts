import { wholeDay } from '@cheyi/domain/insight/data/contributions'
import { unpackOrder, unpackPieces } from '@cheyi/domain/insight/data/facts'
import type { Facts } from '@cheyi/domain/insight/data/reckon'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'

/*
 * The rows of stored facts (`figure_fact`): the input of the shares of orders and cars, for each day. Few rows with
 * many subjects each, because readers of a day need all of them.
 */

type Asking = Pick<Context, 'query'>

const subjects = ['order', 'car'] as const
type Subject = (typeof subjects)[number]

/** Number of rows of a day for its orders, and for its cars: a change writes one of them. */
const PARTS = 24
const partOf = (id: string): number => Number(BigInt(id) % BigInt(PARTS))

/** Stored facts of a subject for a day; null: removed. */
export interface DayFact {
  readonly subjectId: string
  readonly day: LocalDate
  readonly text: string | null
}

/** Stores facts; a row that already contains them is not written. */
export async function writeFacts(ctx: Asking, subject: Subject, facts: readonly DayFact[]): Promise<void> {
  if (facts.length === 0) return
  const rows = [...Map.groupBy(facts, ({ day, subjectId }) => `${day} ${partOf(subjectId)}`).values()].map((of) => ({
    day: of[0]!.day,
    part: partOf(of[0]!.subjectId),
    facts: Object.fromEntries(of.map(({ subjectId, text }) => [subjectId, text])),
  }))
  // The rows are looked up one by one: a plan made while the table was small would read all of it.
  await ctx.query(
    `insert into figure_fact (day, subject, part, facts)
     select r.day, $1, r.part, moved.facts from jsonb_to_recordset($2::jsonb) r (day date, part smallint, facts jsonb)
       left join lateral (select f.facts from figure_fact f where f.day = r.day and f.subject = $1 and f.part = r.part limit 1) old on true
       cross join lateral (select jsonb_strip_nulls(coalesce(old.facts, '{}') || r.facts) as facts) moved
      where moved.facts <> coalesce(old.facts, '{}')
     on conflict (merchant_id, day, subject, part) do update set facts = excluded.facts`,
    [subject, JSON.stringify(rows)],
  )
}

/** The subjects with stored facts for some days. */
export const subjectsWithFacts = async (
  ctx: Asking,
  subject: Subject,
  days: readonly LocalDate[],
): Promise<string[]> => {
  const rows = await ctx.query<{ readonly id: string }>(
    'select distinct jsonb_object_keys(facts) as id from figure_fact where subject = $1 and day = any ($2::date[])',
    [subject, days],
  )
  return rows.map(({ id }) => id)
}

interface FactRow {
  readonly day: LocalDate
  readonly subject: Subject
  readonly facts: Readonly<Record<string, string>>
}

/** The stored facts of some days, without money received and paid. */
export async function factsKept(
  ctx: Asking,
  days: readonly LocalDate[],
): Promise<ReadonlyMap<LocalDate, Omit<Facts, 'cash'>>> {
  const rows =
    days.length === 0
      ? []
      : await ctx.query<FactRow>(
          'select day::text as day, subject, facts from figure_fact where day = any ($1::date[])',
          [days],
        )
  const of = Map.groupBy(rows, ({ day }) => day)
  return new Map(
    days.map((day) => {
      const whole = wholeDay(day)
      const kept = (subject: Subject) =>
        (of.get(day) ?? []).filter((row) => row.subject === subject).flatMap(({ facts }) => Object.entries(facts))
      return [
        day,
        {
          orders: kept('order').map(([orderId, text]) => unpackOrder(orderId, text, whole)),
          pieces: kept('car').flatMap(([, text]) => unpackPieces(text, whole)),
        },
      ]
    }),
  )
}
