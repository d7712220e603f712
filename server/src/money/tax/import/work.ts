import {
  type InputImportKey,
  inputImportColumns,
  inputImportHeading,
  inputTable,
} from '@cheyi/domain/money/tax/import/columns'
import { type InputPlan, type KnownInputs, planInputs } from '@cheyi/domain/money/tax/import/plan'
import { type ReadInput, readInput } from '@cheyi/domain/money/tax/import/row'
import { MAX_IMPORT_ROWS } from '@cheyi/domain/platform/table-import/layout'
import { tellOfRecords } from '../../../kernel/events.ts'
import { type Asked, tableImport, tableTemplate } from '../../../platform/table-import/actions.ts'
import { insertInputs, loadReferences, lockInputs } from '../input-store.ts'

/** Imports suppliers' invoices from the file of 电子税务局, or from a list of the accountant. */
export const inputImport = tableImport<InputImportKey, Asked, ReadInput, object, KnownInputs, InputPlan>({
  kind: inputTable,
  noun: '进项发票',
  none: '任何发票',
  jobs: { check: 'inputCheck', run: 'inputImport' },
  key: 'finance.reconcile',
  field: 'inputColumn',
  readRow: readInput,
  understand: () => ({}),
  known: loadReferences,
  plan: ({ rows, firstLine }, facts, _, { now: _now, ...piece }) => planInputs(rows, facts, { ...piece, firstLine }),
  async lock(ctx, rows) {
    await lockInputs(ctx)
    return loadReferences(ctx, rows)
  },
  async carryOut(ctx, plans) {
    const invoices = plans.flatMap((plan) => (plan.action === 'create' ? [plan.invoice] : []))
    if (invoices.length > 0) await insertInputs(ctx, invoices)
  },
  async afterwards(ctx) {
    tellOfRecords(ctx, 'tax.import')
  },
})

const notes = [
  '带 * 的列必填；号码填数电票号码，旧版发票填发票代码和发票号码',
  '电子税务局「发票查询统计」导出的取得发票可直接上传（XLSX 或 CSV），列名和顺序不限',
  '购买方名称、税号须与商家资料一致，抬头错误的发票不导入',
  '号码相同的发票只导入一次；红字发票金额为负数',
  '有货物名称的明细表，同一张发票的多行合并为一张',
  `每次最多${MAX_IMPORT_ROWS}行，文件不超过10MB；.xls 请另存为 .xlsx`,
]

export const makeInputTemplate = tableTemplate({
  kind: 'inputTemplate',
  key: 'finance.reconcile',
  sheet: '进项发票',
  file: '进项发票导入模板.xlsx',
  heading: inputImportHeading,
  columns: inputImportColumns,
  notes,
})
