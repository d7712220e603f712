import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { standingClaim } from '@cheyi/domain/money/claim/claim'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { account } from '@cheyi/domain/money/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { damagePayable, damageSteps, damageTotal, isAssessing } from '@cheyi/domain/rental/damage/claim'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import { cacheDamage, lockOrder, type OrderRow, readOrder } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, newId } from '../../kernel/context.ts'
import { claimMoney, claimOf, claimsOf, expectedFen, netCollectedOf, openClaims } from '../../money/claim/actions.ts'
import { openClaim, waiveClaim } from '../../money/claim/steps/actions.ts'
import { deductClaim, keepForCases } from '../../money/deposit/actions.ts'
import { refreshSettlement } from '../../money/payment/actions.ts'
import { creditExcessOf } from '../company/actions.ts'
import { payBackClaim } from './pay-back.ts'
import { type Facts, note, registerDamage } from './register.ts'
import { costsOf, nameOf, subjectOf } from './row.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.damage.save>

/**
 * Registers or changes a case of damage, sets what the customer owes of it (J11), deducts that from the rental deposit, or
 * withdraws the case (J20): everything that the input requests, in this order and in one transaction.
 * @throws Refusal orderStatusRefuses (2001), damagePhotoMissing (8101), damageAmountZero (8102), damageClosed (8103),
 *   amountWrong (4002), beyondDeposit (4006), approvalNeeded (1036), stale (-5), forbidden (-3) to deduct without the
 *   permission
 */
export const save: HandlerOf<'damage', 'save'> = async (input, ctx) => {
  if (input.deduct !== undefined) ctx.require('deposit.deduct')
  const order = await lockOrder(ctx, input.orderId)
  advance(orderSteps, 'damage', order.status)
  const known = input.id === undefined ? undefined : await requireCaseAtVersion(ctx, order, input.id, input.version)
  if (input.close !== undefined) {
    if (known === undefined) throw badInput('id', '请选择要关闭的车损单')
    return answer(ctx, order.id, await close(ctx, order, known, input.close.reason), null)
  }
  const facts = factsOf(input)
  if (facts === undefined && known === undefined) throw badInput('parts', '请选择损伤部位')
  let row = known
  if (facts !== undefined) row = await registerDamage(ctx, order, facts, { known, vehicleId: input.vehicleId })
  if (input.assess) row = await assess(ctx, order, row!)
  await refreshOrder(ctx, order.id)
  const result = input.deduct === undefined ? null : await deduct(ctx, order.id, row!, input.deduct)
  return answer(ctx, order.id, row!, result)
}

async function requireCaseAtVersion(
  ctx: Context,
  order: OrderRow,
  id: string,
  version?: number,
): Promise<store.DamageRow> {
  const row = await store.byId(ctx.db, id)
  if (row === undefined || row.orderId !== order.id) throw new Refusal('notFound', { field: 'id' })
  if (version !== undefined && version !== row.version) throw new Refusal('stale')
  return row
}

/** The facts of a case; undefined where the input omits them. */
function factsOf(input: Input): Facts | undefined {
  const { parts, worth, liability, photoIds } = input
  if (parts === undefined && worth === undefined && liability === undefined && photoIds === undefined) return undefined
  if (liability === undefined) throw badInput('liability', '请选择责任')
  const facts = {
    parts: parts ?? [],
    worth: worth ?? 0,
    downtimeDays: input.downtimeDays ?? 0,
    downtimeFee: input.downtimeFee ?? 0,
    depreciationFee: input.depreciationFee ?? 0,
    otherFee: input.otherFee ?? 0,
    covered: input.insuranceCovered ?? 0,
    liability,
    photoIds: photoIds ?? [],
    remark: input.remark ?? '',
  }
  if (facts.parts.length === 0 && facts.worth === 0) throw badInput('parts', '请选择损伤部位')
  if (facts.parts.some(({ part }) => partName(part) === '')) throw badInput('parts', '损伤部位不在车身图上')
  if (facts.photoIds.length === 0) throw new Refusal('damagePhotoMissing', { field: 'photoIds' })
  const total = damageTotal(facts)
  if (total === 0) throw new Refusal('damageAmountZero', { field: 'parts' })
  if (facts.covered > total) throw badInput('insuranceCovered', '保险及第三方承担不能超过损失合计')
  return facts
}

/** From now on the customer owes the claim (J11). */
async function assess(ctx: Context, order: OrderRow, row: store.DamageRow): Promise<store.DamageRow> {
  const payableFen = damagePayable(costsOf(row))
  const status = advance(damageSteps, 'assess', row.status, { payable: payableFen })
  const assessed = await store.update(ctx.db, row, { status })
  const claim = { kind: 'damage', id: row.id, subject: subjectOf(row), note: row.remark } as const
  await openClaim(ctx, order.id, { ...claim, payableFen, credited: account.damageIncome })
  note(ctx, order, 'assessDamage', assessed, { amount: payableFen, reason: nameOf(row) })
  return assessed
}

/** Withdraws a case (J20): its collected amount is refunded. */
async function close(ctx: Context, order: OrderRow, row: store.DamageRow, reason: string): Promise<store.DamageRow> {
  const status = advance(damageSteps, 'close', row.status)
  const [claims, money] = await Promise.all([claimsOf(ctx, [row.id]), claimMoney(ctx, order.id)])
  const left = standingClaim(claimOf(claims[0]!))
  const own = netCollectedOf(claims, money.collected)(row.id)
  // A payment to the customer needs its own permission.
  if (own > 0) ctx.require('damage.refund')
  const closed = await store.update(ctx.db, row, {
    status,
    closeReason: reason,
    closedAt: ctx.now,
  })
  await waiveClaim(ctx, order, row.id)
  await refreshOrder(ctx, order.id)
  if (own > 0) await payBackClaim(ctx, order, row.id, { fen: own, refundId: await newId(ctx), by: null })
  note(ctx, order, 'closeDamage', closed, { amount: left, reason })
  return closed
}

/**
 * Refreshes the expected damage, debt and settlement of an order after a change of its cases; a deposit whose release has
 * started is retained for them.
 */
async function refreshOrder(ctx: Context, orderId: string): Promise<void> {
  await cacheDamage(ctx.db, orderId, await expectedFen(ctx, orderId))
  await refreshSettlement(ctx, orderId)
  await keepForCases(ctx, await lockOrder(ctx, orderId))
}

async function deduct(
  ctx: Context,
  orderId: string,
  row: store.DamageRow,
  { payMode, amount, slipNo }: NonNullable<Input['deduct']>,
) {
  if (isAssessing(row.status)) throw badInput('deduct', '请先定损，再扣款')
  advance(damageSteps, 'deduct', row.status)
  const order = await lockOrder(ctx, orderId)
  const due = (await openClaims(ctx, orderId, dueFen(order))).find(({ id }) => id === row.id)?.due ?? 0
  if (amount > due) throw new Refusal('amountWrong', { field: 'deduct', owed: due })
  return deductClaim(ctx, order, { kind: 'damage', id: row.id, name: nameOf(row), amount, mode: payMode, slipNo })
}

async function answer(ctx: Context, orderId: string, { id }: store.DamageRow, result: 1 | 2 | 3 | null) {
  const order = await readOrder(ctx, orderId)
  const row = (await store.byId(ctx.db, id))!
  const due = (await openClaims(ctx, orderId, dueFen(order))).find((claim) => claim.id === id)?.due ?? 0
  return { id, status: row.status, deductResult: result, due, overCredit: await creditExcessOf(ctx, order) }
}
