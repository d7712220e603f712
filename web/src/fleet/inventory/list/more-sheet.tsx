import { calls, type InputOf } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { type Asks, useOpened } from '../../../page/opened.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { type Action, ActionSheet } from '../../../ui/modal/sheet.tsx'
import { inventoryScreens } from '../screens.ts'

interface MoreSheetProps extends Asks<'batch'> {
  /** Input of an export: the current filter of the list. */
  readonly filter: InputOf<typeof calls.inventory.exportFleet>
  /** Several cars can be selected, and are not yet. */
  readonly mayPick: boolean
}

/** Further actions on the fleet. Answers the action that the list itself must continue. */
export default function MoreSheet({ filter, mayPick, answer }: MoreSheetProps) {
  const { open, close } = useOpened()
  const mayEdit = useMay('inventory.edit')
  const mayImport = useMay('inventory.import')
  const mayExport = useMay('inventory.export')
  const exporting = useExport(calls.inventory.exportFleet, '导出车辆')
  const actions: Action[] = [
    ...(mayEdit ? [{ key: 'new', label: '新建车辆', icon: 'plus', tone: 'primary' } as const] : []),
    ...(mayImport
      ? ([
          { key: 'import', label: '导入表格', note: 'XLSX 或 CSV，一次最多5000辆', icon: 'document' },
          { key: 'policies', label: '导入保单', note: '保险公司或自己的保单表', icon: 'shield' },
        ] as const)
      : []),
    ...(mayExport ? [{ key: 'export', label: '导出车辆', note: '按当前筛选导出', icon: 'receipt' } as const] : []),
    ...(mayPick ? [{ key: 'batch', label: '批量操作', note: '上架、下架、换门店', icon: 'check' } as const] : []),
  ]
  async function pick(key: string) {
    if (key === 'new') go(inventoryScreens.edit, { id: '0' })
    if (key === 'import') go(inventoryScreens.import, {})
    if (key === 'policies') go(inventoryScreens.policies, {})
    if (key === 'batch') answer('batch')
    if (key === 'export') await exporting.run(filter)
  }
  return <ActionSheet open={open} onClose={close} title="更多操作" actions={actions} onPick={(key) => void pick(key)} />
}
