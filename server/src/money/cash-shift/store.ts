import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { shiftStatus } from '@cheyi/domain/money/cash-shift/shift'
import { payWay } from '@cheyi/domain/money/payment/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { parameters } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type ShiftRow = Selectable<DB['cashShift']>

/** The caller's open shift; a lock blocks receipts into it until the transaction ends. */
export function ownOpen(ctx: Context, { lock }: { readonly lock: boolean }): Promise<ShiftRow | undefined> {
  const asked = ctx.db
    .selectFrom('cashShift')
    .selectAll()
    .where('cashierId', '=', ctx.accountId)
    .where('status', '=', shiftStatus.open)
  return (lock ? asked.forUpdate() : asked).executeTakeFirst()
}

export const shiftById = (db: Db, id: string): Promise<ShiftRow | undefined> =>
  db.selectFrom('cashShift').selectAll().where('id', '=', id).executeTakeFirst()

export const lockShift = (db: Db, id: string): Promise<ShiftRow | undefined> =>
  db.selectFrom('cashShift').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** @returns undefined when the caller already has an open shift */
export async function insertShift(
  ctx: Context,
  shift: {
    readonly storeId: string
    readonly openingFen: number
    readonly knownFen: number
    readonly openingReason: string
    readonly openingSignedBy: string | null
  },
): Promise<string | undefined> {
  const [row] = await ctx.query<{ id: string }>(
    `insert into cash_shift (store_id, opening_fen, known_fen, opening_reason, opening_signed_by) values ($1, $2, $3, $4, $5)
     on conflict (merchant_id, cashier_id) where status = ${shiftStatus.open} do nothing returning id`,
    [shift.storeId, shift.openingFen, shift.knownFen, shift.openingReason, shift.openingSignedBy],
  )
  return row?.id
}

export const closeShift = (
  ctx: Context,
  id: string,
  closed: { readonly status: Columns['cashShift.status']; readonly signedBy: string | null; readonly reason: string },
) =>
  ctx.db
    .updateTable('cashShift')
    .set({ ...closed, closedAt: ctx.now, closedBy: ctx.accountId })
    .where('id', '=', id)
    .execute()

export const insertCounts = (db: Db, rows: readonly Insertable<DB['cashCount']>[]) =>
  db.insertInto('cashCount').values(rows).execute()

export const insertHandIn = (db: Db, row: Insertable<DB['cashHandIn']>) =>
  db.insertInto('cashHandIn').values(row).execute()

export const handInById = (db: Db, id: string) =>
  db.selectFrom('cashHandIn').select(['storeId', 'shiftId', 'amountFen']).where('id', '=', id).executeTakeFirst()

export const insertArrival = (db: Db, row: Insertable<DB['arrival']>) => db.insertInto('arrival').values(row).execute()

export const arrivalById = (db: Db, id: string) =>
  db.selectFrom('arrival').select(['storeId', 'amountFen', 'feeFen']).where('id', '=', id).executeTakeFirst()

/**
 * Locks the cash of a store outside of shifts until the transaction ends, so that two counts of it are serialized. @returns the name of
 * the store; undefined for an unknown one
 */
export async function lockCashShift(ctx: Context, storeId: string): Promise<string | undefined> {
  const [row] = await ctx.query<{ name: string }>('select name from store where id = $1 for no key update', [storeId])
  return row?.name
}

export async function names(ctx: Context, storeId: string, accountId: string) {
  const [row] = await ctx.query<{ storeName: string; cashierName: string }>(
    `select (select name from store where id = $1) as store_name, coalesce((select name from account where id = $2), '') as cashier_name`,
    [storeId, accountId],
  )
  return row!
}

/** The cash that the last closed shift in a store left, fen, null without one; `first`: the store has never had a shift. */
export async function lastClose(ctx: Context, storeId: string): Promise<{ left: number | null; first: boolean }> {
  const [row] = await ctx.query<{ leftFen: number | null; first: boolean }>(
    `select (select c.counted_fen from cash_shift s join cash_count c on c.merchant_id = s.merchant_id and c.shift_id = s.id
         where s.store_id = $1 and s.status = ${shiftStatus.closed} and c.pay_way = ${payWay.cash} order by s.closed_at desc limit 1) as left_fen,
       not exists (select from cash_shift where store_id = $1) as first`,
    [storeId],
  )
  return { left: row!.leftFen, first: row!.first }
}

/** Sum of the unapproved differences, short or over, of a cashier's shifts that ended since a time, fen. */
export async function unsignedSince(ctx: Context, cashierId: string, since: number): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(abs(c.counted_fen - c.expected_fen)), 0) as fen
       from cash_shift s join cash_count c on c.merchant_id = s.merchant_id and c.shift_id = s.id
      where s.cashier_id = $1 and s.status = ${shiftStatus.closed} and s.signed_by is null and s.closed_at > $2`,
    [cashierId, at(since)],
  )
  return row!.fen
}

export type ShiftAsk = ParsedOf<typeof contract.cashShift.page>

export interface ShiftListRow extends ShiftRow {
  readonly storeName: string
  readonly cashierName: string
  readonly signedByName: string | null
}

/** The conditions that were asked for, and no others: a plan made for whatever values would name the people of every shift. */
function filterOf(ask: ShiftAsk) {
  const { values, bind } = parameters()
  const conditions = ['true']
  if (ask.shiftId !== undefined) conditions.push(`s.id = ${bind(ask.shiftId)}::bigint`)
  if (ask.storeId !== undefined) conditions.push(`s.store_id = ${bind(ask.storeId)}::bigint`)
  if (ask.cashierId !== undefined) conditions.push(`s.cashier_id = ${bind(ask.cashierId)}::bigint`)
  if (ask.status !== undefined) conditions.push(`s.status = ${bind(ask.status)}::int`)
  if (ask.period)
    conditions.push(`s.opened_at >= ${bind(at(ask.period.from))} and s.opened_at < ${bind(at(ask.period.to))}`)
  return { values, bind, where: conditions.join(' and ') }
}

/** Newest first, before an id. */
export function shiftPage(ctx: Context, ask: ShiftAsk, before: string | null, limit: number) {
  const { values, bind, where } = filterOf(ask)
  const behind = before === null ? '' : `and s.id < ${bind(before)}::bigint`
  return ctx.query<ShiftListRow>(
    `select s.*, t.name as store_name, coalesce(c.name, '平台协助') as cashier_name, g.name as signed_by_name
       from (select s.* from cash_shift s where ${where} ${behind} order by s.id desc limit ${limit}) s
         join store t on t.id = s.store_id left join account c on c.id = s.cashier_id left join account g on g.id = s.signed_by
      order by s.id desc`,
    values,
  )
}

export function shiftCount(ctx: Context, ask: ShiftAsk): Promise<number> {
  const { values, where } = filterOf(ask)
  return countRows(ctx, `cash_shift s where ${where}`, values)
}

/** Slips of cash deposits to the bank from shifts, oldest first. */
export const slips = (ctx: Context, shiftIds: readonly string[]) =>
  ctx.query<{ shiftId: string; voucherIds: string[] }>(
    'select shift_id, voucher_ids from cash_hand_in where shift_id = any ($1::bigint[]) order by id',
    [shiftIds],
  )

export const counts = (ctx: Context, shiftIds: readonly string[]) =>
  ctx.query<{ shiftId: string; way: Columns['payWay']; expectedFen: number; countedFen: number }>(
    `select shift_id, pay_way as way, expected_fen, counted_fen from cash_count
      where shift_id = any ($1::bigint[]) order by shift_id, pay_way`,
    [shiftIds],
  )

/** Cash deposits to the bank from outside of shifts, newest first, before an id. */
export const handInsOutside = (ctx: Context, storeId: string | undefined, before: string | null, limit: number) =>
  ctx.query<{
    id: string
    storeName: string
    createdAt: number
    byName: string
    amountFen: number
    slipNo: string
    note: string
    voucherIds: string[]
  }>(
    `select h.id, s.name as store_name, h.created_at, coalesce(a.name, '平台协助') as by_name, h.amount_fen, h.slip_no, h.note, h.voucher_ids
       from cash_hand_in h join store s on s.id = h.store_id left join account a on a.id = h.created_by
      where h.shift_id is null and ($1::bigint is null or h.store_id = $1) and ($2::bigint is null or h.id < $2)
      order by h.id desc limit ${limit}`,
    [storeId ?? null, before],
  )

export const countOutside = (ctx: Context, storeId: string | undefined): Promise<number> =>
  countRows(ctx, 'cash_hand_in h where h.shift_id is null and ($1::bigint is null or h.store_id = $1)', [
    storeId ?? null,
  ])
