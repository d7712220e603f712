import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatAmount } from '@cheyi/domain/money'
import { coverStep } from '@cheyi/domain/money/deposit/change'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { convertFrom } from '@cheyi/domain/money/deposit/hold'
import { isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { advanceDeposit } from '@cheyi/domain/money/deposit/steps'
import { depositConversionEntry } from '@cheyi/domain/money/payment/ledger'
import { Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, newId, requireVersion } from '../../kernel/context.ts'
import { post, refreshSettlement } from '../payment/actions.ts'
import { fundsOf } from './funds.ts'
import * as holds from './hold-store.ts'
import { releasableFen } from './release.ts'
import * as store from './store.ts'
import { requireAmounts } from './terms.ts'
import { depositView } from './view.ts'

/**
 * Converts a part of the rental deposit into the violation deposit (转违章押金) after the return: the amount of that deposit, limited to what
 * no debt retains.
 * @throws Refusal orderStatusRefuses (2001), depositRuleMissing (4007), stale (-5), depositTaken (4003) when there is a violation
 * deposit, beyondDeposit (4006) when nothing of the rental one is left
 */
export const convert: HandlerOf<'deposit', 'convert'> = async ({ orderId, version }, ctx) => {
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'convertDeposit', order.status)
  const { rows } = requireAmounts({ rows: await store.lockRows(ctx, orderId) })
  const of = (kind: number) => rows.find((row) => row.kind === kind)
  if (!isUnpaidDeposit(of(depositKind.violation)?.payStatus ?? -1)) throw new Refusal('depositTaken')
  requireVersion(version, of(depositKind.rental)?.version ?? version ?? 0)
  const fen = await convertHeld(ctx, order)
  if (fen === 0) throw new Refusal('beyondDeposit', { n: formatAmount(0) })
  await refreshSettlement(ctx, orderId)
  return { rows: (await store.rows(ctx, orderId)).map(depositView) }
}

/**
 * As {@link convert}: paid-in money moves in the ledger (J13c); an authorization moves as a whole, or in part if it can be released in
 * parts. `order` is under its lock and has its current debt; the caller refreshes its money columns.
 * @returns the converted amount, fen; 0 when there is a violation deposit, or nothing to convert
 */
export async function convertHeld(ctx: Context, order: OrderRow): Promise<number> {
  const rows = await store.lockRows(ctx, order.id)
  const rental = rows.find((row) => row.kind === depositKind.rental)
  const violation = rows.find((row) => row.kind === depositKind.violation)
  if (rental === undefined || violation === undefined || !isUnpaidDeposit(violation.payStatus)) return 0
  const wanted = Math.min(violation.amountFen, releasableFen(order, rows, rental))
  const funds = await fundsOf(ctx, rental)
  const paidFen = Math.min(funds.paidFen, wanted)
  const parts = convertFrom(funds.holds, wanted - paidFen)
  const fen = parts.reduce((sum, part) => sum + part.fen, paidFen)
  if (fen === 0) return 0

  await post(ctx, order.id, depositConversionEntry(await newId(ctx), paidFen))
  for (const part of parts) await holds.moveTo(ctx, part.hold, violation.id, part.fen)
  const left = { ...rental, heldFen: rental.heldFen - fen, movedFen: rental.movedFen + fen }
  const gone = advanceDeposit(rental, 'convert', left)
  store.update(ctx, rental, {
    holdStatus: gone.holdStatus,
    heldFen: left.heldFen,
    movedFen: left.movedFen,
    expireAt: await holds.firstExpiry(ctx.db, rental.id),
  })
  const by = paidFen > 0 ? 'paid' : parts.some(({ hold }) => hold.credit) ? 'credit' : 'frozen'
  const there = advanceDeposit(violation, coverStep('first', by), { ...violation, heldFen: violation.heldFen + fen })
  const { mode, payWay, authNo } = rental
  store.update(ctx, violation, {
    ...there,
    // The amount is lowered to the converted part; a remainder can be collected as a raise.
    amountFen: fen,
    heldFen: violation.heldFen + fen,
    mode,
    payWay,
    authNo,
    waiveType: by === 'credit' ? rental.waiveType : null,
    expireAt: await holds.firstExpiry(ctx.db, violation.id),
  })
  store.cacheOnOrder(ctx, order.id, await store.rows(ctx, order.id))
  logOrder(ctx, order, { action: 'convertDeposit', detail: { amount: fen } })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { convertDeposit: depositKind.violation, amount: fen } })
  return fen
}
