import { orderImportColumns } from '@cheyi/domain/booking/order/import/columns'
import { MAX_IMPORTED_ORDERS } from '@cheyi/domain/booking/order/import/row'
import { NamesCard } from '../../../fleet/inventory/parts/names-card.tsx'
import { calls } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { RecordImport } from '../../../platform/table-import/parts/record-import.tsx'
import { importScreen, orderScreens } from '../screens.ts'

/** Takes over the orders of another system that are booked or in use. */
export default function Import() {
  const at = useScreen(importScreen)
  return (
    <RecordImport
      at={at}
      columns={orderImportColumns}
      template={calls.order.importTemplate}
      check={calls.order.importCheck}
      askOf={(table) => table}
      confirm={calls.order.importConfirm}
      Names={NamesCard}
      most={MAX_IMPORTED_ORDERS}
      notes={[
        '原系统导出的订单表可直接上传，一行一个订单；先导入车辆',
        '只导入待取车和用车中的订单，已结束的留在原系统',
        '金额按表格；已收的租金和押金按「其他」入账，不给客户发短信',
        '车已取走的订单填车牌号，导入后在订单里补办取车',
      ]}
      update="更新"
      none="导入前再检查一遍，仍有一行错误就一个也不导入"
      done={{ label: '查看订单', onClick: () => go(orderScreens.list, {}, { replace: true }) }}
    />
  )
}
