import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { accountName } from '@cheyi/domain/money/payment/accounts'
import { flowKind } from '@cheyi/domain/money/payment/codes'
import { handMade, handMadeKeys } from '@cheyi/domain/money/payment/correction'
import {
  type AwaitedAccount,
  account as accounts,
  arrivalEntry,
  awaitedAccounts,
} from '@cheyi/domain/money/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, newId } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { at } from '../../kernel/db/instant.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { parameters } from '../../kernel/db/sql.ts'
import { viewsOf } from '../../platform/media/actions.ts'
import { knownStore } from '../../platform/store/actions.ts'
import { postCashShift, prove } from '../payment/actions.ts'
import * as store from './store.ts'

/* Money in transit to the bank: received by card machine, by other methods and by platforms, until its arrival is recorded. */

type Calls = typeof contract.cashShift
const { platformClearing } = accounts

interface Awaited {
  readonly storeId: string
  readonly storeName: string
  readonly account: AwaitedAccount
  readonly balance: number
}

/** Money in transit by store of the caller; an entry without a store counts for the store of its order. */
export async function balances(ctx: Context, storeId: string | undefined): Promise<Awaited[]> {
  const { scope, storeIds } = ctx.identity
  const stores = storeId !== undefined ? [storeId] : scope === 'all' ? null : storeIds
  const rows = await ctx.query<Omit<Awaited, 'balance'> & { fen: number }>(
    `select s.id as store_id, s.name as store_name, b.account, b.fen from (
       select coalesce(e.store_id, o.store_id) as store_id, e.account, sum(e.debit_fen - e.credit_fen)::bigint as fen
       from ledger_entry e left join "order" o on o.id = e.order_id and e.store_id is null
       where e.account in (${awaitedAccounts.map((name) => `'${name}'`).join(', ')}) group by 1, 2) b
     join store s on s.id = b.store_id
     where b.fen <> 0 and ($1::bigint[] is null or s.id = any ($1)) order by s.id, b.account`,
    [stores],
  )
  return rows.map(({ fen, ...row }) => ({ ...row, balance: fen }))
}

/** @throws Refusal notFound (-4) for a store that is not visible to the account */
export const awaitedBalances: HandlerOf<'cashShift', 'awaited'> = async ({ storeId }, ctx) => {
  if (storeId !== undefined) await knownStore(ctx, storeId)
  return balances(ctx, storeId)
}

interface Arriving {
  readonly storeId: string
  readonly account: AwaitedAccount
  readonly amount: number
  readonly fee: number
  readonly slipNo?: string | undefined
  readonly voucherIds?: readonly string[] | undefined
  readonly note?: string | undefined
}

/** @throws Refusal as {@link recordArrival} */
export const arrive: HandlerOf<'cashShift', 'arrive'> = async (input, ctx) => {
  const { storeId, account, amount, fee, note = '' } = input
  const { id, left } = await recordArrival(ctx, input)
  ctx.audit({ targetType: 'store', targetId: storeId, after: { arrived: accountName(account), amount, fee, note } })
  return { id, left }
}

/**
 * Records that money in transit arrived in the bank, less a fee (J23), up to the amount that the ledger has in transit for that store.
 * The lock of the store's cash shift makes the second of two identical records fail.
 * @returns the amount that is still in transit, fen, and the key of the entry
 * @throws Refusal notFound (-4), amountWrong (4002) beyond that amount, badInput (-2) for 0, a used proof, or a commission that the
 * orders have already booked
 */
export async function recordArrival(
  ctx: Context,
  { storeId, account, amount, fee, slipNo = '', voucherIds = [], note = '' }: Arriving,
): Promise<{ id: string; left: number; key: string }> {
  await knownStore(ctx, storeId)
  await store.lockCashShift(ctx, storeId)
  if (amount + fee === 0) throw badInput('amount', '请填写到账金额')
  const there = (await balances(ctx, storeId)).find((one) => one.account === account)?.balance ?? 0
  if (amount + fee > there) throw new Refusal('amountWrong', { field: 'amount', owed: Math.max(0, there) })
  if (account === platformClearing && fee > 0 && fee > (await withoutCommission(ctx, storeId)))
    throw badInput('fee', '合同约定的佣金已随订单入账，请填0，到账金额填实际到账数')
  const id = await newId(ctx)
  const row = { id, storeId, account, amountFen: amount, feeFen: fee, slipNo, note, voucherIds: [...voucherIds] }
  await store.insertArrival(ctx.db, row)
  await prove(ctx, { voucherIds, slipNo }, { recordId: id })
  const of = { storeId, shiftId: null, cashierId: ctx.accountId, kind: flowKind.channelSettlement }
  const entry = arrivalEntry(id, { from: account, fen: amount, feeFen: fee })
  await postCashShift(ctx, entry, of)
  return { id, left: there - amount - fee, key: entry.idemKey }
}

/**
 * What platforms hold of the store's orders without a commission in their contract, fen. Only of these the commission is first known
 * when the money arrives; that of the others is booked with the order (J8) and must not be counted twice.
 */
async function withoutCommission(ctx: Context, storeId: string): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(e.debit_fen - e.credit_fen), 0)::bigint as fen
       from ledger_entry e join "order" o on o.merchant_id = e.merchant_id and o.id = e.order_id
      where e.account = '${platformClearing}' and coalesce(e.store_id, o.store_id) = $1 and o.commission_bp = 0`,
    [storeId],
  )
  return row!.fen
}

interface Row {
  readonly id: string
  readonly createdAt: number
  readonly storeName: string
  readonly account: AwaitedAccount
  readonly amountFen: number
  readonly feeFen: number
  readonly slipNo: string
  readonly note: string
  readonly byName: string
  readonly voucherIds: string[]
  readonly corrected: boolean
}

/** The conditions that were given and no others, so that the index of a store is used. */
function filterOf({ storeId, account, period }: ParsedOf<Calls['arrivals']>) {
  const { values, bind } = parameters()
  const conditions = ['true']
  if (storeId !== undefined) conditions.push(`a.store_id = ${bind(storeId)}::bigint`)
  if (account !== undefined) conditions.push(`a.account = ${bind(account)}`)
  if (period !== undefined)
    conditions.push(`a.created_at >= ${bind(at(period.from))} and a.created_at < ${bind(at(period.to))}`)
  return { values, bind, where: conditions.join(' and ') }
}

/** Recorded arrivals, newest first. @throws Refusal notFound (-4) for a store that is not visible to the account */
export const arrivals: HandlerOf<'cashShift', 'arrivals'> = async (ask, ctx) => {
  if (ask.storeId !== undefined) await knownStore(ctx, ask.storeId)
  const { values, bind, where } = filterOf(ask)
  const [after] = cursorKeys(ask, 'id') ?? []
  const behind = after === undefined ? '' : `and a.id < ${bind(after)}::bigint`
  const rows = await ctx.query<Row>(
    `select a.id, a.created_at, s.name as store_name, a.account, a.amount_fen, a.fee_fen, a.slip_no, a.note, a.voucher_ids,
       coalesce(c.name, '平台协助') as by_name, exists (select from ledger_txn t join ledger_correction k on k.txn_id = t.id
         where t.idem_key = '${handMadeKeys[handMade.arrival]}' || a.id) as corrected
     from (select * from arrival a where ${where} ${behind} order by a.id desc limit ${pageSize(ask) + 1}) a
       join store s on s.id = a.store_id left join account c on c.id = a.created_by
     order by a.id desc`,
    values,
  )
  const shown = buildPage(rows, ask, ({ id }) => [id])
  const vouchersOf = await viewsOf(ctx, shown.rows, (row) => row.voucherIds)
  return {
    list: shown.rows.map((row) => {
      const { createdAt, amountFen, feeFen, voucherIds: _, ...rest } = row
      return { ...rest, at: createdAt, amount: amountFen, fee: feeFen, vouchers: vouchersOf(row) }
    }),
    nextCursor: shown.nextCursor,
    ...totalOf(isFirstPage(ask) ? await countRows(ctx, `arrival a where ${where}`, values) : null),
  }
}
