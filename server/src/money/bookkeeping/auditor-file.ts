import { kingdeeColumns } from '@cheyi/domain/money/bookkeeping/files'
import { daysOf } from '@cheyi/domain/money/closing/month'
import { accountName, accounts } from '@cheyi/domain/money/payment/accounts'
import { type Account, account } from '@cheyi/domain/money/payment/ledger'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { formatDateTime } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { writeTable } from '../../outside/table/tables.ts'
import { bulkWork, type Column, keepResult, sheetOf } from '../../platform/job/actions.ts'
import { assetSheet } from '../asset/actions.ts'
import { bankBalances } from '../bank/actions.ts'
import { acceptedPoints, closedMonth, closingPointName, trialBalanceSheet } from '../closing/actions.ts'
import * as store from './store.ts'
import { linesOfVouchers } from './work.ts'

/*
 * One workbook of a closed month for whoever audits it: who closed it and what was accepted as undone, the trial balance, what each balance
 * consists of, the bank beside the ledger, and the vouchers.
 */

/** Accounts whose balance somebody owes or is owed, so that it is listed order by order. Accounts of income and cost have a total of the period only. */
const owedAccounts: readonly Account[] = [
  account.platformClearing,
  account.receivable,
  account.insurerReceivable,
  account.violationAdvance,
  account.unearned,
  account.depositRental,
  account.depositViolation,
]

/** Rows that a sheet is still usable with, as in exports of lists. */
const MAX_ROWS = 50_000

type Fact = readonly [name: string, value: string]

const facts: readonly Column<Fact>[] = [
  ['项目', 20, ([name]) => name],
  ['内容', 60, ([, value]) => value],
]

type Accepted = Awaited<ReturnType<typeof acceptedPoints>>[number]

const accepted: readonly Column<Accepted>[] = [
  ['事项', 24, ({ kind }) => closingPointName(kind)],
  ['数量', 10, ({ count }) => count],
  ['说明', 60, ({ reason }) => reason],
  ['说明人', 14, ({ byName }) => byName ?? ''],
  ['时间', 18, ({ at }) => formatDateTime(at)],
]

const balances: readonly Column<store.OrderBalance>[] = [
  ['科目', 20, ({ account: of }) => accountName(of)],
  ['订单号', 20, ({ orderNo }) => orderNo ?? '（无订单）'],
  ['付款单位', 30, ({ payer }) => payer ?? ''],
  ['余额（借方为正）', 18, ({ fen }) => fen / 100],
]

type BankDay = Awaited<ReturnType<typeof bankBalances>>['list'][number]

const bank: readonly Column<BankDay>[] = [
  ['日期', 12, ({ day }) => day],
  ['银行余额', 16, ({ bank: fen }) => fen / 100],
  ['账簿余额', 16, ({ books }) => books / 100],
  ['未匹配流水', 16, ({ open }) => open / 100],
  ['不在本账内', 16, ({ outside }) => outside / 100],
  ['在途', 16, ({ transit }) => transit / 100],
  ['流水与对账单余额之差', 20, ({ gap }) => gap / 100],
]

async function factsOf(ctx: Context, month: string, vouchers: number | undefined): Promise<Fact[]> {
  const [closed, merchant] = await Promise.all([closedMonth(ctx, month), store.merchantName(ctx)])
  return [
    ['商户', merchant],
    ['账期', month],
    ['结账时间', closed === undefined ? '' : formatDateTime(closed.closedAt)],
    ['结账人', closed?.closedByName ?? ''],
    ['导出时间', formatDateTime(ctx.now)],
    ['记账凭证', vouchers === undefined ? '未生成' : `${vouchers}张`],
    ['单位', '元；结账后的更正记入以后的账期，不改变本期数字'],
  ]
}

/** In the order of a balance sheet; what no order explains is one row of its account, so that the rows come to its balance. */
const inOrder = (rows: readonly store.OrderBalance[]) =>
  rows.toSorted((a, b) => accounts.indexOf(a.account) - accounts.indexOf(b.account))

/** The workbook of a closed month for its auditor. */
export const exportAuditorFile = bulkWork<{ readonly month: string }>({
  kind: 'auditorExport',
  key: 'data.money',
  whole: true,
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { month } = run.input
    const before = daysOf(month)[1]
    const made = await run.read((ctx) => store.madeVouchers(ctx, month))
    let isCut = false
    const sheets = await run.read(async (ctx) => {
      const owed = await store.orderBalances(ctx, owedAccounts, before, MAX_ROWS + 1)
      isCut = owed.length > MAX_ROWS
      return [
        sheetOf('说明', facts, await factsOf(ctx, month, made?.vouchers)),
        sheetOf('未完成事项', accepted, await acceptedPoints(ctx, month)),
        await trialBalanceSheet(ctx, month),
        sheetOf('余额明细', balances, inOrder(owed.slice(0, MAX_ROWS))),
        sheetOf('银行余额', bank, (await bankBalances({ month }, ctx)).list),
        await assetSheet(ctx, month),
      ]
    })
    const vouchers = made === undefined ? [] : [sheetOf('记账凭证', kingdeeColumns, await linesOfVouchers(run, month))]
    const bytes = await writeTable([...sheets, ...vouchers])
    return {
      state: jobState.done,
      message: `${month} 审计文件${isCut ? `，余额明细只含前${MAX_ROWS}行，合计以科目余额表为准` : ''}`,
      file: await keepResult(run, bytes, `审计文件${month}.xlsx`),
    }
  },
})
