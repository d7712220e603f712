import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { readOrder } from '../../../booking/order/actions.ts'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { countRows } from '../../../kernel/count-rows.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../../kernel/db/paging.ts'
import { parameters } from '../../../kernel/db/sql.ts'
import { inSight } from '../../../platform/store/actions.ts'
import { flowKindSql } from '../money-sql.ts'

type Ask = ParsedOf<(typeof contract.payment)['flowList']>

type Flow = OutputOf<(typeof contract.payment)['flowList']>['list'][number]

interface Row extends Omit<Flow, 'direction' | 'amount' | 'balance'> {
  readonly dayNo: number
  readonly debitFen: number
  readonly creditFen: number
  readonly balanceFen: number | null
}

/** SQL conditions on money entries `e`. Each of order, store, cashier and shift is the first column of an index. */
function conditionsOf(ctx: Context, ask: Omit<Ask, 'cursor'>) {
  const { values, bind } = parameters()
  const all = ['e.moved_on is not null', 'e.flow_kind is not null']
  const where = (text: string, value: unknown) => all.push(text.replace('?', bind(value)))
  if (ask.orderId !== undefined) where('e.order_id = ?', ask.orderId)
  else {
    if (!ctx.can('data.money')) where('e.cashier_id = ?', ctx.accountId)
    if (ctx.identity.scope !== 'all') where('e.store_id = any (?::bigint[])', ctx.identity.storeIds)
  }
  if (ask.storeId !== undefined) where('e.store_id = ?', ask.storeId)
  if (ask.cashierId !== undefined) where('e.cashier_id = ?', ask.cashierId)
  if (ask.shiftId !== undefined) where('e.shift_id = ?', ask.shiftId)
  if (ask.kind !== undefined) where(`${flowKindSql('e')} = ?`, ask.kind)
  if (ask.way !== undefined) where('e.pay_way = ?', ask.way)
  if (ask.account !== undefined) where('e.account = ?', ask.account)
  if (ask.period !== undefined) {
    where('e.moved_on >= ?::date', localDate(ask.period.from))
    where('e.moved_on <= ?::date', localDate(ask.period.to - 1))
  }
  return { all, values }
}

/**
 * Refuses a filter on something that does not exist or is not visible to the caller.
 * @throws Refusal orderNotFound (2002), notFound (-4) naming the store, cashier or shift
 */
export async function refuseUnseen(
  ctx: Context,
  { orderId, storeId, cashierId, shiftId }: Pick<Ask, 'orderId' | 'storeId' | 'cashierId' | 'shiftId'>,
): Promise<void> {
  if (orderId !== undefined) await readOrder(ctx, orderId)
  if (storeId !== undefined) inSight(ctx, storeId)
  const [known] = await ctx.query<{ storeId: boolean; cashierId: boolean; shiftId: boolean }>(
    `select $1::bigint is null or exists (select from store where id = $1) as store_id,
       $2::bigint is null or exists (select from account where id = $2) as cashier_id,
       $3::bigint is null or exists (select from cash_shift where id = $3) as shift_id`,
    [storeId ?? null, cashierId ?? null, shiftId ?? null],
  )
  const unknown = Object.entries(known!).find(([, is]) => !is)
  if (unknown !== undefined) throw new Refusal('notFound', { field: unknown[0] })
}

/** Money movements, newest first: those of an order, or of the stores that are visible to the caller. */
export const flowList: HandlerOf<'payment', 'flowList'> = async (ask, ctx) => {
  // A cashier sees their own receipts; the bill of an order needs the permission to open it.
  if (ask.orderId !== undefined && !ctx.can('order.fee') && !ctx.can('longOrder.flow')) throw new Refusal('forbidden')
  await refuseUnseen(ctx, ask)
  const { all, values } = conditionsOf(ctx, ask)
  const after = cursorKeys(ask, 'int', 'id')
  const page = [...values]
  const behind =
    after === null
      ? 'true'
      : `(e.moved_on, e.id) < (date '1970-01-01' + $${page.push(after[0])}::int, $${page.push(after[1])}::bigint)`
  const rows = await ctx.query<Row>(
    `with e as materialized (
       select e.* from ledger_entry e where ${all.join(' and ')} and ${behind}
        order by e.moved_on desc, e.id desc limit ${pageSize(ask) + 1})
     select e.id, t.created_at as at, e.moved_on::text as day, e.moved_on - date '1970-01-01' as day_no,
       ${flowKindSql('e')} as kind, e.pay_way as way, e.debit_fen, e.credit_fen, coalesce(s.name, '') as store_name, a.name as cashier_name,
       e.order_id, o.order_no, o.order_kind, coalesce(r.voucher_ids, p.voucher_ids, '{}') as voucher_ids, p.receipt_id,
       e.txn_id, e.account, coalesce(p.out_trade_no, '') as trade_no,
       coalesce(nullif(p.provider_no, ''), r.slip_no, '') as slip_no, coalesce(r.payer, o.contact_name, '') as payer,
       case when e.order_id is not null then (select sum(b.debit_fen - b.credit_fen)::bigint from ledger_entry b
         where b.order_id = e.order_id and b.moved_on is not null and b.id <= e.id) end as balance_fen
     from e join ledger_txn t on t.id = e.txn_id left join store s on s.id = e.store_id
       left join account a on a.id = e.cashier_id left join "order" o on o.id = e.order_id
       left join payment p on p.id = t.payment_id left join receipt r on r.id = p.receipt_id
     order by e.moved_on desc, e.id desc`,
    page,
  )
  const shown = buildPage(rows, ask, ({ dayNo, id }) => [dayNo, id])
  return {
    list: shown.rows.map(({ dayNo: _, debitFen, creditFen, balanceFen, ...row }) => ({
      ...row,
      direction: debitFen > 0 ? ('in' as const) : ('out' as const),
      amount: debitFen + creditFen,
      balance: balanceFen,
    })),
    nextCursor: shown.nextCursor,
    ...totalOf(isFirstPage(ask) ? await countRows(ctx, `ledger_entry e where ${all.join(' and ')}`, values) : null),
  }
}
