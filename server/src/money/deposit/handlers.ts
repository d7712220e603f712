import { contract } from '@cheyi/contract/index'
import { violationReleaseAt } from '@cheyi/domain/booking/order/timers'
import { type DepositKind, depositKind, waiveType } from '@cheyi/domain/money/deposit/codes'
import { platformDeductStateOf, platformFreeFen } from '@cheyi/domain/money/deposit/platform-deduct'
import { isInHand, isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { type OrderRow, readOrder } from '../../booking/order/actions.ts'
import { implement } from '../../kernel/context.ts'
import { viewsOf } from '../../platform/media/actions.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { agree, agreeLong } from './agree.ts'
import { payDeposit } from './ask/pay-online.ts'
import { convert } from './convert.ts'
import { chargesOf, deduct } from './deduct.ts'
import { fundsOf, modesOf } from './funds.ts'
import * as holds from './hold-store.ts'
import { release, retry, withdraw } from './release.ts'
import * as store from './store.ts'
import { laterOf, offeredTerms, requireAmounts, termsOf } from './terms.ts'
import { withHolds } from './view.ts'
import { withdrawWaiver } from './waiver.ts'

/** The time until which a deposit is needed: an expired authorization cannot be captured. */
const lastNeededAt = ({ returnAt, depositPolicySnapshot }: OrderRow, kind: DepositKind): number =>
  kind === depositKind.violation ? violationReleaseAt(returnAt, depositPolicySnapshot.holdDays) : returnAt

/** The amount by which the current terms exceed a held deposit, fen: the terms changed after it was collected. */
const shortFen = ({ depositPolicySnapshot: { rows } }: OrderRow, row: store.DepositRow): number =>
  isInHand(row.holdStatus) ? Math.max(0, (rows.find(({ kind }) => kind === row.kind)?.amount ?? 0) - row.amountFen) : 0

/** Of a deposit that its platform holds, the amounts are there. */
const platformAmounts = (row: store.DepositRow) =>
  row.waiveType === waiveType.platformHeld
    ? { held: row.amountFen, captured: row.platformTakenFen, available: platformFreeFen(row) }
    : {}

export const deposit = implement(contract.deposit, {
  async policy(input, ctx) {
    if (input.orderId === undefined) inSight(ctx, input.storeId!)
    const [terms, payTerms] = await Promise.all([termsOf(ctx, input), payTermsOf(ctx, input.storeId)])
    const { modes, waiveTypes } = offeredTerms(terms, payTerms)
    return { ...terms, rows: [...requireAmounts(terms).rows], modes, waiveTypes }
  },

  async forPickup({ orderId }, ctx) {
    const asked = readOrder(ctx, orderId)
    const [order, rows, held, payTerms] = await Promise.all([
      asked,
      store.rows(ctx, orderId),
      holds.ofOrder(ctx.db, orderId),
      asked.then(({ storeId }) => payTermsOf(ctx, storeId)),
    ])
    requireAmounts({ rows })
    const laterAt = await laterOf(ctx, order, rows)
    const ways = offeredTerms(order.depositPolicySnapshot, payTerms)
    return {
      depositStatus: order.depositStatus,
      depositPayStatus: order.depositPayStatus,
      rows: rows.map((row) => ({
        ...withHolds(row, laterAt(row), held),
        neededUntil: lastNeededAt(order, row.kind),
        due: isUnpaidDeposit(row.payStatus) && laterAt(row) === null ? row.amountFen : 0,
        short: shortFen(order, row),
        // Only a provider creates links, and this call uses none.
        link: null,
      })),
      ...ways,
      payWays: [...payTerms.ways],
      warnings: ways.modes.length === 0 ? ['商户未开通可用的押金收取方式'] : [],
    }
  },

  pay: payDeposit,
  agree,
  agreeLong,
  withdrawWaiver,
  convert,

  async detail({ orderId }, ctx) {
    const order = await readOrder(ctx, orderId)
    const [rows, held, charges, deductions] = await Promise.all([
      store.rows(ctx, orderId),
      holds.ofOrder(ctx.db, orderId),
      chargesOf(ctx, order),
      store.deductions(ctx.db, orderId),
    ])
    const photosOf = await viewsOf(ctx, deductions, (row) => row.photoIds)
    const funds = await Promise.all(rows.map((row) => fundsOf(ctx, row)))
    const laterAt = await laterOf(ctx, order, rows)
    return {
      rows: rows.map((row) => ({ ...withHolds(row, laterAt(row), held), ...platformAmounts(row) })),
      charges,
      deductions: deductions.map((row) => ({
        ...row,
        amount: row.amountFen,
        refunded: row.refundedFen,
        asked: row.askedFen,
        state: row.askedFen === null ? null : platformDeductStateOf({ ...row, askedFen: row.askedFen }),
        photos: photosOf(row),
        at: row.createdAt,
        operatorName: row.operatorName ?? '系统',
      })),
      modes: [...new Set(funds.flatMap(modesOf))],
    }
  },

  deduct,
  release,
  retry,
  withdraw,
})
