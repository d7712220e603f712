import { costImportColumns } from '@cheyi/domain/fleet/cost/import/columns'
import { calls } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { goBack } from '../../../kernel/page/router.ts'
import { RecordImport } from '../../../platform/table-import/parts/record-import.tsx'
import { inventoryScreens } from '../../inventory/screens.ts'
import { costScreens } from '../screens.ts'

/** Imports costs of vehicles from a table of the merchant, or from the bill of a garage or card. */
export default function Import() {
  const at = useScreen(costScreens.import)
  return (
    <RecordImport
      at={at}
      columns={costImportColumns}
      template={calls.cost.importTemplate}
      check={calls.cost.importCheck}
      askOf={({ names: _, ...table }) => table}
      confirm={calls.cost.importConfirm}
      notes={[
        '停车、加油、充电、过路费、保险等费用，一行一笔，须有车牌、类型、日期和金额',
        '有结束日期的按天计入各月；退回的金额填负数',
        '相同的费用不会重复导入；已结账的月份不能再记',
      ]}
      update="更新"
      none="导入前再检查一遍，仍有一行错误就一笔也不导入"
      done={{ label: '完成', onClick: () => goBack(inventoryScreens.list.path) }}
    />
  )
}
