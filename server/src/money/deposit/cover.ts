import { type Cover, type CoverBy, coverStep } from '@cheyi/domain/money/deposit/change'
import { depositChange, depositMode, type WaiveType, waiveType } from '@cheyi/domain/money/deposit/codes'
import { advanceDeposit } from '@cheyi/domain/money/deposit/steps'
import { type PayWay, payWay } from '@cheyi/domain/money/payment/codes'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { closeTask } from '../../platform/todo/actions.ts'
import { type Funds, fundsOf } from './funds.ts'
import * as holds from './hold-store.ts'
import { releaseFormerCover } from './release.ts'
import * as store from './store.ts'

/** The new cover of a deposit, or of a part of it. */
interface Got {
  readonly fen: number
  readonly by: CoverBy
  readonly payWay: PayWay
  /** Only for an authorization. */
  readonly authNo?: string | null
  /** Only for a payment: its receipt and vouchers. */
  readonly paymentId?: string
  readonly voucherIds?: readonly string[]
}

/** The role of the new cover. */
export interface Change {
  readonly cover: Cover
  /** The new deposit amount, fen; null: unchanged. */
  readonly toFen: number | null
  /** The former cover, which is returned. */
  readonly before: Funds | null
}

/**
 * The former cover that is returned when another one replaces it. Read before the new cover is recorded. One query if authorizations
 * hold it.
 */
export const goesBack = async (ctx: Context, row: store.DepositRow, cover: Cover): Promise<Funds | null> =>
  cover === depositChange.instead ? fundsOf(ctx, row) : null

const modeBy = { paid: depositMode.offline, frozen: depositMode.online, credit: depositMode.waived } as const

const creditOf = (way: PayWay): WaiveType => (way === payWay.alipay ? waiveType.zhima : waiveType.wechatScore)

/**
 * Covers a deposit, raises its cover or replaces it. A replaced cover is queued for return in the same transaction, so that the deposit
 * is never without cover and never permanently covered twice. `order` and `row` are under their locks.
 */
export async function coverDeposit(
  ctx: Context,
  order: OrderRow,
  row: store.DepositRow,
  { fen, by, payWay: way, authNo = null, paymentId, voucherIds }: Got,
  { cover, toFen, before }: Change,
): Promise<store.DepositRow> {
  const funds = { ...row, heldFen: row.heldFen + fen }
  const { payStatus, holdStatus } = advanceDeposit(row, coverStep(cover, by), funds)
  const more = cover === depositChange.more
  const held = by !== 'paid' || row.expireAt !== null
  const changed = store.update(ctx, row, {
    payStatus,
    holdStatus,
    heldFen: funds.heldFen,
    ...(toFen === null ? {} : { amountFen: toFen }),
    ...(more ? {} : { mode: modeBy[by], waiveType: by === 'credit' ? creditOf(way) : null, authNo }),
    // A deposit collected by several methods has none.
    payWay: more && row.payWay !== way ? null : way,
    ...(held ? { expireAt: await holds.firstExpiry(ctx.db, row.id) } : {}),
    ...(voucherIds === undefined ? {} : { voucherIds: [...(more ? row.voucherIds : []), ...voucherIds] }),
  })
  closeTask(ctx, taskKind.ended, row.id)
  return before === null ? changed : releaseFormerCover(ctx, order, changed, before, paymentId)
}
