import { invoiceStatuses } from '@cheyi/domain/money/invoice/invoice'
import { calls, type InputOf } from '../../../kernel/call/calls.ts'
import { listPage, type MenuAct, pick, pickCode } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { open } from '../../../page/open.ts'
import { exporting, useExport } from '../../../platform/job/parts/use-export.ts'
import { invoiceColumns } from '../parts/invoice-columns.ts'
import { invoiceScreens } from '../screens.ts'

const status = pickCode('status', '状态', invoiceStatuses)
const readRed = (text: string) => text === '1' || undefined
const span = period('period', 'from', 'to')

function useActs({ keyword, period: days }: Partial<InputOf<typeof calls.invoice.list>>): readonly MenuAct[] {
  const { run } = useExport(calls.invoice.batchExport, '导出批量开票表')
  return [{ label: '导出批量开票表', run: () => void run({ keyword, period: days }) }]
}

export default listPage(invoiceScreens.list, {
  call: calls.invoice.list,
  noun: '发票',
  search: '抬头或发票号码',
  filters: [status, pick('redDue', '红冲', '全部发票', () => [{ value: '1', label: '待红冲' }], readRed), span],
  keyOf: ({ id }) => id,
  columns: invoiceColumns,
  unit: '张',
  useMenu: useActs,
  useExport: exporting(calls.invoice.exportAll, '导出发票登记'),
  open: ({ id }) => void open(() => import('../parts/invoice-sheet.tsx'), { id }),
  empty: { note: '在订单的费用明细或收款单里登记发票' },
})
