import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { formatMoney } from '@cheyi/domain/money'
import { taxIn } from '@cheyi/domain/money/bookkeeping/tax'
import { invoiceable, invoiceKind, invoiceSteps, needsTaxNo } from '@cheyi/domain/money/invoice/invoice'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { lockOrder } from '../../booking/order/actions.ts'
import { type Context, newId, requireFound } from '../../kernel/context.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { lockThing } from '../../platform/session/actions.ts'
import { taxOfRent } from '../bookkeeping/actions.ts'
import * as store from './store.ts'

type Input<K extends keyof typeof contract.invoice> = ParsedOf<(typeof contract.invoice)[K]>

/**
 * Registers a requested invoice, up to what its orders paid and other invoices do not cover.
 * @throws Refusal orderNotFound (2002), notFound (-4) for a receipt that paid none of the orders, badInput (-2) naming the order that
 * paid less
 */
export async function save(input: Input<'save'>, ctx: Context) {
  const { title, taxNo = '', note = '', receiptId = null, orders, kind = invoiceKind.usual } = input
  if (needsTaxNo(kind) && taxNo === '') throw badInput('taxNo', '专用发票须填写税号')
  const ids = orders.map(({ orderId }) => orderId).toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  if (new Set(ids).size < ids.length) throw badInput('orders', '订单重复')
  // The locks serialize two invoices for the same money.
  for (const orderId of ids) await lockOrder(ctx, orderId)
  if (receiptId !== null) {
    const paid = await store.ordersOfReceipt(ctx, receiptId)
    if (!ids.some((orderId) => paid.includes(orderId))) throw new Refusal('notFound', { field: 'receiptId' })
  }
  const facts = await store.invoicedOrders(ctx, ids)
  for (const { orderId, amount } of orders) {
    const order = facts.find((one) => one.orderId === orderId)!
    const left = invoiceable(order)
    if (amount > left) throw badInput('orders', `订单${order.orderNo}最多可开票${formatMoney(left)}`)
  }
  const id = await newId(ctx)
  const amountFen = orders.reduce((sum, { amount }) => sum + amount, 0)
  const { rateBp } = await taxOfRent(ctx)
  const { buyerAddress = '', buyerPhone = '', buyerBank = '', buyerAccount = '' } = input
  await store.insert(ctx.db, {
    id,
    kind,
    title,
    taxNo,
    note,
    receiptId,
    amountFen,
    rateBp,
    taxFen: taxIn(amountFen, rateBp),
    buyerAddress,
    buyerPhone,
    buyerBank,
    buyerAccount,
  })
  await store.insertParts(
    ctx.db,
    orders.map(({ orderId, amount }) => ({ invoiceId: id, orderId, amountFen: amount })),
  )
  ctx.audit({ targetType: 'invoice', targetId: id, after: { title, amount: amountFen } })
  return { id }
}

/**
 * Records the number, date and file of the issued invoice. If money was refunded since the request, its red invoice is due at once.
 * @throws Refusal notFound (-4), stale (-5) when it is no longer pending, badInput (-2) for a number that is already used
 */
export async function issue({ id, number, issuedOn, fileIds = [] }: Input<'issue'>, ctx: Context) {
  const row = requireFound(await lockedWithOrders(ctx, id))
  const status = advance(invoiceSteps, 'issue', row.status)
  await refuseNumber(ctx, 'number', number)
  refuseAhead(ctx, issuedOn)
  await linkMedia(ctx, fileIds, { biz: 'voucher', bizId: id })
  await store.update(ctx, id, { status, number, issuedOn, fileIds: [...fileIds] })
  await store.judge(ctx, await orderIdsOf(ctx, id))
  ctx.audit({ targetType: 'invoice', targetId: id, after: { status, number } })
  const { redDue } = requireFound(await store.byId(ctx, id))
  return { status, redDue }
}

/** Withdraws a pending request. @throws Refusal notFound (-4), stale (-5) */
export async function withdraw({ id }: Input<'withdraw'>, ctx: Context) {
  const row = requireFound(await lockedWithOrders(ctx, id))
  const status = advance(invoiceSteps, 'withdraw', row.status)
  await store.update(ctx, id, { status })
  ctx.audit({ targetType: 'invoice', targetId: id, after: { status } })
  return { status }
}

/** Records the red invoice, which reverses the whole invoice; a remaining amount is registered as a new one. @throws as {@link issue} */
export async function reverse({ id, number, issuedOn, confirmNo = '', fileIds = [] }: Input<'reverse'>, ctx: Context) {
  const row = requireFound(await lockedWithOrders(ctx, id))
  const status = advance(invoiceSteps, 'reverse', row.status)
  await refuseNumber(ctx, 'number', number)
  refuseAhead(ctx, issuedOn)
  if (row.issuedOn !== null && issuedOn < row.issuedOn) throw badInput('issuedOn', '红冲日期不能早于开票日期')
  await linkMedia(ctx, fileIds, { biz: 'voucher', bizId: id })
  const red = {
    redNumber: number,
    redOn: issuedOn,
    redConfirmNo: confirmNo,
    redFileIds: [...fileIds],
    redDue: false,
  }
  await store.update(ctx, id, { status, ...red })
  await store.judge(ctx, await orderIdsOf(ctx, id))
  ctx.audit({ targetType: 'invoice', targetId: id, after: { status, number } })
  return { status }
}

/** Locks its orders first, by id, so that their paid amounts cannot change during the check. */
async function lockedWithOrders(ctx: Context, id: string): Promise<store.InvoiceRow | undefined> {
  for (const orderId of await orderIdsOf(ctx, id)) await lockOrder(ctx, orderId)
  return store.lock(ctx.db, id)
}

const orderIdsOf = async (ctx: Context, id: string): Promise<string[]> =>
  (await store.parts(ctx, id)).map(({ orderId }) => orderId).toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))

async function refuseNumber(ctx: Context, field: string, number: string): Promise<void> {
  await lockThing(ctx.query, `invoice/${ctx.merchantId}/${number}`)
  if (await store.numberTaken(ctx, number)) throw badInput(field, '该发票号码已登记')
}

function refuseAhead(ctx: Context, day: string): void {
  if (day > localDate(ctx.now)) throw badInput('issuedOn', '日期不能晚于今天')
}
