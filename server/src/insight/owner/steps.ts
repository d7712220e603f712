import { advance } from '@cheyi/domain/advance'
import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { endOfMonth } from '@cheyi/domain/fleet/cost/spread'
import { isAgreed, ownerStatementSteps } from '@cheyi/domain/insight/owner/codes'
import { type Correction, correctionSum, dueOf, MAX_CORRECTIONS, shareOf } from '@cheyi/domain/insight/owner/statement'
import { payableSource } from '@cheyi/domain/money/payable/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { type Entry, ownerShareEntry } from '@cheyi/domain/money/payment/ledger'
import { badInput } from '@cheyi/domain/refusal'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { holdOpenFrom, insertCosts } from '../../fleet/cost/actions.ts'
import { type Context, type HandlerOf, requireFound, requireVersion } from '../../kernel/context.ts'
import { registerAccrual } from '../../money/closing/actions.ts'
import { settleStatement } from '../../money/payable/actions.ts'
import { postSettlement, prove } from '../../money/payment/actions.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { refuseUnfinished } from '../data/actions.ts'
import { makeStatements } from './make.ts'
import { listPayable, postPaid } from './payable.ts'
import * as store from './store.ts'

/*
 * The share of an owner is a cost of the merchant: once the owner has confirmed it, the ledger owes it (车主分成 to 应付车主款), and it is a cost
 * of each car, of the same sum and in the same month. A month that is closed before books it as it stands, and the confirmation the rest. So 车辆收益 shows what is left for the merchant, and its income is still that of
 * 数据概览. In a month that was closed before, both count today. A correction is owed to the owner in the same entry, and no cost of a car,
 * since it says nothing about what one of them earned or cost.
 */

/** The statement under the lock of its owner. @throws Refusal notFound (-4) */
export async function lockStatement(ctx: Context, statementId: string): Promise<store.StatementRow> {
  const { ownerId } = requireFound(await store.statement(ctx, statementId))
  await store.lock(ctx, ownerId)
  return requireFound(await store.statement(ctx, statementId))
}

async function lockStatementAtVersion(
  ctx: Context,
  { statementId, version }: { readonly statementId: string; readonly version: number },
): Promise<store.StatementRow> {
  const row = await lockStatement(ctx, statementId)
  requireVersion(version, row.version)
  return row
}

const auditStep = (ctx: Context, row: store.StatementRow, after: Record<string, unknown>): void =>
  ctx.audit({
    targetType: 'ownerStatement',
    targetId: row.id,
    before: { state: row.state },
    after: { month: row.month.slice(0, 7), ...after },
  })

export const make: HandlerOf<'owner', 'make'> = async ({ month: asked, ownerId }, ctx) => {
  const month: LocalDate = `${asked.slice(0, 7)}-01`
  if (ownerId !== undefined) requireFound(await store.byId(ctx, ownerId))
  await refuseUnfinished(ctx, month)
  const done = await makeStatements(ctx, month, ownerId)
  ctx.audit({ targetType: 'month', targetId: month.slice(0, 7).replace('-', ''), after: { statements: done.made } })
  return done
}

/**
 * Shows the statement to its owner, as it is now.
 * @throws Refusal ownerStatementRefuses (8301), badInput (-2) while an earlier one is not confirmed
 */
export const send: HandlerOf<'owner', 'send'> = async (asked, ctx) => {
  const row = await lockStatementAtVersion(ctx, asked)
  const state = advance(ownerStatementSteps, 'send', row.state)
  const [open] = (await store.statementsOf(ctx, row.ownerId, 1000)).filter(
    (one) => one.month < row.month && !isAgreed(one.state),
  )
  if (open !== undefined) throw badInput('statementId', `请先完成 ${open.month.slice(0, 7)} 的结算单`)
  await makeStatements(ctx, row.month, row.ownerId)
  const now = requireFound(await store.statement(ctx, row.id))
  const { version } = store.setStatement(ctx, now, { state, sentAt: ctx.now, objection: '' })
  auditStep(ctx, row, { state, amount: dueOf(now) })
  return { version, state }
}

export const withdraw: HandlerOf<'owner', 'withdraw'> = async ({ reason, ...asked }, ctx) => {
  const row = await lockStatementAtVersion(ctx, asked)
  const state = advance(ownerStatementSteps, 'withdraw', row.state)
  const { version } = store.setStatement(ctx, row, { state, sentAt: null })
  auditStep(ctx, row, { state, reason })
  return { version, state }
}

/** Writes the corrections of a statement; one that its owner objects to is a draft again. */
async function correct(
  ctx: Context,
  asked: { readonly statementId: string; readonly version: number },
  change: (before: readonly Correction[]) => { readonly after: readonly Correction[]; readonly what: Correction },
  removed: boolean,
) {
  const row = await lockStatementAtVersion(ctx, asked)
  const state = advance(ownerStatementSteps, 'correct', row.state)
  const { after, what } = change(row.corrections)
  const { version } = store.setStatement(ctx, row, {
    state,
    sentAt: null,
    corrections: JSON.stringify(after) as never,
    correctionFen: correctionSum(after),
  })
  auditStep(ctx, row, { state, amount: what.fen, note: what.words, removed })
  return { version, state }
}

/** @throws Refusal ownerStatementRefuses (8301), badInput (-2) for nothing, or more than a statement may have */
export const correctionAdd: HandlerOf<'owner', 'correctionAdd'> = ({ words, fen, ...asked }, ctx) =>
  correct(
    ctx,
    asked,
    (before) => {
      if (fen === 0) throw badInput('fen', '金额不能为0')
      if (before.length >= MAX_CORRECTIONS) throw badInput('words', `一张结算单最多${MAX_CORRECTIONS}项调整`)
      return { after: [...before, { words, fen }], what: { words, fen } }
    },
    false,
  )

/** @throws Refusal ownerStatementRefuses (8301), notFound (-4) */
export const correctionRemove: HandlerOf<'owner', 'correctionRemove'> = ({ index, ...asked }, ctx) =>
  correct(ctx, asked, (before) => ({ after: before.toSpliced(index, 1), what: requireFound(before[index]) }), true)

/** The owner has signed on paper. */
export const confirm: HandlerOf<'owner', 'confirm'> = async ({ signedIds, ...asked }, ctx) => {
  const row = await lockStatementAtVersion(ctx, asked)
  const done = await confirmStatement(ctx, row, { signedIds, byLink: false })
  await linkMedia(ctx, signedIds, { biz: 'voucher', bizId: row.id })
  auditStep(ctx, row, { state: done.state, amount: dueOf(row) })
  return done
}

/** Confirms a statement that is locked, and posts it. @throws Refusal ownerStatementRefuses (8301) */
export async function confirmStatement(
  ctx: Context,
  row: store.StatementRow,
  by: Pick<store.StatementRow, 'signedIds' | 'byLink'>,
): Promise<{ readonly version: number; readonly state: store.StatementRow['state'] }> {
  const state = advance(ownerStatementSteps, 'confirm', row.state)
  const bookedOn = await bookShare(ctx, row, ownerShareEntry(row.id, shareOf(row) - row.accruedFen))
  const { version } = store.setStatement(ctx, row, { ...by, state, bookedOn, confirmedAt: ctx.now })
  await listPayable(ctx, row)
  return { version, state }
}

/**
 * Books the shares of a month that is closed before their owners confirmed them, each with the cost of its cars: the confirmation books only
 * what differs. A month whose income is not known yet has to wait.
 */
export async function accrueShares(ctx: Context, ofMonth: string): Promise<void> {
  const month: LocalDate = `${ofMonth}-01`
  const agreed = await store.agreements(ctx, { from: month, to: endOfMonth(month) })
  if (agreed.length === 0) return
  await refuseUnfinished(ctx, month)
  await makeStatements(ctx, month)
  for (const row of await store.unconfirmedStatements(ctx, month)) {
    await store.lock(ctx, row.ownerId)
    await bookShare(ctx, row, ownerShareEntry(`${row.id}:closed`, row.ownerFen - row.accruedFen))
    await store.setAccrued(ctx, row.id, row.ownerFen)
  }
}

/** Posts an entry of a statement, and what its cars do not have yet as a cost. @returns the day of the entry */
async function bookShare(ctx: Context, row: store.StatementRow, entry: Entry): Promise<LocalDate> {
  const [openFrom, parts, booked] = await Promise.all([
    holdOpenFrom(ctx),
    store.partsOf(ctx, [row.id]),
    store.costsOfStatement(ctx, row.id),
  ])
  const today = localDate(ctx.now)
  const isOpen = openFrom === null || row.month >= openFrom
  const bookedOn = isOpen ? endOfMonth(row.month) : today
  const days = isOpen ? { fromOn: row.month, toOn: bookedOn } : { fromOn: today, toOn: today }
  await postSettlement(ctx, entry, { storeId: null, way: payWay.bank, postedOn: bookedOn })
  const shares = new Map<string, number>()
  for (const { vehicleId, ownerFen } of parts) shares.set(vehicleId, (shares.get(vehicleId) ?? 0) + ownerFen)
  for (const { vehicleId, fen } of booked) shares.set(vehicleId, (shares.get(vehicleId) ?? 0) - fen)
  await insertCosts(
    ctx,
    [...shares].flatMap(([vehicleId, fen]) => {
      const note = `${row.month.slice(0, 7)}车主结算`
      return fen === 0
        ? []
        : [{ vehicleId, kind: costKind.ownerShare, ...days, fen, note, source: costSource.owner, refId: row.id }]
    }),
  )
  return bookedOn
}

registerAccrual(accrueShares)

/** @throws Refusal ownerStatementRefuses (8301), ownerNothingDue (8302), payableRefuses (4024) while it is in a payment run, badInput (-2) for a slip that proves another payment */
export const pay: HandlerOf<'owner', 'pay'> = async ({ payWay: way, slipNo = '', voucherIds, ...asked }, ctx) => {
  const row = await lockStatementAtVersion(ctx, asked)
  const dueFen = dueOf(row)
  const state = advance(ownerStatementSteps, 'pay', row.state, { dueFen })
  await prove(ctx, { voucherIds, slipNo }, { recordId: row.id })
  await settleStatement(ctx, payableSource.owner, { refId: row.id, payWay: way, slipNo })
  const { version } = await postPaid(ctx, row, { payWay: way, slipNo, voucherIds: [...voucherIds] })
  auditStep(ctx, row, { state, amount: dueFen, payWay: way, slipNo })
  return { version, state }
}
