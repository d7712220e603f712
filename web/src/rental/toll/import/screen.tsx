import { tollImportColumns } from '@cheyi/domain/rental/toll/import/columns'
import { calls } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { RecordImport } from '../../../platform/table-import/parts/record-import.tsx'
import { tollScreens } from '../screens.ts'

/** Imports the bill of an ETC card, a car park or a charger. */
export default function Import() {
  const at = useScreen(tollScreens.import)
  return (
    <RecordImport
      at={at}
      columns={tollImportColumns}
      template={calls.toll.importTemplate}
      check={calls.toll.importCheck}
      askOf={({ names: _, ...table }) => table}
      confirm={calls.toll.importConfirm}
      notes={[
        'ETC、停车场、充电平台导出的账单可直接上传，一行一笔',
        '按车牌（或卡号）和时间自动匹配订单；没有客户用车的由商家承担',
        '每笔都计入车辆费用；同一笔不会重复导入',
      ]}
      update="更新"
      none="导入前再检查一遍，仍有一行错误就一笔也不导入"
      done={{ label: '查看账单', onClick: () => go(tollScreens.list, {}, { replace: true }) }}
    />
  )
}
