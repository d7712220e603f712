import { flowKinds } from '@cheyi/domain/money/payment/codes'
import { calls } from '../../../kernel/call/calls.ts'
import { flowColumns, openMovement } from '../../../money/payment/parts/flow-columns.tsx'
import { linkedFilter, listPage, pickCode } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { instalmentScreens } from '../screens.ts'

const kind = pickCode('kind', '款项', flowKinds)
const span = period('period', 'from', 'to')

/** The money movements of one long order, including deposits. */
export default listPage(instalmentScreens.flowRecord, {
  call: calls.payment.flowList,
  noun: '交易记录',
  filters: [linkedFilter('orderId'), kind, span],
  keyOf: ({ id }) => id,
  columns: flowColumns,
  unit: '笔',
  open: (movement) => void openMovement(movement),
  useExport: exporting(calls.payment.flowExport, '导出交易记录', { may: 'order.fee' }),
})
