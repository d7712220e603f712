import { advance } from '@cheyi/domain/advance'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatMoney } from '@cheyi/domain/money'
import { deductResult, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { splitLines } from '@cheyi/domain/money/deposit/deduct'
import {
  platformDeductStateOf,
  platformDeductSteps,
  platformTakenFen,
  statedAnswers,
} from '@cheyi/domain/money/deposit/platform-deduct'
import { payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { deductionEntry } from '@cheyi/domain/money/payment/ledger'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { lockOrder, logOrder, notifyCustomer, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { post, refreshSettlement } from '../payment/actions.ts'
import type { Cause } from './funds.ts'
import * as store from './store.ts'

/*
 * 平台扣款: deductions from deposits that the selling platform holds. The customer owes less only by what the platform confirms (J16);
 * its statement later settles the same sum (J23).
 */

/** Records a request to the platform; its message goes out with the commit. `row` is under its lock. */
export async function requestOfPlatform(
  ctx: Context,
  row: store.DepositRow,
  { id, fen, lines, reason, photoIds }: Cause & { readonly id: string; readonly fen: number },
): Promise<store.DepositRow> {
  await store.insertDeduction(ctx.db, {
    id,
    orderId: row.orderId,
    depositId: row.id,
    amountFen: fen,
    askedFen: fen,
    lines,
    mode: payMode.platformDeduct,
    payWay: payWay.platform,
    reason,
    photoIds: [...photoIds],
    result: null,
  })
  return store.update(ctx, row, { platformAskedFen: row.platformAskedFen + fen })
}

/** The requests of an order to its platform, oldest first. */
export const platformDeductions = (ctx: Context, orderId: string) => store.platformDeductions(ctx, orderId)

/**
 * The platform says what it takes of a request; a repeat of the same answer changes nothing. Takes the lock of the order.
 * @throws Refusal notFound (-4), openStatusRefuses (9208) for another answer than the first, amountWrong (4002) beyond the request
 */
export async function platformAnswers(
  ctx: Context,
  orderId: string,
  {
    deductionId,
    takenFen,
    answer,
  }: { readonly deductionId: string; readonly takenFen: number; readonly answer: string },
): Promise<store.PlatformDeduction> {
  const order = await lockOrder(ctx, orderId)
  const request = requireFound((await store.platformDeductions(ctx, orderId)).find(({ id }) => id === deductionId))
  if (request.result !== null && platformTakenFen(request) === takenFen) return request
  const state = advance(platformDeductSteps, 'answer', platformDeductStateOf(request), {
    askedFen: request.askedFen,
    takenFen,
  })
  await settle(ctx, order, request, { takenFen, answer })
  ctx.audit({ targetType: 'order', targetId: orderId, after: { platformDeduction: state, amount: takenFen } })
  return requireFound((await store.platformDeductions(ctx, orderId)).find(({ id }) => id === deductionId))
}

/**
 * What a statement of the platform says that it took of the deposits of an order, in all: open requests are answered by what was not
 * confirmed before. Takes the lock of the order if there are open requests.
 */
export async function platformStates(ctx: Context, orderId: string, statedFen: number): Promise<void> {
  const open = (rows: readonly store.PlatformDeduction[]) => rows.filter(({ result }) => result === null)
  if (open(await store.platformDeductions(ctx, orderId)).length === 0) return
  await lockOrder(ctx, orderId)
  const rows = await store.platformDeductions(ctx, orderId)
  const known = rows.reduce((sum, row) => sum + platformTakenFen(row), 0)
  for (const { request, takenFen } of statedAnswers(open(rows), statedFen - known))
    await platformAnswers(ctx, orderId, { deductionId: request.id, takenFen, answer: '平台对账单' })
}

async function settle(
  ctx: Context,
  order: OrderRow,
  request: store.PlatformDeduction,
  { takenFen, answer }: { readonly takenFen: number; readonly answer: string },
): Promise<void> {
  const row = (await store.lockRows(ctx, order.id)).find(({ id }) => id === request.depositId)!
  const name = depositKinds.text(row.kind)
  await store.answerDeduction(ctx, request.id, {
    result: takenFen === 0 ? deductResult.failed : deductResult.succeeded,
    answer,
    ...(takenFen > 0 && { amountFen: takenFen, lines: splitLines(request.lines, [takenFen])[0]! }),
  })
  store.update(ctx, row, {
    platformAskedFen: row.platformAskedFen - request.askedFen,
    platformTakenFen: row.platformTakenFen + takenFen,
  })
  if (takenFen > 0) {
    await post(ctx, order.id, deductionEntry(request.id, row.kind, payWay.platform, takenFen))
    await refreshSettlement(ctx, order.id)
    await notifyCustomer(ctx, order, 'depositDeducted', {
      ref: request.id,
      deposit: name,
      amount: takenFen,
      reason: request.reason,
    })
  }
  logOrder(
    ctx,
    { ...order, status: null },
    { action: 'deduct', detail: { amount: takenFen, note: `平台答复${answer === '' ? '' : `：${answer}`}` } },
  )
  if (takenFen === request.askedFen) return
  notify(ctx, {
    type: notifyType.deposit,
    level: notifyLevel.important,
    ref: `deposit-deduction/${request.id}`,
    once: true,
    title: `平台未足额扣款 ${order.orderNo}`,
    body: `${name}申请${formatMoney(request.askedFen)}，平台扣${formatMoney(takenFen)}，其余请向客户收取`,
    link: screen(`${profileOf(order.orderKind).feature}.detail`, { orderId: order.id }),
    to: { key: 'deposit.deduct', storeIds: [order.storeId] },
  })
}
