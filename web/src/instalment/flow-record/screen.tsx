import { flowKinds } from '@cheyi/domain/payment/codes'
import { ExportButton } from '../../job/parts/export-button.tsx'
import { calls } from '../../kernel/call/calls.ts'
import { useScreen } from '../../kernel/page/pages.tsx'
import { useMay } from '../../kernel/user.ts'
import { type Filter, listPage } from '../../page/list/list-page.tsx'
import { period } from '../../page/list/period-filter.tsx'
import { pickCode } from '../../page/list/pick-filter.tsx'
import { FlowRow } from '../../payment/parts/flow-row.tsx'
import { Row } from '../../ui/layout.tsx'
import { instalmentScreens } from '../screens.ts'

/** The order of the address: nobody chooses it here. */
const ofOrder: Filter<'orderId', string, 'orderId'> = {
  name: 'orderId',
  address: ['orderId'],
  read: ({ orderId }) => orderId,
  Field: () => null,
}
const kind = pickCode('kind', '款项', flowKinds)
const span = period('period', 'from', 'to')

/** The movements of money of one long order, deposits included. */
export default listPage(instalmentScreens.flowRecord, {
  call: calls.payment.flowList,
  noun: '交易记录',
  filters: [ofOrder, kind, span],
  keyOf: ({ id }) => id,
  Row: FlowRow,
  estimate: 84,
  Head,
  still: true,
})

function Head() {
  const values = useScreen(instalmentScreens.flowRecord)
  const mayExport = useMay('order.fee')
  if (!mayExport) return null
  const input = { orderId: values.orderId, kind: kind.read(values), period: span.read(values) }
  return (
    <Row justify="end" pad={[8, 12]}>
      <ExportButton call={calls.payment.flowExport} title="导出交易记录" input={input} />
    </Row>
  )
}
