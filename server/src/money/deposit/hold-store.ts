import { advance } from '@cheyi/domain/advance'
import { deductResult } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus, authHoldSteps, type Hold } from '@cheyi/domain/money/deposit/hold'
import { paymentStatus } from '@cheyi/domain/money/payment/codes'
import type { Insertable, Selectable } from 'kysely'
import { type Context, type Db, newId } from '../../kernel/context.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type HoldRow = Selectable<DB['depositHold']>
/** A hold with its available amount. */
export type LiveHold = HoldRow & Hold

const inFlight = [paymentStatus.waiting, paymentStatus.processing, paymentStatus.failed].join(', ')

const LIVE = `
  select h.*, h.amount_fen - h.captured_fen - h.released_fen
      - coalesce((select sum(p.amount_fen) from payment p
          where p.merchant_id = h.merchant_id and p.hold_id = h.id and p.hold_step = 'unfreeze' and p.status in (${inFlight})), 0)::bigint
      - coalesce((select sum(n.tied_fen) from deposit_deduction n
          where n.deposit_id = h.deposit_id and n.hold_id = h.id and n.result is null), 0)::bigint as available_fen,
    (select count(*)::int from deposit_deduction n
      where n.deposit_id = h.deposit_id and n.hold_id = h.id and n.result is distinct from ${deductResult.failed}) as captures
  from deposit_hold h where h.deposit_id = any ($1::bigint[]) and h.status = ${authHoldStatus.held} order by h.expire_at, h.id`

/** The current authorizations of deposits, in the order of their expiry; no query for deposits without an expiry. */
export async function liveHolds(
  ctx: Pick<Context, 'query'>,
  deposits: readonly { readonly id: string; readonly expireAt: number | null }[],
): Promise<LiveHold[]> {
  const ids = deposits.flatMap(({ id, expireAt }) => (expireAt === null ? [] : [id]))
  return ids.length === 0 ? [] : ctx.query<LiveHold>(LIVE, [ids])
}

/** All authorizations of an order's deposits, newest first, without unconfirmed and closed ones. */
export const ofOrder = (db: Db, orderId: string): Promise<HoldRow[]> =>
  db
    .selectFrom('depositHold')
    .selectAll()
    .where('depositId', 'in', (deposits) => deposits.selectFrom('deposit').select('id').where('orderId', '=', orderId))
    .where('status', 'not in', [authHoldStatus.waiting, authHoldStatus.closed])
    .orderBy('id', 'desc')
    .execute()

export const byId = (db: Db, id: string): Promise<HoldRow | undefined> =>
  db.selectFrom('depositHold').selectAll().where('id', '=', id).executeTakeFirst()

export const insert = (db: Db, hold: Insertable<DB['depositHold']>): Promise<HoldRow> =>
  db.insertInto('depositHold').values(hold).returningAll().executeTakeFirstOrThrow()

/** The order whose deposit this slip holds. */
export const orderOfSlip = (db: Db, slip: { readonly authNo: string; readonly cardTail: string }) =>
  db
    .selectFrom('depositHold as h')
    .innerJoin('order as o', 'o.id', 'h.orderId')
    .select('o.orderNo')
    .where('h.authNo', '=', slip.authNo)
    .where('h.cardTail', '=', slip.cardTail)
    .where('h.status', '=', authHoldStatus.held)
    .where('h.channelId', 'is', null)
    .executeTakeFirst()

export const update = (ctx: Context, row: HoldRow, patch: Patch<'depositHold'>): HoldRow =>
  saveRow(ctx, 'depositHold', row, patch)

/** Subtracts captured and released amounts from a hold, which ends when nothing is left. */
export function take(ctx: Context, row: HoldRow, fen: { captured?: number; released?: number }): HoldRow {
  const capturedFen = row.capturedFen + (fen.captured ?? 0)
  const releasedFen = row.releasedFen + (fen.released ?? 0)
  const over = capturedFen + releasedFen === row.amountFen
  const status = over ? advance(authHoldSteps, 'end', row.status) : row.status
  return update(ctx, row, { capturedFen, releasedFen, status })
}

/** Moves a hold, or a part of it, to another deposit; both parts then have the number of the same authorization. */
export async function moveTo(ctx: Context, row: LiveHold, depositId: string, fen: number): Promise<void> {
  if (fen === row.amountFen) return void update(ctx, row, { depositId })
  const { orderId, payWay, credit, status, authNo, cardTail, expireAt, voucherIds, channelId, outNo, askAt: next } = row
  const same = {
    orderId,
    payWay,
    credit,
    status,
    authNo,
    cardTail,
    expireAt,
    voucherIds,
    channelId,
    outNo,
    askAt: next,
  }
  await insert(ctx.db, { ...same, id: await newId(ctx), depositId, amountFen: fen })
  const amountFen = row.amountFen - fen
  const over = row.capturedFen + row.releasedFen === amountFen
  update(ctx, row, { amountFen, status: over ? advance(authHoldSteps, 'end', row.status) : row.status })
}

/** The current holds with our number of an authorization: one, or its parts. The order is the one in which they were requested. */
export const liveOf = (db: Db, outNo: string): Promise<HoldRow[]> =>
  db
    .selectFrom('depositHold')
    .selectAll()
    .where('outNo', '=', outNo)
    .where('channelId', 'is not', null)
    .where('status', '=', authHoldStatus.held)
    .orderBy('id')
    .execute()

/** Sets the next query of an authorization, for all its parts. */
export const askAt = (ctx: Context, outNo: string, patch: { readonly askAt: number; readonly askedAt?: number }) =>
  ctx.db
    .updateTable('depositHold')
    .set(patch)
    .where('outNo', '=', outNo)
    .where('channelId', 'is not', null)
    .where('status', '=', authHoldStatus.held)
    .execute()

/** Whether a request to the provider of an authorization is unanswered. */
export async function hasOpenStep(ctx: Pick<Context, 'query'>, outNo: string): Promise<boolean> {
  const rows = await ctx.query(
    `select from deposit_hold h join payment p on p.merchant_id = h.merchant_id and p.hold_id = h.id
      where h.out_no = $1 and p.hold_step <> 'freeze' and p.status = ${paymentStatus.processing} limit 1`,
    [outNo],
  )
  return rows.length > 0
}

export async function hasOpenCapture(ctx: Pick<Context, 'query'>, holdId: string): Promise<boolean> {
  const rows = await ctx.query('select from deposit_deduction where hold_id = $1 and result is null limit 1', [holdId])
  return rows.length > 0
}

/** The part of an order's debt that unanswered captures are to pay, fen. */
export async function undecidedFen(ctx: Pick<Context, 'query'>, orderId: string): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    'select coalesce(sum(amount_fen), 0)::bigint as fen from deposit_deduction where order_id = $1 and result is null',
    [orderId],
  )
  return row!.fen
}

/** The earliest expiry of the current authorizations of a deposit; null without any. */
export async function firstExpiry(db: Db, depositId: string): Promise<number | null> {
  const row = await db
    .selectFrom('depositHold')
    .select((e) => e.fn.min('expireAt').as('at'))
    .where('depositId', '=', depositId)
    .where('status', '=', authHoldStatus.held)
    .executeTakeFirstOrThrow()
  return row.at
}
