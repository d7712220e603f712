import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { orderSteps, wasPickedUp, wasReturned } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { expenseCode, expenseCodes, expenseSettle, expenseStatus } from '@cheyi/domain/money/expense/codes'
import type { AutoExpense } from '@cheyi/domain/money/expense/item'
import { isLowered, manualExpenseCodes } from '@cheyi/domain/money/expense/lower'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { lockOrder, logOrder, type OrderRow } from '../../booking/order/actions.ts'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { linkMedia, unlinkMedia } from '../../platform/media/actions.ts'
import { refuseSuspended } from '../../platform/merchant/actions.ts'
import { handovers } from '../payment/actions.ts'
import * as store from './store.ts'
import { expenseViews } from './view.ts'

type Input = ParsedOf<typeof contract.expense.saveAll>
type Item = Input['items'][number]

/**
 * Replaces the charges of an unconfirmed handover. Computed charges of a return are stored only when they were lowered; otherwise every
 * read computes them.
 * @throws Refusal expenseSettled (5201) after the handover, orderStatusRefuses (2001), autoFeeNeedsReason (5202), stale (-5) when
 * another account replaced an unchanged item, forbidden (-3) to lower a charge, or to charge damage, without the permission
 */
export const saveAll: HandlerOf<'expense', 'saveAll'> = async (input, ctx) => {
  const { orderId, type } = input
  ctx.require(type === handoverType.pickup ? 'order.pickup' : 'order.return')
  if (type === handoverType.pickup) refuseSuspended(ctx)
  const order = await lockOrder(ctx, orderId)
  refuseSettled(order, input.type)
  const standing = await store.live(ctx.db, orderId, type)
  const kept = standing.filter(({ markId }) => markId === null)
  const ids = new Set(kept.map((row) => row.id))
  const ofMarks = standing.filter(({ markId }) => markId !== null)
  const items = input.items.filter(({ id }) => !ofMarks.some((row) => row.id === id))
  if (items.some((item) => item.id !== undefined && !ids.has(item.id))) throw new Refusal('stale')

  const computed = type === handoverType.return ? await handovers.computedCharges(ctx, order) : []
  const rows = rowsOf({ ...input, items }, computed)
  if (rows.some((row) => row.code === expenseCode.damage && !kept.some((one) => sameDamage(one, row))))
    ctx.require('damage.create')
  // A reduction by an account with the permission stays when another account adds a charge.
  const lowered = rows.filter((row) => row.auto && !kept.some((one) => sameReduction(one, row)))
  const loweredBy = lowered.reduce((sum, row) => sum + (row.autoAmountFen ?? row.amountFen) - row.amountFen, 0)
  if (loweredBy > 0) {
    ctx.require('order.discount')
    const reason = lowered.map((row) => row.remark).join('；')
    logOrder(ctx, order, { action: 'addReturnExpense', detail: { amount: -loweredBy, reason } })
  }
  await store.voidRows(ctx.db, [...ids])
  const saved = await store.insert(ctx, rows)
  await nameFiles(ctx, orderId, kept, saved)
  ctx.audit({ targetType: 'order', targetId: orderId, after: { expenses: rows.length, loweredBy } })
  return expenseViews(ctx, order, [...ofMarks, ...saved])
}

function refuseSettled(order: OrderRow, type: Input['type']): void {
  const pickup = type === handoverType.pickup
  if (pickup ? wasPickedUp(order.status) : wasReturned(order.status)) throw new Refusal('expenseSettled')
  advance(orderSteps, pickup ? 'addPickupExpense' : 'addReturnExpense', order.status)
}

const sameDamage = (kept: store.ExpenseRow, row: Row): boolean =>
  kept.code === row.code && kept.amountFen === row.amountFen

const sameReduction = (kept: store.ExpenseRow, row: Row): boolean =>
  kept.auto &&
  kept.code === row.code &&
  kept.amountFen === row.amountFen &&
  kept.autoAmountFen === row.autoAmountFen &&
  kept.remark === row.remark

type Row = store.NewExpense & { readonly auto: boolean; readonly remark: string }

function rowsOf({ orderId, type, items }: Input, computed: readonly AutoExpense[]): Row[] {
  const open = new Map(computed.map((charge) => [charge.code, charge]))
  return items.flatMap((item, i) => {
    const charge = computed.find((one) => one.code === item.code)
    if (charge === undefined) {
      if (!manualExpenseCodes.includes(item.code)) throw badInput(`items.${i}.code`, notByHand(item.code, type))
      return [manualRow(orderId, type, item)]
    }
    if (!open.delete(charge.code)) throw badInput('items', `${charge.name}由系统计算，不能重复添加`)
    return isLowered(charge.amount, item.amount, item.remark ?? '') ? [loweredRow(orderId, type, item, charge)] : []
  })
}

/** A computed charge cannot be entered: the system charges it when it is due. */
const notByHand = (code: Item['code'], type: HandoverType): string =>
  type === handoverType.pickup
    ? `${expenseCodes.text(code)}在还车时由系统计算，不能手工添加`
    : `${expenseCodes.text(code)}由系统计算，目前没有此项费用，不能手工添加`

const loweredRow = (
  orderId: string,
  type: HandoverType,
  item: Item,
  { unitPrice, amount, ...charge }: AutoExpense,
): Row => ({
  ...charge,
  orderId,
  type,
  unitPriceFen: unitPrice,
  amountFen: item.amount,
  auto: true,
  autoAmountFen: amount,
  remark: item.remark ?? '',
  photoIds: [...(item.photoIds ?? [])],
  settle: item.settle ?? expenseSettle.offline,
  status: item.amount === 0 ? expenseStatus.waived : expenseStatus.due,
})

function manualRow(orderId: string, type: HandoverType, item: Item): Row {
  const qty = item.qty ?? 1
  const unitPrice = item.unitPrice ?? Math.round(item.amount / qty)
  if (item.unitPrice !== undefined && Math.round(qty * unitPrice) !== item.amount)
    throw badInput('amount', '费用金额与数量、单价不符')
  if (item.code === expenseCode.other && !item.name && !item.remark) throw badInput('remark', '请填写费用说明')
  return {
    orderId,
    type,
    code: item.code,
    name: item.name || expenseCodes.text(item.code),
    qty,
    unitPriceFen: unitPrice,
    amountFen: item.amount,
    auto: false,
    formula: qty === 1 ? '' : `${qty} × ${formatMoney(unitPrice)}`,
    remark: item.remark ?? '',
    photoIds: [...(item.photoIds ?? [])],
    settle: item.settle ?? expenseSettle.offline,
  }
}

/** Photos are linked to the order, because saving a charge creates a new row; unreferenced ones are unlinked. */
async function nameFiles(
  ctx: Context,
  orderId: string,
  before: readonly store.ExpenseRow[],
  after: readonly store.ExpenseRow[],
): Promise<void> {
  const owner = { biz: 'expense', bizId: orderId } as const
  const named = new Set(after.flatMap((row) => row.photoIds))
  await linkMedia(ctx, [...named], { ...owner, orderId })
  const dropped = before.flatMap((row) => row.photoIds).filter((id) => !named.has(id))
  await unlinkMedia(ctx, dropped, owner)
}
