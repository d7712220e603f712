import { costImportColumns } from '@cheyi/domain/fleet/cost/import/columns'
import { calls } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { goBack } from '../../../kernel/page/router.ts'
import { ImportPage } from '../../../platform/table-import/parts/import-page.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { inventoryScreens } from '../../inventory/screens.ts'
import { costScreens } from '../screens.ts'

/** Imports costs of vehicles from a table of the merchant, or from the bill of a garage or card. */
export default function Import() {
  const at = useScreen(costScreens.import)
  const patch = usePatch()
  const restart = () => patch({ rstep: undefined, check: undefined, run: undefined, file: undefined })
  return (
    <ImportPage
      at={at}
      patch={patch}
      restart={restart}
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
      end={
        <ActionBar>
          <Button size="l" onClick={restart}>
            继续导入
          </Button>
          <MainButton onClick={() => goBack(inventoryScreens.list.path)}>完成</MainButton>
        </ActionBar>
      }
    />
  )
}
