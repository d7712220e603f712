import {
  type BankImportKey,
  bankImportColumns,
  bankImportHeading,
  bankTable,
} from '@cheyi/domain/money/bank/import/columns'
import { type BankPlan, type PlannedBankLine, planBankLines } from '@cheyi/domain/money/bank/import/plan'
import { type ReadBankRow, readBankRow } from '@cheyi/domain/money/bank/import/row'
import { MAX_IMPORT_ROWS } from '@cheyi/domain/platform/table-import/layout'
import { tellOfRecords } from '../../../kernel/events.ts'
import { type Asked, tableImport, tableTemplate } from '../../../platform/table-import/actions.ts'
import { matchCertain } from '../match-certain.ts'
import { accountOf, type BankFacts, insertLines, loadReferences, lockRows } from './store.ts'

export interface AskedStatement extends Asked {
  readonly accountId: string
}

/** Imports the statement of an account; what is certain is matched once all of it is there. */
export const bankImport = tableImport<BankImportKey, AskedStatement, ReadBankRow, object, BankFacts, BankPlan>({
  kind: bankTable,
  noun: '银行流水',
  none: '任何流水',
  jobs: { check: 'bankCheck', run: 'bankImport' },
  key: 'finance.reconcile',
  field: 'bankColumn',
  readRow: readBankRow,
  understand: () => ({}),
  known: loadReferences,
  plan: ({ rows }, facts, { accountId }, { now: _, ...piece }) =>
    planBankLines(rows, facts.marks.get(accountId) ?? new Map(), accountOf(facts, accountId), piece),
  lock: lockRows,
  async carryOut(ctx, plans) {
    const lines: PlannedBankLine[] = []
    let accountId = ''
    for (const plan of plans) {
      if (plan.action !== 'create') continue
      lines.push(plan.line)
      accountId = plan.accountId
    }
    await insertLines(ctx, accountId, lines)
  },
  async afterwards(ctx) {
    await matchCertain(ctx)
    tellOfRecords(ctx, 'bank.import')
  },
})

const notes = [
  '带 * 的列必填；收入、支出两列，或发生额一列加收支方向',
  '网银、微信商户平台的资金账单、支付宝的账务明细导出后可直接上传（CSV 或 XLSX），列名和顺序不限',
  `每次最多${MAX_IMPORT_ROWS}行，文件不超过10MB；.xls 请另存为 .xlsx`,
  '同一笔重复导入只算一次：有流水号的按流水号和金额，没有的按整行内容',
  '早于账户启用日期的不导入',
  '对方账号只保存后四位',
]

export const makeBankTemplate = tableTemplate({
  kind: 'bankTemplate',
  key: 'finance.reconcile',
  sheet: '流水',
  file: '银行流水导入模板.xlsx',
  heading: bankImportHeading,
  columns: bankImportColumns,
  notes,
})
