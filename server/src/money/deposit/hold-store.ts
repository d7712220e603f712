import { advance } from '@cheyi/domain/advance'
import { deductResult } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus, authHoldSteps, type Hold } from '@cheyi/domain/money/deposit/hold'
import { paymentStatus } from '@cheyi/domain/money/payment/codes'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { type Context, type Db, newId } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type HoldRow = Selectable<DB['depositHold']>
/** A hold with what of it is free. */
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
  from deposit_hold h where h.deposit_id = $1 and h.status = ${authHoldStatus.held} order by h.expire_at, h.id`

/** The authorisations that stand behind a deposit now, those that end soonest first; none is asked for where none can be. */
export const liveHolds = async (
  ctx: Pick<Context, 'query'>,
  deposit: { readonly id: string; readonly expireAt: number | null },
): Promise<LiveHold[]> => (deposit.expireAt === null ? [] : ctx.query<LiveHold>(LIVE, [deposit.id]))

/** All authorisations of an order's deposits, the newest first; those that nobody agreed to are left out. */
export const ofOrder = (db: Db, orderId: string): Promise<HoldRow[]> =>
  db
    .selectFrom('depositHold')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', 'not in', [authHoldStatus.waiting, authHoldStatus.closed])
    .orderBy('id', 'desc')
    .execute()

export const byId = (db: Db, id: string): Promise<HoldRow | undefined> =>
  db.selectFrom('depositHold').selectAll().where('id', '=', id).executeTakeFirst()

export const insert = (db: Db, hold: Insertable<DB['depositHold']>): Promise<HoldRow> =>
  db.insertInto('depositHold').values(hold).returningAll().executeTakeFirstOrThrow()

/** The order whose deposit this slip holds now. */
export const typedBefore = (db: Db, slip: { readonly authNo: string; readonly cardTail: string }) =>
  db
    .selectFrom('depositHold as h')
    .innerJoin('order as o', 'o.id', 'h.orderId')
    .select('o.orderNo')
    .where('h.authNo', '=', slip.authNo)
    .where('h.cardTail', '=', slip.cardTail)
    .where('h.status', '=', authHoldStatus.held)
    .where('h.channelId', 'is', null)
    .executeTakeFirst()

export const update = (ctx: Context, row: HoldRow, patch: Updateable<DB['depositHold']>): Promise<HoldRow> =>
  ctx.db
    .updateTable('depositHold')
    .set({ ...patch, version: row.version + 1, updatedAt: ctx.now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Takes what was captured and let go off a hold, which ends once nothing is left of it. */
export function take(ctx: Context, row: HoldRow, fen: { captured?: number; released?: number }): Promise<HoldRow> {
  const capturedFen = row.capturedFen + (fen.captured ?? 0)
  const releasedFen = row.releasedFen + (fen.released ?? 0)
  const over = capturedFen + releasedFen === row.amountFen
  const status = over ? advance(authHoldSteps, 'end', row.status) : row.status
  return update(ctx, row, { capturedFen, releasedFen, status })
}

/** Makes a hold, or a part of it, another deposit's: both have the number of the same authorisation then. */
export async function moveTo(ctx: Context, row: LiveHold, depositId: string, fen: number): Promise<void> {
  if (fen === row.amountFen) return void (await update(ctx, row, { depositId }))
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
  await update(ctx, row, { amountFen, status: over ? advance(authHoldSteps, 'end', row.status) : row.status })
}

/** What holds now by our number of an authorisation: one, or the parts that it was made into. Those asked first stand first. */
export const liveOf = (db: Db, outNo: string): Promise<HoldRow[]> =>
  db
    .selectFrom('depositHold')
    .selectAll()
    .where('outNo', '=', outNo)
    .where('channelId', 'is not', null)
    .where('status', '=', authHoldStatus.held)
    .orderBy('id')
    .execute()

/** When a provider is asked about an authorisation next, all its parts at once. */
export const askAt = (ctx: Context, outNo: string, patch: { readonly askAt: number; readonly askedAt?: number }) =>
  ctx.db
    .updateTable('depositHold')
    .set(patch)
    .where('outNo', '=', outNo)
    .where('channelId', 'is not', null)
    .where('status', '=', authHoldStatus.held)
    .execute()

/** Whether the provider of an authorisation was asked for something of it and has not answered. */
export async function hasOpenStep(ctx: Pick<Context, 'query'>, outNo: string): Promise<boolean> {
  const rows = await ctx.query(
    `select from deposit_hold h join payment p on p.merchant_id = h.merchant_id and p.hold_id = h.id
      where h.out_no = $1 and p.hold_step <> 'freeze' and p.status = ${paymentStatus.processing} limit 1`,
    [outNo],
  )
  return rows.length > 0
}

/** Whether a capture of a hold has no answer yet. */
export async function hasOpenCapture(ctx: Pick<Context, 'query'>, holdId: string): Promise<boolean> {
  const rows = await ctx.query('select from deposit_deduction where hold_id = $1 and result is null limit 1', [holdId])
  return rows.length > 0
}

/** What of an order's debt captures without an answer are to pay, fen. */
export async function undecided(ctx: Pick<Context, 'query'>, orderId: string): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    'select coalesce(sum(amount_fen), 0)::bigint as fen from deposit_deduction where order_id = $1 and result is null',
    [orderId],
  )
  return row!.fen
}

/** When the first of the authorisations of a deposit ends that still stand; null where none does. */
export async function firstExpiry(db: Db, depositId: string): Promise<number | null> {
  const row = await db
    .selectFrom('depositHold')
    .select((e) => e.fn.min('expireAt').as('at'))
    .where('depositId', '=', depositId)
    .where('status', '=', authHoldStatus.held)
    .executeTakeFirstOrThrow()
  return row.at
}
