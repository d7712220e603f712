import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { formatMoney } from '@cheyi/domain/money'
import { flowKind, supplementReason } from '@cheyi/domain/money/payment/codes'
import {
  type Entry,
  insuranceClaimEntry,
  insurancePaymentEntry,
  reversalEntry,
} from '@cheyi/domain/money/payment/ledger'
import { isWithdrawn } from '@cheyi/domain/money/supplement/supplement'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { isClosedDamage } from '@cheyi/domain/rental/damage/claim'
import { isOpenCase, isPaidCase, shareText, shareTotal } from '@cheyi/domain/rental/insurance/insurance-case'
import { lockOrder } from '../../booking/order/actions.ts'
import { insuranceCost } from '../../fleet/cost/actions.ts'
import { type Context, newId, requireFound } from '../../kernel/context.ts'
import { postCashShift, prove, releaseProofs } from '../../money/payment/actions.ts'
import { askSupplement } from '../../money/supplement/actions.ts'
import { creditExcessOf } from '../company/actions.ts'
import { advanceCase, lockCaseAtVersion, note, savedCase } from './step.ts'
import * as store from './store.ts'

/*
 * The insurer's money in the books (journal 24). It is income of no order, so that the figures of orders and 数据概览 stay those of rentals.
 * The same amounts lower the costs of the car on the same day: its repair is a cost there, and what it earns is equal to the books of rentals
 * less all of its costs, with the account 保险赔款 in full.
 */

type Calls = typeof contract.insurance

const post = (ctx: Context, { storeId }: store.CaseRow, entry: Entry, reversesTxnId?: string) =>
  postCashShift(ctx, entry, {
    storeId,
    shiftId: null,
    cashierId: ctx.accountId,
    kind: flowKind.insurance,
    ...(reversesTxnId && { reversesTxnId }),
  })

/** Makes `fen` what the insurer pays by the ledger and by the costs of the car. */
export async function book(ctx: Context, row: store.CaseRow, fen: number): Promise<{ readonly bookedFen: number }> {
  const more = fen - row.bookedFen
  if (more !== 0) {
    const changeId = await newId(ctx)
    await post(ctx, row, insuranceClaimEntry(changeId, more))
    await insuranceCost(ctx, { vehicleId: row.vehicleId, caseId: row.id, fen: -more, note: row.reportNo })
  }
  return { bookedFen: fen }
}

/**
 * Records money of the insurer. Where it is the last, the claim becomes what was received.
 * @throws Refusal notFound (-4), stale (-5), insuranceStatusRefuses (8201), badInput (-2) for a used proof, and without a reason for more
 * than what is left of the claim
 */
export async function receive(input: ParsedOf<Calls['receive']>, ctx: Context) {
  const { amount, last = false, slipNo = '', voucherIds, overReason } = input
  const row = await lockCaseAtVersion(ctx, input)
  const left = row.claimedFen - row.receivedFen
  if (amount > left && overReason === '')
    throw badInput('overReason', `到账比待赔付的${formatMoney(left)}多，请核对金额；确实多付的，请填写原因`)
  const receivedFen = row.receivedFen + amount
  const status = advanceCase(row, 'receive', { left: row.claimedFen - receivedFen, last })
  const receiptId = await newId(ctx)
  await store.insertReceipt(ctx, { id: receiptId, caseId: row.id, amountFen: amount, slipNo, voucherIds })
  await prove(ctx, { voucherIds, slipNo }, { recordId: receiptId })
  const isOver = isPaidCase(status)
  const booked = await book(ctx, row, isOver ? receivedFen : row.bookedFen)
  await post(ctx, row, insurancePaymentEntry(receiptId, amount))
  const after = await store.update(ctx, row, { status, receivedFen, ...booked, ...(isOver && { endedAt: ctx.now }) })
  await note(ctx, after, { amount, ...(amount > left && { reason: overReason }) })
  return { ...savedCase(after), receiptId }
}

/**
 * Takes back a receipt that was entered by mistake; the claim is open again.
 * @throws Refusal notFound (-4), also for one that was taken back; insuranceStatusRefuses (8201)
 */
export async function takeBack({ receiptId, reason }: ParsedOf<Calls['takeBack']>, ctx: Context) {
  const row = requireFound(await store.lock(ctx, requireFound(await store.caseOfReceipt(ctx, receiptId))))
  const receipt = requireFound(await store.standing(ctx, receiptId))
  const status = advanceCase(row, 'takeBack')
  await store.takeBack(ctx, receiptId, reason)
  await releaseProofs(ctx, receiptId)
  const entry = insurancePaymentEntry(receiptId, receipt.amountFen)
  await post(ctx, row, reversalEntry(entry), await store.txnOf(ctx, entry.idemKey))
  const booked = await book(ctx, row, row.claimedFen)
  const receivedFen = row.receivedFen - receipt.amountFen
  const after = await store.update(ctx, row, { status, receivedFen, ...booked, endedAt: null })
  await note(ctx, after, { amount: -receipt.amountFen, reason })
  return savedCase(after)
}

/**
 * Requests the excess and the loss of use from the customer by a supplement of the order. Where the accident has a case of damage, that
 * case says what the customer pays.
 * @throws Refusal notFound (-4), stale (-5), insuranceStatusRefuses (8201), badInput (-2) without an order, for a second request, and for
 * an accident with a case of damage; as the saving of a supplement
 */
export async function charge(input: ParsedOf<Calls['charge']>, ctx: Context) {
  const { excess, downtimeDays, downtimeFee } = input
  const orderId = await store.orderOf(ctx, input.caseId)
  if (orderId === undefined) throw new Refusal('notFound', { field: 'caseId' })
  if (orderId === null) throw badInput('caseId', '出险时没有客户用车，无需向客户收取')
  const order = await lockOrder(ctx, orderId)
  const row = await lockCaseAtVersion(ctx, input)
  if (!isOpenCase(row.status)) throw new Refusal('insuranceStatusRefuses')
  const damage = row.damageId === null ? undefined : await store.damage(ctx, row.damageId)
  if (damage !== undefined && !isClosedDamage(damage.status))
    throw badInput('caseId', '该事故已有车损单，请在车损单中定损并向客户收取')
  const before = row.supplementId === null ? undefined : await store.share(ctx, row.supplementId)
  if (before !== undefined && !isWithdrawn(before.status))
    throw badInput('caseId', '已向客户收取，如需更改请先取消该补款')
  const share = { excess, downtimeDays, downtimeFee }
  const amount = shareTotal(share)
  if (amount === 0) throw badInput('excess', '请填写免赔额或停运费')
  const asked = { reasonCode: supplementReason.damage, amount, remark: shareText(share) }
  let after = row
  const supplementId = await askSupplement(ctx, order, asked, async (id) => {
    after = await store.update(ctx, row, {
      supplementId: id,
      excessFen: excess,
      downtimeDays,
      downtimeFen: downtimeFee,
    })
  })
  await note(ctx, after, { amount, reason: shareText(share) })
  return { ...savedCase(after), supplementId, overCredit: await creditExcessOf(ctx, order) }
}
