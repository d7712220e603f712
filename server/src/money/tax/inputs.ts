import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { inputKinds, inputStates } from '@cheyi/domain/money/tax/codes'
import { inputColumns } from '@cheyi/domain/money/tax/columns'
import { keyOf } from '@cheyi/domain/money/tax/import/row'
import {
  amountsProblem,
  chooseProblem,
  inputSteps,
  numberProblem,
  titleProblem,
  usualInputState,
} from '@cheyi/domain/money/tax/input'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound, requireVersion } from '../../kernel/context.ts'
import { cursorKeys, isFirstPage, pageSize } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { type Cells, enqueueExport, listExport } from '../../platform/job/actions.ts'
import { taxpayerOf } from '../bookkeeping/actions.ts'
import * as store from './input-store.ts'
import { isFiledMonth } from './return-store.ts'

type View = OutputOf<typeof contract.tax.inputs>['list'][number]

const viewOf = ({ id, netFen, taxFen, ...row }: store.ShownInput) => ({
  ...row,
  inputId: id,
  net: netFen,
  tax: taxFen,
  gross: netFen + taxFen,
})

export const inputs: HandlerOf<'tax', 'inputs'> = async (input, ctx) => {
  const sums = isFirstPage(input) ? await store.sums(ctx, input) : null
  const answer = await listAnswer(input, {
    rows: store.page(ctx, input, cursorKeys(input, 'int', 'id'), pageSize(input) + 1),
    count: async () => sums?.count ?? 0,
    keys: ({ dayNo, id }) => [dayNo, id],
    view: viewOf,
  })
  return { ...answer, sums: sums && { net: sums.net, tax: sums.tax, gross: sums.net + sums.tax } }
}

const cells: Cells<keyof typeof inputColumns, View> = {
  issuedOn: [12, (row) => row.issuedOn],
  seller: [28, (row) => row.seller],
  sellerTaxNo: [22, (row) => row.sellerTaxNo],
  kind: [18, (row) => inputKinds.text(row.kind)],
  code: [14, (row) => row.code],
  number: [24, (row) => row.number],
  net: [14, (row) => row.net / 100],
  tax: [12, (row) => row.tax / 100],
  gross: [14, (row) => row.gross / 100],
  state: [10, (row) => inputStates.text(row.state)],
  month: [12, (row) => row.month?.slice(0, 7) ?? ''],
  note: [28, (row) => row.note],
  who: [10, (row) => row.operatorName],
}

export const exportInputs = listExport<ParsedOf<typeof contract.tax.inputExport>, View, keyof typeof inputColumns>({
  kind: 'inputExport',
  key: 'data.money',
  whole: true,
  title: '进项发票',
  unit: '张',
  titles: inputColumns,
  cells,
  page: inputs,
})

/** @throws Refusal tooFrequent (-7) */
export const inputExport: HandlerOf<'tax', 'inputExport'> = (filter, ctx) => enqueueExport(ctx, exportInputs, filter)

/** @throws Refusal badInput (-2) for a number that is registered, another buyer, or amounts that do not agree */
export const inputAdd: HandlerOf<'tax', 'inputAdd'> = async ({ net, tax, buyerName, buyerTaxNo, ...invoice }, ctx) => {
  const amounts = { netFen: net, taxFen: tax, grossFen: net + tax }
  const { code, number, issuedOn, kind } = invoice
  const numbered = numberProblem(code, number)
  if (numbered !== null) throw badInput(numbered.field, numbered.message)
  if (issuedOn > localDate(ctx.now)) throw badInput('issuedOn', '日期不能晚于今天')
  const sums = amountsProblem(amounts)
  if (sums !== null) throw badInput(sums.field === 'gross' ? 'tax' : sums.field, sums.message)
  const titled = titleProblem(await store.ownTitle(ctx), { name: buyerName, taxNo: buyerTaxNo })
  if (titled !== null) throw badInput(titled.field, titled.message)
  await store.lockInputs(ctx)
  if ((await store.grossByKey(ctx, [number])).has(keyOf(invoice))) throw badInput('number', '该发票号码已登记')
  const state = usualInputState(kind, await taxpayerOf(ctx))
  const [row] = await store.insertInputs(ctx, [{ ...invoice, netFen: net, taxFen: tax, state }])
  ctx.audit({
    targetType: 'inputInvoice',
    targetId: row!.id,
    after: { number, seller: invoice.seller, amount: net + tax, deducted: inputStates.text(state) },
  })
  return { inputId: row!.id, state }
}

/**
 * Chooses invoices for the return of a month (勾选).
 * @throws Refusal notFound (-4), stale (-5) for one that does not wait, badInput (-2) for a month before it was issued
 */
export const inputChoose: HandlerOf<'tax', 'inputChoose'> = async ({ inputIds, month }, ctx) => {
  const ids = [...new Set(inputIds)]
  await store.lockInputs(ctx)
  const rows = await store.lockByIds(ctx, ids)
  if (rows.length < ids.length) throw new Refusal('notFound', { field: 'inputIds' })
  const first = `${month}-01`
  if (await isFiledMonth(ctx, first)) throw badInput('month', `${month} 已确认申报，请选其他月份`)
  for (const row of rows) {
    advance(inputSteps, 'choose', row.state)
    const problem = chooseProblem(row.issuedOn, first)
    if (problem !== null) throw badInput('month', problem)
  }
  await store.setState(ctx, ids, inputSteps.steps.choose.to, first)
  const taxFen = rows.reduce((sum, row) => sum + row.taxFen, 0)
  ctx.audit({
    targetType: 'month',
    targetId: month.replace('-', ''),
    after: { taxMonth: month, invoices: rows.length, amount: taxFen },
  })
  return { count: rows.length, tax: taxFen }
}

/** @throws Refusal notFound (-4), stale (-5) */
async function lockAtVersion(ctx: Context, inputId: string, version: number): Promise<store.InputRow> {
  await store.lockInputs(ctx)
  const row = requireFound((await store.lockByIds(ctx, [inputId]))[0])
  requireVersion(version, row.version)
  return row
}

type Act = 'takeBack' | 'exclude' | 'include'

/** A choice of one invoice that leads to another state without a month. @throws Refusal notFound (-4), stale (-5) */
const stateAct =
  (act: Act) =>
  async ({ inputId, version }: { readonly inputId: string; readonly version: number }, ctx: Context) => {
    const row = await lockAtVersion(ctx, inputId, version)
    if (row.month !== null && (await isFiledMonth(ctx, row.month)))
      throw badInput('inputId', `${row.month.slice(0, 7)} 已确认申报，不能撤销勾选`)
    const state = advance(inputSteps, act, row.state)
    await store.setState(ctx, [inputId], state, null)
    ctx.audit({
      targetType: 'inputInvoice',
      targetId: inputId,
      before: { deducted: inputStates.text(row.state), taxMonth: row.month?.slice(0, 7) },
      after: { number: row.number, deducted: inputStates.text(state) },
    })
    return { state, version: version + 1 }
  }

export const inputTakeBack = stateAct('takeBack')
export const inputExclude = stateAct('exclude')
export const inputInclude = stateAct('include')

/** Takes back what was registered wrongly; its number is free again. @throws Refusal notFound (-4), stale (-5) */
export const inputVoid: HandlerOf<'tax', 'inputVoid'> = async ({ inputId, version, reason }, ctx) => {
  const row = await lockAtVersion(ctx, inputId, version)
  advance(inputSteps, 'void', row.state)
  await store.voidInput(ctx, inputId, reason)
  ctx.audit({
    targetType: 'inputInvoice',
    targetId: inputId,
    before: { number: row.number, seller: row.seller, amount: row.netFen + row.taxFen },
    after: { reason },
  })
  return {}
}
