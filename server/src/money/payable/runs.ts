import { advance } from '@cheyi/domain/advance'
import { billSteps } from '@cheyi/domain/money/payable/bill'
import { runSteps } from '@cheyi/domain/money/payable/run'
import { pick } from '@cheyi/domain/pick'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { isSecondPerson, secondPerson } from '../../platform/approval/actions.ts'
import { prove } from '../payment/actions.ts'
import { type PaidPayee, payeesPaid } from './accounts.ts'
import { payInRun } from './bills.ts'
import { portOf } from './followed.ts'
import * as store from './run-store.ts'
import { lockBills, setBill } from './store.ts'

/*
 * A payment run: chosen bills, approved by a second person, transferred by a file of the bank, and then recorded as paid. A bill is in one live
 * run at most: its row is locked, its state says so, and a unique key holds it.
 */

const KEYS = ['finance.reconcile'] as const

const runView = ({ id, fen, billCount, ...row }: Awaited<ReturnType<typeof store.runs>>[number]) => ({
  ...{ runId: id, amount: fen, bills: billCount },
  ...pick(row, 'runNo', 'state', 'note', 'createdAt', 'createdByName', 'version'),
})

export const runs: HandlerOf<'payable', 'runs'> = ({ state, ...paging }, ctx) =>
  listAnswer(paging, {
    rows: store.runs(ctx, state, cursorKeys(paging, 'id')?.[0] ?? null, pageSize(paging) + 1),
    count: () => store.countRuns(ctx, state),
    keys: ({ id }) => [id],
    view: runView,
  })

/** Whether the caller approves a run without asking anybody else. */
const isApprover = async (ctx: Context, { submittedBy }: store.RunRow): Promise<boolean> =>
  submittedBy !== null && submittedBy !== ctx.accountId && (await isSecondPerson(ctx, submittedBy, KEYS, null))

/** @throws Refusal notFound (-4) */
export const run: HandlerOf<'payable', 'run'> = async ({ runId }, ctx) => {
  const row = requireFound(await store.run(ctx, runId))
  const payees = await payeesPaid(ctx, runId)
  return {
    ...runView(row),
    ...pick(row, 'submittedAt', 'submittedByName', 'decidedAt', 'decidedByName', 'decideNote', 'paidOn', 'slipNo'),
    mayApprove: await isApprover(ctx, row),
    payees: payees.map(({ mask, changedAt, lines, ...payee }) => ({
      ...pick(payee, 'payeeId', 'name', 'kind', 'holder', 'bank', 'changed', 'amount', 'purpose'),
      accountNo: mask,
      accountAt: changedAt,
      bills: lines.map(({ fen, ...line }) => ({ ...pick(line, 'billId', 'billNo', 'what', 'dueOn'), amount: fen })),
    })),
  }
}

/** @throws Refusal notFound (-4), payableRefuses (4024) for a bill that is paid or in a run, amountWrong (4002), badInput (-2) */
export const runCreate: HandlerOf<'payable', 'runCreate'> = async ({ bills, note }, ctx) => {
  const amountById = new Map(bills.map(({ billId, amount }) => [billId, amount]))
  if (amountById.size !== bills.length) throw badInput('bills', '同一账单只能选择一次')
  const today = localDate(ctx.now)
  const runNo = await store.nextNumber(ctx, today)
  const rows = await lockBills(ctx, [...amountById.keys()])
  if (rows.length !== amountById.size) throw new Refusal('notFound', { field: 'bills' })
  for (const row of rows) {
    const left = row.fen - row.paidFen
    const amount = amountById.get(row.id)!
    if (amount > left) throw new Refusal('amountWrong', { field: 'bills', 说明: '，超过待付金额' })
    if (!row.posted && amount !== left) throw badInput('bills', '车主结算单须一次付清')
    setBill(ctx, row, { state: advance(billSteps, 'enterRun', row.state) })
  }
  const id = await newId(ctx)
  const fen = bills.reduce((sum, { amount }) => sum + amount, 0)
  await store.insertRun(
    ctx,
    { id, runNo, state: runSteps.entry[0]!, fen, billCount: bills.length, note },
    bills.map(({ billId, amount }) => ({ billId, fen: amount })),
  )
  ctx.audit({ targetType: 'paymentRun', targetId: id, after: { no: runNo, runBills: bills.length, amount: fen } })
  return { runId: id }
}

async function lockRunAtVersion(
  ctx: Context,
  { runId, version }: { readonly runId: string; readonly version: number },
) {
  const row = requireFound(await store.lockRun(ctx, runId))
  requireVersion(version, row.version)
  return row
}

const auditStep = (ctx: Context, row: store.RunRow, after: Record<string, unknown>): void =>
  ctx.audit({
    targetType: 'paymentRun',
    targetId: row.id,
    before: { state: row.state },
    after: { no: row.runNo, ...after },
  })

/** @throws Refusal notFound (-4), stale (-5), paymentRunRefuses (4026), badInput (-2) for payees without a bank account */
export const runSubmit: HandlerOf<'payable', 'runSubmit'> = async (asked, ctx) => {
  const row = await lockRunAtVersion(ctx, asked)
  const state = advance(runSteps, 'submit', row.state)
  const payees = await payeesPaid(ctx, row.id)
  const missing = payees.filter(({ accountNo }) => accountNo === '')
  if (missing.length > 0)
    throw badInput('runId', `请先填写收款账户：${missing.map(({ name }) => name).join('、')}`.slice(0, 200))
  await store.keepAccounts(
    ctx,
    row.id,
    payees.map(({ payeeId, hash }) => ({ payeeId, hash: hash! })),
  )
  const { version } = store.setRun(ctx, row, {
    ...{ state, submittedAt: ctx.now, submittedBy: ctx.accountId },
    ...{ decidedAt: null, decidedBy: null, decideNote: '' },
  })
  auditStep(ctx, row, { state, amount: row.fen })
  return { version, state }
}

/** @throws Refusal payeeChanged (4027) for an account that is another one than when the run was submitted */
export function refuseChanged(payees: readonly PaidPayee[]): void {
  const changed = payees.find((payee) => payee.changed)
  if (changed !== undefined) throw new Refusal('payeeChanged', { 收款方: changed.name })
}

/**
 * A second person approves a run. Whoever is none, such as the submitter, asks for one.
 * @throws Refusal notFound (-4), stale (-5), paymentRunRefuses (4026), payeeChanged (4027), approvalNeeded (1036), badInput (-2)
 */
export const runDecide: HandlerOf<'payable', 'runDecide'> = async ({ pass, note, ...asked }, ctx) => {
  const row = await lockRunAtVersion(ctx, asked)
  const state = advance(runSteps, pass ? 'approve' : 'refuse', row.state)
  if (!pass && note.trim() === '') throw badInput('note', '请填写不同意的原因')
  let decidedBy = ctx.accountId
  if (pass) {
    refuseChanged(await payeesPaid(ctx, row.id))
    if (!(await isApprover(ctx, row))) {
      const facts = { fen: row.fen, bills: row.billCount, runNo: row.runNo }
      const barred = row.submittedBy === null || row.submittedBy === ctx.accountId ? [] : [row.submittedBy]
      decidedBy = (await secondPerson(ctx, 'paymentRun', facts, null, barred)) ?? ctx.accountId
    }
  }
  const { version } = store.setRun(ctx, row, { state, decidedAt: ctx.now, decidedBy, decideNote: note })
  auditStep(ctx, row, { state, pass, note, amount: row.fen })
  return { version, state }
}

/** Bills of a run under their locks, after the statements that some of them follow. */
async function lockBillsOf(ctx: Context, runId: string) {
  const lines = await store.linesOfRun(ctx, runId)
  const followed = Map.groupBy(
    lines.filter(({ refId }) => refId !== null),
    ({ source }) => source,
  )
  for (const [source, of] of followed)
    await portOf(source).lock(
      ctx,
      of.map(({ refId }) => refId!),
    )
  const rows = await lockBills(
    ctx,
    lines.map(({ billId }) => billId),
  )
  const fenById = new Map(lines.map(({ billId, fen }) => [billId, fen]))
  return rows.map((row) => ({ row, fen: fenById.get(row.id)! }))
}

/**
 * The bank has transferred the money: each bill is paid, and its entry is posted today.
 * @throws Refusal notFound (-4), stale (-5), paymentRunRefuses (4026), badInput (-2) for a number that proves another payment
 */
export const runPay: HandlerOf<'payable', 'runPay'> = async ({ slipNo = '', ...asked }, ctx) => {
  const row = await lockRunAtVersion(ctx, asked)
  const state = advance(runSteps, 'pay', row.state)
  await prove(ctx, { voucherIds: [], slipNo }, { recordId: row.id })
  for (const { row: bill, fen } of await lockBillsOf(ctx, row.id))
    await payInRun(ctx, bill, { fen, runId: row.id, slipNo })
  await store.freeBills(ctx, row.id)
  const { version } = store.setRun(ctx, row, { state, paidOn: localDate(ctx.now), slipNo })
  auditStep(ctx, row, { state, amount: row.fen, slipNo })
  return { version, state }
}

/** Its bills are open again. @throws Refusal notFound (-4), stale (-5), paymentRunRefuses (4026) */
export const runCancel: HandlerOf<'payable', 'runCancel'> = async ({ reason, ...asked }, ctx) => {
  const row = await lockRunAtVersion(ctx, asked)
  const state = advance(runSteps, 'cancel', row.state)
  for (const { row: bill } of await lockBillsOf(ctx, row.id))
    setBill(ctx, bill, { state: advance(billSteps, 'leaveRun', bill.state) })
  await store.freeBills(ctx, row.id)
  const { version } = store.setRun(ctx, row, { state, decideNote: reason })
  auditStep(ctx, row, { state, reason })
  return { version, state }
}
