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
import { letGo } from './release.ts'
import * as store from './store.ts'

/** What covers a deposit, or a part of it, from now. */
interface Got {
  readonly fen: number
  readonly by: CoverBy
  readonly payWay: PayWay
  /** Of an authorisation. */
  readonly authNo?: string | null
  /** Of money: its receipt, and what proves it. */
  readonly paymentId?: string
  readonly voucherIds?: readonly string[]
}

/** What it is to the deposit. */
export interface Change {
  readonly cover: Cover
  /** What the deposit comes to, fen; null: what it was. */
  readonly toFen: number | null
  /** What goes back for it. */
  readonly before: Funds | null
}

/** What goes back once something else covers a deposit; asked before that is there. A query where it is held. */
export const goesBack = async (ctx: Context, row: store.DepositRow, cover: Cover): Promise<Funds | null> =>
  cover === depositChange.instead ? fundsOf(ctx, row) : null

const modeBy = { paid: depositMode.offline, frozen: depositMode.online, credit: depositMode.waived } as const

/** Which provider answers for its customer. */
const creditOf = (way: PayWay): WaiveType => (way === payWay.alipay ? waiveType.zhima : waiveType.wechatScore)

/**
 * A deposit is covered, by more, or by something else: then what covered it before goes on its way back in the same
 * transaction, so that it is never without cover nor covered twice for good. `order` and `row` are under their locks.
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
  const changed = await store.update(ctx, row, {
    payStatus,
    holdStatus,
    heldFen: funds.heldFen,
    ...(toFen === null ? {} : { amountFen: toFen }),
    ...(more ? {} : { mode: modeBy[by], waiveType: by === 'credit' ? creditOf(way) : null, authNo }),
    // One that came by several ways has none.
    payWay: more && row.payWay !== way ? null : way,
    ...(held ? { expireAt: await holds.firstExpiry(ctx.db, row.id) } : {}),
    ...(voucherIds === undefined ? {} : { voucherIds: [...(more ? row.voucherIds : []), ...voucherIds] }),
  })
  closeTask(ctx, taskKind.ended, row.id)
  return before === null ? changed : letGo(ctx, order, changed, before, paymentId)
}
