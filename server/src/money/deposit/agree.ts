import { advance } from '@cheyi/domain/advance'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { MAX_DEPOSIT } from '@cheyi/domain/pricing/terms/check'
import { Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, updateOrder } from '../../booking/order/actions.ts'
import type { HandlerOf } from '../../kernel/context.ts'
import { newDeposits, rereadDeposits } from './actions.ts'
import * as store from './store.ts'
import { requireAmounts, termsOf } from './terms.ts'
import { depositView } from './view.ts'

/**
 * Adds deposits to an order that was booked without any, because its model had no policy: with the current amounts, or with those that
 * an account with the permission to waive agreed with the customer. Afterwards they are like all others.
 * @throws Refusal orderStatusRefuses (2001), stale (-5) when it has deposits, depositRuleMissing (4007), amountWrong (4002), forbidden
 * (-3) for amounts that differ from the policy
 */
export const agree: HandlerOf<'deposit', 'agree'> = async ({ orderId, rental, violation }, ctx) => {
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'collectDeposit', order.status)
  if ((await store.lockRows(ctx, orderId)).length > 0) throw new Refusal('stale')
  const today = await termsOf(ctx, { orderId })
  const asked =
    rental === undefined || violation === undefined
      ? requireAmounts(today).rows
      : [
          { kind: depositKind.rental, amount: rental },
          { kind: depositKind.violation, amount: violation },
        ]
  if (asked.some(({ amount }) => amount > MAX_DEPOSIT)) throw new Refusal('amountWrong')
  const ruled = asked.every(({ kind, amount }) => today.rows.find((row) => row.kind === kind)?.amount === amount)
  if (!ruled) ctx.require('deposit.waive')
  const { platform } = order.depositPolicySnapshot
  const terms = { ...today, rows: asked, ...(platform !== undefined && { platform }) }
  store.insert(ctx, orderId, newDeposits(terms))
  const rows = await store.rows(ctx, orderId)
  updateOrder(ctx, order, { depositPolicySnapshot: terms, ...store.labelsOf(rows) })
  logOrder(ctx, order, {
    action: 'agreeDeposit',
    detail: { amount: asked.reduce((sum, { amount }) => sum + amount, 0) },
  })
  const amountOf = (kind: number) => asked.find((row) => row.kind === kind)?.amount
  ctx.audit({
    targetType: 'order',
    targetId: orderId,
    after: { depositRentFen: amountOf(depositKind.rental), depositViolationFen: amountOf(depositKind.violation) },
  })
  return { rows: rows.map(depositView) }
}

/**
 * Changes the amount of an uncollected deposit of a long order: a higher amount needs the permission to collect, a lower one or 0 the
 * permission to waive.
 * @throws Refusal orderNotFound (2002) for a regular order, depositTaken (4003), orderStatusRefuses (2001), stale (-5), amountWrong
 * (4002), forbidden (-3)
 */
export const agreeLong: HandlerOf<'deposit', 'agreeLong'> = async ({ orderId, kind, amount, version }, ctx) => {
  const order = await lockOrder(ctx, orderId, version)
  if (profileOf(order.orderKind).billing !== 'instalments') throw new Refusal('orderNotFound')
  advance(orderSteps, 'collectDeposit', order.status)
  const before = (await store.lockRows(ctx, orderId)).find((row) => row.kind === kind)
  if (before === undefined || !isUnpaidDeposit(before.payStatus)) throw new Refusal('depositTaken')
  if (amount > MAX_DEPOSIT) throw new Refusal('amountWrong', { field: 'amount' })
  const ruled = order.depositPolicySnapshot.rows.find((row) => row.kind === kind)?.amount ?? before.amountFen
  if (amount < ruled) ctx.require('deposit.waive')
  await rereadDeposits(ctx, orderId, [{ kind, amount }])
  const rows = await store.rows(ctx, orderId)
  updateOrder(ctx, order, store.labelsOf(rows))
  logOrder(ctx, order, { action: 'agreeDeposit', detail: { amount } })
  const name = kind === depositKind.rental ? 'depositRentFen' : 'depositViolationFen'
  ctx.audit({
    targetType: 'order',
    targetId: orderId,
    before: { [name]: before.amountFen },
    after: { [name]: amount },
  })
  return { rows: rows.map(depositView) }
}
