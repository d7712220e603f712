import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { flowKind } from '@cheyi/domain/money/payment/codes'
import { type HeldKind, heldKind, heldKinds } from '@cheyi/domain/money/payment/held'
import { DAY, type Instant, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { inSight } from '../../../platform/store/actions.ts'
import { heldSums } from '../held/list.ts'
import { flowKindSql } from '../money-sql.ts'

type Answer = OutputOf<(typeof contract.payment)['takings']>

interface Part {
  readonly day: string
  readonly storeId: string
  readonly storeName: string
  readonly cashierId: string | null
  readonly cashierName: string | null
  readonly collectedFen: number
  readonly refundedFen: number
  readonly finesFen: number
  readonly depositInFen: number
  readonly depositOutFen: number
}

const deposits = `(${flowKind.rentalDeposit}, ${flowKind.violationDeposit})`

const isFine = `${flowKindSql('e')} = ${flowKind.fine}`
const ofOrders = `flow_kind not in ${deposits} and not ${isFine}`

/** SQL: received and paid-out sums of money entries `e` in fen; deposits and the fines that the merchant paid are separate sums. */
const moved = `
  coalesce(sum(debit_fen) filter (where ${ofOrders}), 0)::bigint as collected_fen,
  coalesce(sum(credit_fen) filter (where ${ofOrders}), 0)::bigint as refunded_fen,
  coalesce(sum(credit_fen - debit_fen) filter (where ${isFine}), 0)::bigint as fines_fen,
  coalesce(sum(debit_fen) filter (where flow_kind in ${deposits}), 0)::bigint as deposit_in_fen,
  coalesce(sum(credit_fen) filter (where flow_kind in ${deposits}), 0)::bigint as deposit_out_fen`

/**
 * Received and paid-out sums by store and day, for several windows of whole days.
 * @returns rows with `n`, the index of the window; a partial last day includes only what was posted before its end
 */
export const takingsByDay = (ctx: Pick<Context, 'query'>, windows: readonly { from: Instant; until: Instant }[]) =>
  ctx.query<
    Omit<Part, 'storeName' | 'cashierId' | 'cashierName' | 'storeId'> & {
      readonly n: number
      readonly storeId: string | null
    }
  >(
    `select (w.n - 1)::int as n, moved_on::text as day, store_id, ${moved}
      from unnest($1::date[], $2::date[], $3::timestamptz[]) with ordinality w (first, last, before, n)
        join ledger_entry e on moved_on between w.first and w.last and flow_kind < ${flowKind.handIn}
          and (w.before is null or moved_on < w.last or coalesce(posted_at < w.before, true))
      group by w.n, moved_on, store_id`,
    [
      windows.map(({ from }) => localDate(from)),
      windows.map(({ until }) => localDate(until - 1)),
      windows.map(({ until }) => (until < startOfDate(localDate(until - 1)) + DAY ? at(until) : null)),
    ],
  )

/** Received and paid-out sums by store, cashier and day, and the currently held customer money. The default period is today. */
export const takings: HandlerOf<'payment', 'takings'> = async ({ storeId, period }, ctx) => {
  const stores =
    storeId !== undefined ? [inSight(ctx, storeId)] : ctx.identity.scope === 'all' ? null : ctx.identity.storeIds
  const { from, to } = period ?? { from: startOfDate(localDate(ctx.now)), to: ctx.now + 1 }
  const [parts, held] = await Promise.all([
    ctx.query<Part>(
      `with part as (
         select moved_on, store_id, cashier_id, ${moved}
         from ledger_entry e where moved_on between $1::date and $2::date and flow_kind < ${flowKind.handIn}
           and ($3::bigint[] is null or store_id = any ($3)) group by moved_on, store_id, cashier_id)
       select p.*, p.moved_on::text as day, s.name as store_name, a.name as cashier_name
         from part p join store s on s.id = p.store_id left join account a on a.id = p.cashier_id
        order by p.moved_on desc, s.name, a.name`,
      [localDate(from), localDate(to - 1), stores],
    ),
    heldNow(ctx, storeId),
  ])
  return {
    total: sumOf(parts),
    stores: groupSums(parts, ({ storeId: key, storeName }) => [key, storeName]),
    cashiers: groupSums(parts, ({ cashierId, cashierName }) => [cashierId ?? '', cashierName ?? '客户自助']),
    days: groupSums(parts, ({ day }) => [day, day]),
    held,
  }
}

const sumOf = (parts: readonly Part[]) => ({
  collected: parts.reduce((sum, part) => sum + part.collectedFen, 0),
  refunded: parts.reduce((sum, part) => sum + part.refundedFen, 0),
  fines: parts.reduce((sum, part) => sum + part.finesFen, 0),
  depositIn: parts.reduce((sum, part) => sum + part.depositInFen, 0),
  depositOut: parts.reduce((sum, part) => sum + part.depositOutFen, 0),
})

const groupSums = (parts: readonly Part[], by: (part: Part) => readonly [key: string, name: string]) =>
  [...Map.groupBy(parts, (part) => by(part)[0])].map(([key, of]) => ({ key, name: by(of[0]!)[1], ...sumOf(of) }))

/** Customer money that is held now; deposits covered by a provider's guarantee are added to the frozen ones. */
async function heldNow(ctx: Context, storeId: string | undefined): Promise<Answer['held']> {
  const { customers, kinds } = (await heldSums(ctx, { storeId })).sums
  const sum = (of: (kind: (typeof kinds)[number]) => number, only: readonly HeldKind[] = heldKinds.values) =>
    kinds.reduce((all, kind) => all + (only.includes(kind.kind) ? of(kind) : 0), 0)
  return {
    deposits: sum(({ paid }) => paid, [heldKind.rentalDeposit, heldKind.violationDeposit]),
    frozen: sum(({ frozen, credit }) => frozen + credit),
    prepaid: sum(({ paid }) => paid, [heldKind.prepaid]),
    overpaid: sum(({ paid }) => paid, [heldKind.overpaid]),
    due: sum(({ due }) => due),
    customers,
  }
}
