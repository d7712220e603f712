import { invoiceStatuses } from '@cheyi/domain/invoice/invoice'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useWrite } from '../../kernel/call/calls.ts'
import { useScreen } from '../../kernel/page/pages.tsx'
import { readCode } from '../../page/list/chips-filter.tsx'
import { listPage } from '../../page/list/list-page.tsx'
import { period } from '../../page/list/period-filter.tsx'
import { pick } from '../../page/list/pick-filter.tsx'
import { open } from '../../page/open.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { InvoiceCell } from '../parts/invoice-cell.tsx'
import { invoiceScreens } from '../screens.ts'

const statuses = invoiceStatuses.items.map(({ value, name }) => ({ value: String(value), label: name }))
const readStatus = (text: string) => readCode(invoiceStatuses, text)
const readRed = (text: string) => text === '1' || undefined
const span = period('period', 'from', 'to')

/** Invoices that were asked for, issued and taken back. */
export default listPage(invoiceScreens.list, {
  call: calls.invoice.list,
  noun: '发票',
  search: '抬头或发票号码',
  filters: [
    pick('status', '状态', '全部状态', () => statuses, readStatus),
    pick('redDue', '红冲', '全部发票', () => [{ value: '1', label: '待红冲' }], readRed),
    span,
  ],
  keyOf: ({ id }) => id,
  Row: InvoiceCell,
  estimate: 84,
  Head,
  open: ({ id }) => void open(() => import('../parts/invoice-sheet.tsx'), { id }),
  empty: { note: '在订单的费用明细或收款单里登记发票' },
})

function Head() {
  const values = useScreen(invoiceScreens.list)
  const exporting = useWrite(calls.invoice.exportAll)
  async function exportAll() {
    const asked = await exporting.run({
      keyword: values.keyword || undefined,
      status: values.status ? readStatus(values.status) : undefined,
      redDue: readRed(values.redDue),
      period: span.read(values),
    })
    if (asked)
      await open(() => import('../../job/parts/export-sheet.tsx'), { title: '导出发票登记', jobId: asked.jobId })
  }
  return (
    <Row justify="end" pad={[12, 12, 10]}>
      <Button size="s" loading={exporting.pending} onClick={() => void exportAll()}>
        导出
      </Button>
    </Row>
  )
}
