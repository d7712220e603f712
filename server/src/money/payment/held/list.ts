import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { heldAccounts, heldForm, heldKinds } from '@cheyi/domain/money/payment/held'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../../kernel/db/paging.ts'
import { inSight, knownStore } from '../../../platform/store/actions.ts'
import { heldSql } from './rows.ts'

type Calls = typeof contract.payment
type Page = OutputOf<Calls['heldList']>
type Filter = Pick<ParsedOf<Calls['heldList']>, 'storeId' | 'kind' | 'due'>
type Sums = NonNullable<Page['sums']>

type Row = Omit<Page['list'][number], 'amount'> & { readonly fen: number }

/** The values $1 to $4 of {@link heldSql}. */
const valuesOf = (ctx: Context, { storeId, kind, due }: Filter): unknown[] => [
  storeId !== undefined ? [inSight(ctx, storeId)] : ctx.identity.scope === 'all' ? null : ctx.identity.storeIds,
  kind ?? null,
  due ?? null,
  at(ctx.now),
]

/** An order has at most one row for each form of two deposits, and two rows of its own. */
const ROWS_OF_ORDER = 8

/** SQL: the accounts of a row's kind. */
const accounts = `case h.kind ${heldKinds.values
  .map((kind) => `when ${kind} then array[${heldAccounts[kind].map((name) => `'${name}'`).join(', ')}]`)
  .join(' ')} end`

/** SQL: the start of the current uninterrupted credit balance of the accounts, by the ledger; for an authorization the time of consent. */
const since = `case when h.form = ${heldForm.paid} then (
    select x.created_at from ledger_txn x where x.id = (
      select min(b.id) filter (where b.id > b.last_empty) from (
        select t.id, coalesce(max(t.id) filter (where t.fen <= 0) over (), 0) as last_empty from (
          select e.txn_id as id, sum(sum(e.credit_fen - e.debit_fen)) over (order by e.txn_id) as fen
          from ledger_entry e where e.order_id = h.order_id and e.account = any (${accounts}) group by e.txn_id) t) b))
  when h.form = ${heldForm.platform} then o.created_at
  else (select min(a.created_at) from deposit_hold a where a.deposit_id = h.deposit_id and a.credit = (h.form = ${heldForm.credit})
    and a.amount_fen > a.captured_fen + a.released_fen) end`

/**
 * Held money by customer, newest orders first; the first page has the sums.
 * @throws Refusal notFound (-4) for a store that is not visible to the account
 */
export const heldList: HandlerOf<'payment', 'heldList'> = async (ask, ctx) => {
  if (ask.storeId !== undefined) await knownStore(ctx, ask.storeId)
  const [rows, all] = await Promise.all([heldRows(ask, ctx), isFirstPage(ask) ? heldSums(ctx, ask) : null])
  return { ...rows, ...totalOf(all?.rows ?? null), sums: all?.sums ?? null }
}

/** The rows of {@link heldList} without the sums. */
export async function heldRows(
  ask: ParsedOf<Calls['heldList']>,
  ctx: Context,
): Promise<Pick<Page, 'list' | 'nextCursor'> & { readonly total: null }> {
  const after = cursorKeys(ask, 'id', 'int', 'int')
  const size = pageSize(ask)
  const values = valuesOf(ctx, ask)
  const cut = {
    after: (id: string) => `($5::bigint is null or ${id} <= $5)`,
    most: `limit ${size + 1 + ROWS_OF_ORDER}`,
  }
  const rows = await ctx.query<Row>(
    `with h as materialized (
       select * from (${heldSql(cut)}) x
        where $5::bigint is null or x.order_id < $5 or (x.kind, x.form) > ($6::int, $7::int)
        order by order_id desc, kind, form limit ${size + 1})
     select h.order_id, h.kind, h.form, h.fen, h.due_at, h.expire_at, ${since} as since,
       o.order_no, o.order_kind, o.status, o.contact_name, s.name as store_name
     from h join "order" o on o.id = h.order_id join store s on s.id = o.store_id
     order by h.order_id desc, h.kind, h.form`,
    [...values, ...(after ?? [null, null, null])],
  )
  const shown = buildPage(rows, ask, ({ orderId, kind, form }) => [orderId, kind, form])
  const list = shown.rows.map(({ fen, ...row }) => ({ ...row, amount: fen }))
  return { list, nextCursor: shown.nextCursor, total: null }
}

interface Sum {
  readonly kind: Sums['kinds'][number]['kind']
  readonly paidFen: number
  readonly frozenFen: number
  readonly creditFen: number
  readonly platformFen: number
  readonly dueFen: number
  readonly rows: number
}

/** Held amounts and customer counts by kind. A provider's guarantee is not money and is a separate sum. */
export async function heldSums(ctx: Context, filter: Filter): Promise<{ sums: Sums; rows: number }> {
  const rows = await ctx.query<Sum & { customers: number }>(
    `with h as materialized (${heldSql()}),
       people as (select count(distinct customer)::int as n from h)
     select h.kind, coalesce(sum(fen) filter (where form = ${heldForm.paid}), 0)::bigint as paid_fen,
       coalesce(sum(fen) filter (where form = ${heldForm.frozen}), 0)::bigint as frozen_fen,
       coalesce(sum(fen) filter (where form = ${heldForm.credit}), 0)::bigint as credit_fen,
       coalesce(sum(fen) filter (where form = ${heldForm.platform}), 0)::bigint as platform_fen,
       coalesce(sum(fen) filter (where due_at <= $4), 0)::bigint as due_fen,
       count(*)::int as rows, min(people.n) as customers
     from h cross join people group by h.kind order by h.kind`,
    valuesOf(ctx, filter),
  )
  return {
    rows: rows.reduce((sum, row) => sum + row.rows, 0),
    sums: {
      customers: rows[0]?.customers ?? 0,
      kinds: rows.map(({ kind, paidFen, frozenFen, creditFen, platformFen, dueFen }) => ({
        kind,
        paid: paidFen,
        frozen: frozenFen,
        credit: creditFen,
        platform: platformFen,
        due: dueFen,
      })),
    },
  }
}
