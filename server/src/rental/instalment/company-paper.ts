import { createHash } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { badInput } from '@cheyi/domain/refusal'
import { canonicalText, type PaperDocument } from '@cheyi/domain/rental/agreement/document'
import { instalmentStatuses } from '@cheyi/domain/rental/instalment/codes'
import { addDays, formatLocal } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { bulkWork, enqueueExport, keepResult } from '../../platform/job/actions.ts'
import { merchantName } from '../../platform/merchant/actions.ts'
import { companyBill, rowsOfCompany } from './company.ts'

/* The bill of a company as a document: the total debt, and each instalment with its car, by month. */

type Calls = typeof contract.instalment
type Asked = ParsedOf<Calls['companyPaper']>
type Bill = OutputOf<Calls['companyBill']>
type BilledRow = OutputOf<Calls['companyRows']>['list'][number]

/** A larger bill must be requested month by month. */
const MOST_ROWS = 3000

/** The open amount of an instalment including its late fee. Fen. */
const openOf = ({ open, feeOpen }: BilledRow): number => open + feeOpen

function rowText(row: BilledRow): string {
  return [
    `${row.periodFrom} 至 ${addDays(row.periodTo, -1)}`,
    `${row.dueDate}到期`,
    instalmentStatuses.text(row.status),
    row.paid > 0 && row.open > 0 && `已付${formatMoney(row.paid)}`,
    row.lateFee > 0 && `逾期违约金${formatMoney(row.lateFee)}`,
    openOf(row) > 0 && `未付${formatMoney(openOf(row))}`,
  ]
    .filter(Boolean)
    .join('，')
}

function monthTable(month: string, rows: readonly BilledRow[]): PaperDocument['fees'][number] {
  return {
    title: `${month} 到期租金`,
    saying: '租期与付款情况',
    rows: rows.map((row) => ({
      name: `${row.plate ? displayPlate(row.plate) : row.modelName} 第${row.seq}期 ${row.orderNo}`,
      formula: rowText(row),
      amount: row.amount,
    })),
    total: rows.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/** The bill for printing: the sums are those of the page, the tables of the months contain every instalment. */
export function billDocument(
  bill: Bill,
  rows: readonly BilledRow[],
  { month, lessor, madeAt }: { readonly month?: string | undefined; readonly lessor: string; readonly madeAt: number },
): PaperDocument {
  const sums = month === undefined ? bill.sums : bill.months.find((one) => one.month === month)!
  const said: readonly (readonly [label: string, text: string])[] = [
    ['付款单位', bill.payer],
    ['税号', bill.taxNo],
    ['订单', `${bill.orders}个`],
    ['账期', month ?? '全部'],
    ['截至', formatLocal(madeAt, 'YYYY-MM-DD')],
  ]
  const money: readonly (readonly [label: string, fen: number])[] = [
    ['应付租金', sums.amount],
    ['已付租金', sums.paid],
    ['到期未付', sums.due],
    ['未付逾期违约金', sums.lateFees],
    ['未到期', sums.later],
    ...(month === undefined && bill.other > 0 ? ([['其他待付', bill.other]] as const) : []),
  ]
  const months = Map.groupBy(rows, ({ dueDate }) => dueDate.slice(0, 7))
  return {
    title: '对账单',
    agreementNo: `DZ${formatLocal(madeAt, 'YYYYMMDDHHmm')}`,
    madeAt,
    lessor,
    renter: bill.payer,
    sections: [
      { title: '单位', rows: said.flatMap(([label, text]) => (text === '' ? [] : [{ label, text }])) },
      { title: '汇总', rows: money.map(([label, fen]) => ({ label, text: formatMoney(fen) })) },
    ],
    fees: [...months].map(([of, some]) => monthTable(of, some)),
    clauses: [],
    consent: '',
    marks: [],
    photos: [],
  }
}

/** The bill and its rows, limited to those visible to the account. @throws Refusal notFound (-4), badInput (-2) */
async function readBill(ctx: Context, { payer, month }: Asked): Promise<{ bill: Bill; rows: BilledRow[] }> {
  const bill = await companyBill({ payer }, ctx)
  const rows = await rowsOfCompany(ctx, payer, month)
  if (rows.length === 0 && month !== undefined) throw badInput('month', '该月没有到期的租金')
  if (rows.length > MOST_ROWS) throw badInput('month', `超过${MOST_ROWS}期，请按月导出`)
  return { bill, rows }
}

/** The bill of a company as PDF, limited to one month where it is given. */
export const exportCompanyPaper = bulkWork<Asked>({
  kind: 'companyPaperExport',
  key: 'longOrder.flow',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { month } = run.input
    const { bill, rows, lessor, papers, whose } = await run.read(async (ctx) => ({
      ...(await readBill(ctx, run.input)),
      lessor: await merchantName(ctx.db),
      papers: ctx.outside().papers,
      whose: { merchantId: ctx.merchantId, accountId: ctx.accountId },
    }))
    const document = billDocument(bill, rows, { month, lessor, madeAt: run.now })
    const sha256 = createHash('sha256').update(canonicalText(document)).digest('hex')
    const bytes = await papers.print({ document, photos: [], stamp: null, sha256, verifyUrl: null }, whose)
    const file = await keepResult(run, bytes, `${bill.payer}对账单${month ?? ''}${document.agreementNo}.pdf`)
    return { state: jobState.done, message: `共${rows.length}期`, file }
  },
})

/** @throws Refusal notFound (-4) for a company without visible orders, tooFrequent (-7), badInput (-2) for a month without rows */
export const companyPaper: HandlerOf<'instalment', 'companyPaper'> = async (asked, ctx) => {
  await readBill(ctx, asked)
  return enqueueExport(ctx, exportCompanyPaper, asked)
}
