import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { formatMoney } from '@cheyi/domain/money'
import { debtAge } from '@cheyi/domain/money/debt/age'
import { billSteps, dueDayOf } from '@cheyi/domain/money/payable/bill'
import { type PayeeKind, payableSource, payableStates, payeeKinds } from '@cheyi/domain/money/payable/codes'
import { billColumns } from '@cheyi/domain/money/payable/columns'
import { payWay as payWays } from '@cheyi/domain/money/payment/codes'
import { pick } from '@cheyi/domain/pick'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { holdOpenFrom } from '../../fleet/cost/actions.ts'
import { type Context, type HandlerOf, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { type Cells, enqueueExport, listExport } from '../../platform/job/actions.ts'
import { linkMedia, mediaViews } from '../../platform/media/actions.ts'
import { prove, releaseProofs, reversePosted } from '../payment/actions.ts'
import { portOf } from './followed.ts'
import { freeAccruals, linesOf, takeBackLines } from './lines.ts'
import { bookingDay, postBill, postPayment } from './post.ts'
import { liveRunOf } from './run-store.ts'
import * as store from './store.ts'

type Calls = typeof contract.payable
type Page = OutputOf<Calls['bills']>
type Listed = Page['list'][number]
type Filter = ParsedOf<Calls['billsExport']>
type Head = Pick<ParsedOf<Calls['billAdd']>, 'payeeId' | 'billNo' | 'what' | 'billedOn' | 'dueOn' | 'mediaIds'>

export const billView = (row: store.ListedBill): Listed => ({
  billId: row.id,
  ...pick(row, 'payeeId', 'payeeName', 'payeeKind', 'source', 'refId', 'billNo', 'what', 'state', 'billedOn', 'dueOn'),
  late: row.late,
  age: row.age as Listed['age'],
  amount: row.fen,
  left: row.fen - row.paidFen,
  version: row.version,
})

/** Bills by due date, with what is left of them by age. */
export const bills: HandlerOf<'payable', 'bills'> = async (ask, ctx) => {
  const [rows, ages] = await Promise.all([
    store.bills(ctx, ask, cursorKeys(ask, 'int', 'id'), pageSize(ask) + 1),
    isFirstPage(ask) ? store.billSums(ctx, ask) : null,
  ])
  const page = buildPage(rows, ask, ({ dayNo, id }) => [dayNo, id])
  const asked = ages?.filter(({ age }) => ask.age === undefined || age === ask.age) ?? []
  const part = (all: readonly { readonly age: number; readonly left: number }[]) =>
    all.map(({ age, left }) => ({ age: age as Listed['age'], left }))
  return {
    list: page.rows.map(billView),
    nextCursor: page.nextCursor,
    ...totalOf(ages && asked.reduce((sum, { count }) => sum + count, 0)),
    sums: ages && {
      left: asked.reduce((sum, { left }) => sum + left, 0),
      parts: part(ages.map((one) => (asked.includes(one) ? one : { ...one, left: 0 }))),
      whole: part(ages),
    },
  }
}

const ofAge =
  (of: number) =>
  ({ age, left }: Listed) =>
    age === of && left > 0 ? left / 100 : ''

const cells: Cells<keyof typeof billColumns, Listed> = {
  payee: [20, (row) => row.payeeName],
  kind: [10, (row) => payeeKinds.text(row.payeeKind)],
  billNo: [18, (row) => row.billNo],
  what: [30, (row) => row.what],
  state: [10, (row) => payableStates.text(row.state)],
  billedOn: [12, (row) => row.billedOn],
  dueOn: [12, (row) => row.dueOn],
  late: [10, (row) => ({ count: row.late })],
  amount: [14, (row) => row.amount / 100],
  left: [14, (row) => row.left / 100],
  age1: [14, ofAge(debtAge.notDue)],
  age2: [14, ofAge(debtAge.days30)],
  age3: [14, ofAge(debtAge.days60)],
  age4: [14, ofAge(debtAge.days90)],
  age5: [14, ofAge(debtAge.older)],
}

export const exportBills = listExport<Filter, Listed, keyof typeof billColumns>({
  kind: 'payableBillsExport',
  key: 'finance.reconcile',
  whole: true,
  title: '应付账单',
  unit: '张',
  titles: billColumns,
  cells,
  page: bills,
})

/** @throws Refusal notFound (-4) for a payee that is not there, tooFrequent (-7) */
export const billsExport: HandlerOf<'payable', 'billsExport'> = async (filter, ctx) => {
  if (filter.payeeId !== undefined) requireFound(await store.payee(ctx, filter.payeeId))
  return enqueueExport(ctx, exportBills, filter)
}

/** @throws Refusal notFound (-4) */
export const bill: HandlerOf<'payable', 'bill'> = async ({ billId }, ctx) => {
  const [row, lines, payments, run] = await Promise.all([
    store.bill(ctx, billId),
    linesOf(ctx, billId),
    store.payments(ctx, billId),
    liveRunOf(ctx, billId),
  ])
  const { mediaIds, reason, createdAt, createdByName, ...found } = requireFound(row)
  const views = await mediaViews(ctx, mediaIds)
  return {
    ...billView({ mediaIds, reason, createdAt, ...found }),
    reason,
    vouchers: mediaIds.flatMap((id) => views.get(id) ?? []),
    createdAt,
    createdByName: createdByName ?? '系统',
    run: run ?? null,
    lines,
    payments: payments.map(({ id, fen, undoneAt, ...one }) => ({
      paymentId: id,
      amount: fen,
      ...pick(one, 'payWay', 'paidOn', 'slipNo', 'runId', 'byName', 'undoReason', 'matched'),
      undone: undoneAt !== null,
    })),
  }
}

/** @throws Refusal badInput (-2) for a number that another bill of the payee has */
async function refuseNumber(ctx: Context, payeeId: string, billNo: string, exceptId: string | null): Promise<void> {
  const twin = billNo === '' ? undefined : await store.billOfNumber(ctx, payeeId, billNo, exceptId)
  if (twin === undefined) return
  throw badInput(
    'billNo',
    `该收款方的账单号 ${billNo} 已登记（${twin.billedOn}，${formatMoney(twin.fen)}），请勿重复登记`,
  )
}

/** Enters and posts a bill. `accruedFen`: what was booked of it before. @throws Refusal notFound (-4), badInput (-2) */
export async function enterBill(
  ctx: Context,
  { payeeId, billNo, what, billedOn, dueOn, mediaIds }: Head,
  of: {
    readonly source: store.BillRow['source']
    readonly fen: number
    readonly accruedFen?: number
    readonly id?: string
  },
): Promise<string> {
  // Under the lock of the payee, so that of two bills with one number the second finds the first.
  const payee = await store.lockPayee(ctx, payeeId)
  if (payee === undefined) throw new Refusal('notFound', { field: 'payeeId' })
  if (payee.stopped) throw badInput('payeeId', '该收款方已停用')
  if (billedOn > localDate(ctx.now)) throw badInput('billedOn', '账单日期不能晚于今天')
  const due = dueOn ?? dueDayOf(billedOn, payee.payDays)
  if (due < billedOn) throw badInput('dueOn', '到期日不能早于账单日期')
  await refuseNumber(ctx, payeeId, billNo, null)
  const id = of.id ?? (await newId(ctx))
  const bookedOn = await bookingDay(ctx, billedOn)
  const accruedFen = of.accruedFen ?? 0
  await store.insertBill(ctx, {
    ...{ id, payeeId, billNo, what, billedOn, bookedOn, accruedFen, mediaIds: [...mediaIds] },
    ...{ source: of.source, fen: of.fen, dueOn: due, state: billSteps.entry[0]!, posted: true },
  })
  await linkMedia(ctx, mediaIds, { biz: 'voucher', bizId: id })
  await postBill(ctx, id, { fen: of.fen - accruedFen, kind: payee.kind, bookedOn })
  ctx.audit({
    targetType: 'payableBill',
    targetId: id,
    after: { payeeName: payee.name, billNo, purpose: what, billedOn, dueOn: due, amount: of.fen },
  })
  return id
}

type TypedProblem = (ctx: Context, kind: PayeeKind, billedOn: LocalDate) => Promise<string | null>
const problems: TypedProblem[] = []

/** Registers a feature that may say why a bill of a kind of payee is not entered by hand. */
export const registerTypedProblem = (problem: TypedProblem): void => void problems.push(problem)

/** @throws Refusal notFound (-4), badInput (-2) */
export const billAdd: HandlerOf<'payable', 'billAdd'> = async ({ amount, ...head }, ctx) => {
  // A setting that is changed meanwhile waits for this, or this for it.
  await holdOpenFrom(ctx)
  const payee = await store.payee(ctx, head.payeeId)
  for (const problemOf of problems) {
    const problem = payee === undefined ? null : await problemOf(ctx, payee.kind, head.billedOn)
    if (problem !== null) throw badInput('payeeId', problem)
  }
  return { billId: await enterBill(ctx, head, { source: payableSource.manual, fen: amount }) }
}

async function lockBillAtVersion(
  ctx: Context,
  { billId, version }: { readonly billId: string; readonly version: number },
): Promise<store.BillRow> {
  const row = requireFound(await store.lockBill(ctx, billId))
  requireVersion(version, row.version)
  return row
}

/** @throws Refusal notFound (-4), stale (-5), payableRefuses (4024), badInput (-2) */
export const billEdit: HandlerOf<'payable', 'billEdit'> = async ({ billId, version, billNo, what, dueOn }, ctx) => {
  const { payeeId } = requireFound(await store.bill(ctx, billId))
  requireFound(await store.lockPayee(ctx, payeeId))
  const before = await lockBillAtVersion(ctx, { billId, version })
  advance(billSteps, 'edit', before.state)
  if (!before.posted) throw badInput('billId', '该账单来自车主结算单，请在车主结算中修改')
  if (dueOn < before.billedOn) throw badInput('dueOn', '到期日不能早于账单日期')
  await refuseNumber(ctx, payeeId, billNo, billId)
  const after = store.setBill(ctx, before, { billNo, what, dueOn })
  const fieldsOf = (row: store.BillRow) => ({ billNo: row.billNo, purpose: row.what, dueOn: row.dueOn })
  ctx.audit({ targetType: 'payableBill', targetId: billId, before: fieldsOf(before), after: fieldsOf(after) })
  return { version: after.version }
}

/**
 * Cancels a bill that was entered by mistake: its entry is reversed today (J21), and the costs that it was about are not billed again.
 * @throws Refusal notFound (-4), stale (-5), payableRefuses (4024), payablePaid (4025), badInput (-2)
 */
export const billCancel: HandlerOf<'payable', 'billCancel'> = async ({ reason, ...asked }, ctx) => {
  // A month that is being closed either sees its costs billed, or not.
  await holdOpenFrom(ctx)
  const row = await lockBillAtVersion(ctx, asked)
  const state = advance(billSteps, 'cancel', row.state, row)
  if (!row.posted) throw badInput('billId', '该账单来自车主结算单，不能在此作废')
  await takeBackLines(ctx, row.id)
  await freeAccruals(ctx, row.id)
  if (row.fen !== row.accruedFen) await reversePosted(ctx, `J26:${row.id}`, reason)
  const { version } = store.setBill(ctx, row, { state, reason })
  ctx.audit({
    targetType: 'payableBill',
    targetId: row.id,
    before: { state: row.state },
    after: { state, reason, amount: row.fen },
  })
  return { version, state }
}

/**
 * Records a payment of a bill, in whole or in part.
 * @throws Refusal notFound (-4), stale (-5), payableRefuses (4024), amountWrong (4002), badInput (-2)
 */
export const pay: HandlerOf<'payable', 'pay'> = async ({ amount, payWay, slipNo = '', voucherIds, ...asked }, ctx) => {
  const row = await lockBillAtVersion(ctx, asked)
  if (!row.posted) throw badInput('billId', `该账单来自车主结算单，请在车主结算中登记付款，或加入付款批次`)
  const state = advance(billSteps, 'pay', row.state, { fen: amount, leftFen: row.fen - row.paidFen })
  const id = await newId(ctx)
  await prove(ctx, { voucherIds, slipNo }, { recordId: id })
  await postPayment(ctx, id, amount, payWay)
  await store.insertPayment(ctx, {
    ...{ id, billId: row.id, fen: amount, payWay, slipNo, voucherIds: [...voucherIds], paidOn: localDate(ctx.now) },
  })
  const { version } = store.setBill(ctx, row, { state, paidFen: row.paidFen + amount })
  ctx.audit({
    targetType: 'payableBill',
    targetId: row.id,
    before: { state: row.state },
    after: { state, amount, payWay, slipNo },
  })
  return { version, state }
}

/**
 * Takes back a payment that was entered by mistake or that the bank returned: reversed today (J21).
 * @throws Refusal notFound (-4), payableRefuses (4024), badInput (-2) for one that a statement of the bank shows
 */
export const payUndo: HandlerOf<'payable', 'payUndo'> = async ({ paymentId, reason }, ctx) => {
  const { billId } = requireFound(await store.payment(ctx, paymentId))
  const row = requireFound(await store.lockBill(ctx, billId))
  const paid = requireFound(await store.payment(ctx, paymentId))
  if (paid.undoneAt !== null) return pick(row, 'version', 'state')
  if (!row.posted) throw badInput('paymentId', '该账单来自车主结算单，不能在此撤销付款')
  if (paid.matched) throw badInput('paymentId', '该付款已与银行流水匹配，请先在银行流水中撤销匹配')
  const state = advance(billSteps, 'undoPayment', row.state)
  await store.undoPayment(ctx, paymentId, reason)
  await reversePosted(ctx, `J26:paid:${paymentId}`, reason)
  await releaseProofs(ctx, paymentId)
  const { version } = store.setBill(ctx, row, { state, paidFen: row.paidFen - paid.fen })
  ctx.audit({
    targetType: 'payableBill',
    targetId: billId,
    before: { state: row.state },
    after: { state, amount: -paid.fen, reason },
  })
  return { version, state }
}

/**
 * Pays a bill that is in a run, under its lock. A bill of a statement is paid by the feature of that statement, which posts it.
 * @returns the bill as it is then
 */
export async function payInRun(
  ctx: Context,
  row: store.BillRow,
  { fen, runId, slipNo }: { readonly fen: number; readonly runId: string; readonly slipNo: string },
): Promise<void> {
  const state = advance(billSteps, 'payInRun', row.state, { fen, leftFen: row.fen - row.paidFen })
  const id = await newId(ctx)
  if (row.posted) await postPayment(ctx, id, fen, payWays.bank)
  else await portOf(row.source).pay(ctx, row.refId!, { slipNo })
  await store.insertPayment(ctx, {
    ...{ id, billId: row.id, runId, fen, payWay: payWays.bank, slipNo, paidOn: localDate(ctx.now) },
  })
  store.setBill(ctx, row, { state, paidFen: row.paidFen + fen })
}
