import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { isCancelled, orderSteps } from '@cheyi/domain/booking/order/steps'
import type { CaseKind } from '@cheyi/domain/money/claim/claim'
import { dueFen } from '@cheyi/domain/money/debt/due'
import {
  type DeductResult,
  type DepositKind,
  deductResult,
  depositKind,
  depositKinds,
  waiveType,
} from '@cheyi/domain/money/deposit/codes'
import { type DeductionLine, depositsFor, refuseBadDeduction, splitLines } from '@cheyi/domain/money/deposit/deduct'
import { approvalRules, DEDUCTION_SPAN } from '@cheyi/domain/platform/approval/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import { lockOrder, logOrder, notifyCustomer, type OrderRow, returnTermsOf } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { secondPerson } from '../../platform/approval/actions.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { type OpenClaim, openClaims } from '../claim/actions.ts'
import { openCharges } from '../expense/actions.ts'
import { refreshSettlement } from '../payment/actions.ts'
import {
  type ByMachine,
  batchFundsOf,
  type Funds,
  freeOf,
  fundsOf,
  fundsOfMode,
  isAsked,
  lasting,
  modesOf,
  partsOf,
  partsWith,
  takePart,
  withoutMachine,
  withSlipNo,
} from './funds.ts'
import * as holds from './hold-store.ts'
import * as store from './store.ts'
import { depositView } from './view.ts'

type Input = ParsedOf<typeof contract.deposit.deduct>

/** A posted claim that a deposit may pay, fen. `refId` is the row of the charge, if it has one. */
export interface Charge {
  readonly code: 'expense' | CaseKind | 'order' | 'penalty'
  readonly refId: string | null
  readonly name: string
  readonly owed: number
  /** The deposits that may pay it, the preferred one first. */
  readonly kinds: DepositKind[]
}

/** The open debts of an order: each handover charge and each claim separately, then the rest as one. */
export async function chargesOf(ctx: Context, order: OrderRow): Promise<Charge[]> {
  const claims = await openClaims(ctx, order.id, dueFen(order))
  const claimed = claims.reduce((sum, { due }) => sum + due, 0)
  const { rows, open } = await openCharges(ctx, { ...order, owedFen: dueFen(order) - claimed })
  const { crossDeduct } = await returnTermsOf(ctx, order)
  const kinds = depositsFor('other', crossDeduct)
  const charges: Charge[] = rows.flatMap((row) => {
    const owed = open.expenses.get(row.id)
    return owed === undefined ? [] : { code: 'expense', refId: row.id, name: row.name, owed, kinds }
  })
  const ofClaim = (kind: CaseKind) => (kind === 'violation' ? depositsFor('violation', crossDeduct) : kinds)
  charges.push(
    ...claims
      .filter(({ disputed }) => !disputed)
      .map(({ kind, id, name, due }) => ({ code: kind, refId: id, name, owed: due, kinds: ofClaim(kind) })),
  )
  if (open.rest === 0) return charges
  const rest: Pick<Charge, 'code' | 'name'> = isCancelled(order.status)
    ? { code: 'penalty', name: '违约金' }
    : { code: 'order', name: '订单费用' }
  return [...charges, { ...rest, refId: null, owed: open.rest, kinds }]
}

/**
 * Deducts debts of the customer from a deposit. Only posted charges are paid, each up to its open amount. A capture by a provider has no
 * result until it answers.
 * @throws Refusal orderStatusRefuses (2001), amountWrong (4002), beyondDeposit (4006), badInput (-2), also for a slip that already
 * proves another movement
 */
export async function deduct(input: Input, ctx: Context) {
  const order = await lockOrder(ctx, input.orderId)
  advance(orderSteps, 'deduct', order.status)
  const row = await lockRow(ctx, order.id, input.kind)
  const funds = await fundsOf(ctx, row)
  if (freeOf(funds) > 0 && !modesOf(funds).includes(input.mode)) throw badInput('mode', '该押金不能以此方式扣款')
  if (input.photoIds.length === 0) throw badInput('photoIds', '请上传扣款凭证')
  checkLines(input, await chargesOf(ctx, order))
  const { row: changed, result } = await take(ctx, order, row, {
    ...input,
    funds: fundsOfMode(funds, input.mode),
    owed: dueFen(order),
  })
  return { deposit: depositView(changed), deductResult: result, supplementId: null }
}

/**
 * Deducts the amount of a case from its deposit, as {@link deduct}; the case's pictures are the evidence.
 * @param claim.amount at most the open amount, fen
 * @returns the result; null while a provider has not answered
 */
export async function deductClaim(
  ctx: Context,
  order: OrderRow,
  claim: Pick<Input, 'mode' | 'slipNo'> & {
    readonly kind: CaseKind
    readonly id: string
    readonly name: string
    readonly amount: number
  },
): Promise<DeductResult | null> {
  advance(orderSteps, 'deduct', order.status)
  const [own] = depositsFor(claim.kind === 'violation' ? 'violation' : 'other', false)
  const row = await lockRow(ctx, order.id, own!)
  const funds = await fundsOf(ctx, row)
  if (freeOf(funds) > 0 && !modesOf(funds).includes(claim.mode)) throw badInput('deduct', '该押金不能以此方式扣款')
  const { result } = await take(ctx, order, row, {
    lines: [{ code: claim.kind, refId: claim.id, amount: claim.amount }],
    funds: fundsOfMode(funds, claim.mode),
    reason: claim.name,
    photoIds: [],
    owed: dueFen(order),
    slipNo: claim.slipNo,
  })
  return result
}

/**
 * Has a second person approve, in the call that starts a batch, its deductions that are too large for one person: the job has no user who
 * could request an approval.
 * @param sums the most that the batch may deduct of each order, fen
 * @returns the approved sum of each of those orders with what was deducted of it in the last day, fen
 * @throws Refusal approvalNeeded (1036)
 */
export async function approveBatch(
  ctx: Context,
  sums: ReadonlyMap<string, number>,
): Promise<Readonly<Record<string, number>>> {
  const orders = await store.deductedOf(ctx, [...sums.keys()], ctx.now - DEDUCTION_SPAN)
  const large = orders.flatMap((order) => {
    const facts = { fen: sums.get(order.id)!, before: order.fen, orderNo: order.orderNo }
    return facts.fen > 0 && approvalRules.deduction.needed(facts) ? [{ ...order, ...facts }] : []
  })
  const [first] = large
  const facts = {
    fen: large.reduce((sum, { fen }) => sum + fen, 0),
    before: large.reduce((sum, { before }) => sum + before, 0),
    orderNo: large.length > 1 ? `${first!.orderNo}等${large.length}单` : (first?.orderNo ?? ''),
  }
  const stores = large.flatMap(({ storeId, returnStoreId }) => [storeId, returnStoreId])
  await secondPerson(ctx, 'deduction', facts, [...new Set(stores)])
  return Object.fromEntries(large.map(({ id, fen, before }) => [id, fen + before]))
}

/**
 * Deducts a claim from the rental deposit in a batch, as far as what needs no further decision of a person suffices.
 * @param approved what {@link approveBatch} returned for the order, fen
 * @returns what is left to be asked of the customer, fen; 0 while a provider has not answered
 * @throws Refusal badInput (-2) where only an authorization that ends with a capture would suffice, approvalNeeded (1036)
 */
export async function deductInBatch(
  ctx: Context,
  order: OrderRow,
  { kind, id, name, due }: OpenClaim,
  approved = 0,
): Promise<number> {
  const row = (await store.lockRows(ctx, order.id)).find((one) => one.kind === depositKind.rental)
  if (row === undefined || !can(orderSteps, 'deduct', order.status).ok) return due
  const funds = await fundsOf(ctx, row)
  const { payable, once } = batchFundsOf(funds)
  const amount = Math.min(due, payable)
  if (amount < due && once > 0)
    throw badInput('deposit', '租车押金的授权只能扣款一次，请改为只生成补款，再在订单中扣款')
  if (amount === 0) return due
  const { result } = await take(ctx, order, row, {
    lines: [{ code: kind, refId: id, amount }],
    funds: lasting(funds),
    reason: name,
    photoIds: [],
    owed: dueFen(order),
    approved,
  })
  return result === null ? 0 : due - amount
}

/** The deductible amount of a deposit of an order, fen, and the possible modes; 0 and none without that deposit. */
export async function deductible(ctx: Context, orderId: string, kind: DepositKind) {
  const row = (await store.rows(ctx, orderId)).find((one) => one.kind === kind)
  if (row === undefined) return { available: 0, modes: [] }
  const funds = await fundsOf(ctx, row)
  return { available: freeOf(funds), modes: modesOf(funds) }
}

async function lockRow(ctx: Context, orderId: string, kind: DepositKind): Promise<store.DepositRow> {
  const row = (await store.lockRows(ctx, orderId)).find((one) => one.kind === kind)
  if (row === undefined) throw new Refusal('depositRuleMissing')
  return row
}

const wrongDeposit: Readonly<Record<DepositKind, string>> = {
  [depositKind.rental]: '租车押金不能用于支付违章费用，请从违章押金扣款',
  [depositKind.violation]: '违章押金只能用于支付违章费用',
}

/** Checks that every line names an open charge that the deposit may pay, and that the lines of a charge do not exceed its open amount. */
function checkLines({ lines, kind }: Pick<Input, 'lines' | 'kind'>, charges: readonly Charge[]): void {
  const keyOf = (line: { code: string; refId?: string | null }) => `${line.code}:${line.refId ?? ''}`
  const named = lines.flatMap((line) => charges.find((charge) => keyOf(charge) === keyOf(line)) ?? [])
  if (named.some(({ kinds }) => !kinds.includes(kind))) throw badInput('kind', wrongDeposit[kind])
  const open = new Map(charges.map((charge) => [keyOf(charge), charge.owed]))
  for (const line of lines) {
    const left = open.get(keyOf(line))
    if (left === undefined || line.amount > left) throw new Refusal('amountWrong', { field: 'lines' })
    open.set(keyOf(line), left - line.amount)
  }
}

export interface Deduction {
  readonly lines: readonly DeductionLine[]
  /** The part of the deposit that may pay. */
  readonly funds: Funds
  readonly reason: string
  readonly photoIds: readonly string[]
  /** The debt of the customer before the deduction, fen. */
  readonly owed: number
  /**
   * The part that a person chose, fen; undefined: all of it. The approval limit counts it together with the deductions of the last day,
   * so that splitting a large one does not avoid the approval.
   */
  readonly chosen?: number
  /** The part that was captured at the card machine. */
  readonly machine?: ByMachine | undefined
  /** The slip number of a completion there, if {@link machine} is not given. */
  readonly slipNo?: string | undefined
  /** In a batch: what a second person approved of the order with its call, fen. Missing: this call requests an approval. */
  readonly approved?: number
}

/**
 * Takes money from a deposit and notifies the customer. Paid-in money and an authorization of the card machine are taken and posted at
 * once (J16); a provider is called after the commit. Every deduction uses this function, so a large sum needs a second person in every
 * call.
 * @returns the deposit, and the overall result: null while a provider has not answered
 * @throws Refusal approvalNeeded (1036), amountWrong (4002), beyondDeposit (4006), orderStatusRefuses (2001) for a hold that takes no
 * further capture
 */
async function take(
  ctx: Context,
  order: OrderRow,
  row: store.DepositRow,
  { lines, funds, reason, photoIds, owed, chosen, machine, slipNo, approved }: Deduction,
): Promise<{ row: store.DepositRow; result: DeductResult | null }> {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  const decidedElsewhere = row.expireAt !== null || row.waiveType === waiveType.platformHeld
  const asked = decidedElsewhere ? await holds.undecidedFen(ctx, order.id) : 0
  refuseBadDeduction(freeOf(funds), amount, owed - asked)
  const parts = machine === undefined ? withSlipNo(partsOf(funds, amount), slipNo) : partsWith(funds, amount, machine)
  const byHand = Math.min(amount, chosen ?? amount)
  const taken = byHand === 0 ? 0 : await store.deductedSince(ctx, order.id, ctx.now - DEDUCTION_SPAN)
  // The computed part is not added to earlier deductions.
  const before = Math.max(0, taken + byHand - amount)
  const facts = { fen: amount, before, orderNo: order.orderNo }
  if (approved === undefined) await secondPerson(ctx, 'deduction', facts, [order.storeId, order.returnStoreId])
  else if (approvalRules.deduction.needed(facts) && before + amount > approved) throw new Refusal('approvalNeeded')
  const shares = splitLines(
    lines,
    parts.map(({ fen }) => fen),
  )
  let changed = row
  const ids: string[] = []
  for (const [i, part] of parts.entries()) {
    const done = await takePart(ctx, order, changed, part, { lines: shares[i]!, reason, photoIds })
    changed = done.row
    ids.push(done.id)
  }
  await linkMedia(ctx, photoIds, { biz: 'deposit', bizId: ids[0]!, orderId: order.id })
  await refreshSettlement(ctx, order.id)
  // Of a request to the platform the customer is told its result.
  if (!parts.some(({ byPlatform }) => byPlatform))
    await notifyCustomer(ctx, order, 'depositDeducted', {
      ref: ids[0]!,
      deposit: depositKinds.text(row.kind),
      amount,
      reason,
    })
  const detail = { amount, reason }
  logOrder(ctx, order, { action: 'deduct', detail })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { deposit: row.kind, ...detail } })
  return { row: changed, result: parts.some(isAsked) ? null : deductResult.succeeded }
}

/**
 * The part of a debt without violations that a person entered: handover charges, damage, supplements. Rent and computed charges are
 * excluded. Fen.
 */
async function chosenFen(ctx: Context, order: OrderRow, owed: number): Promise<number> {
  const claims = await openClaims(ctx, order.id, Number.MAX_SAFE_INTEGER)
  const typed = claims.reduce((sum, { kind, due }) => (kind === 'violation' ? sum : sum + due), 0)
  const others = Math.min(owed, typed)
  const { rows, open } = await openCharges(ctx, { ...order, owedFen: owed - others })
  return rows.reduce((sum, { id, auto }) => (auto ? sum : sum + (open.expenses.get(id) ?? 0)), others)
}

/**
 * Pays the debt of the order from its rental deposit as far as that suffices, for a settlement or an agreed cancellation. An
 * authorization of the card machine is used only through `machine`. `order` is under its lock.
 * @param owed the debt without violations, which another deposit covers
 * @param machine a capture that was made at the card machine; the other funds pay the rest
 * @returns the deducted amount, fen; a capture by a provider counts when it answers
 * @throws Refusal amountWrong (4002) when the machine captured more than is owed, beyondDeposit (4006) more than it held
 */
export async function deductOwed(
  ctx: Context,
  order: OrderRow,
  owed: number,
  { reason, machine }: { readonly reason: string; readonly machine?: ByMachine | undefined },
): Promise<number> {
  const row = (await store.lockRows(ctx, order.id)).find((one) => one.kind === depositKind.rental)
  const typed = machine?.fen ?? 0
  if (typed > Math.max(0, owed)) throw new Refusal('amountWrong', { field: 'captured', amount: owed })
  if (row === undefined) return 0
  const all = await fundsOf(ctx, row)
  const others = withoutMachine(all)
  const amount = typed + Math.min(owed - typed, freeOf(others))
  if (amount <= 0) return 0
  const code = isCancelled(order.status) ? 'penalty' : 'order'
  const { result } = await take(ctx, order, row, {
    lines: [{ code, amount }],
    funds: machine === undefined ? others : all,
    reason,
    photoIds: [],
    owed,
    chosen: await chosenFen(ctx, order, owed),
    machine,
  })
  return result === null ? typed : amount
}
