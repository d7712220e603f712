import type { InputOf } from '@cheyi/contract/call'
import type { inventory } from '@cheyi/contract/inventory'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { go } from '../../kernel/router.ts'
import { useMay } from '../../kernel/user.ts'
import { type Action, ActionSheet, Sheet } from '../../ui/sheet.tsx'
import { JobProgress } from '../parts/job-progress.tsx'
import { inventoryScreens } from '../screens.ts'

interface MoreSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  /** What an export takes: the list as it is narrowed now. */
  readonly filter: InputOf<typeof inventory.exportFleet>
  readonly onBatch: () => void
}

/** What else can be done with the fleet. */
export default function MoreSheet({ open, onClose, filter, onBatch }: MoreSheetProps) {
  const mayEdit = useMay('inventory.edit')
  const mayImport = useMay('inventory.import')
  const mayExport = useMay('inventory.export')
  const [jobId, setJobId] = useState<string>()
  const exporting = useWrite(calls.inventory.exportFleet)
  const actions: Action[] = [
    ...(mayEdit ? [{ key: 'new', label: '新增车辆', icon: 'plus', tone: 'primary' } as const] : []),
    ...(mayImport
      ? [{ key: 'import', label: '导入表格', note: 'XLSX 或 CSV，一次最多5000辆', icon: 'document' } as const]
      : []),
    ...(mayExport ? [{ key: 'export', label: '导出车辆', note: '按当前筛选导出', icon: 'receipt' } as const] : []),
    ...(mayEdit ? [{ key: 'batch', label: '批量操作', note: '上架、下架、换门店', icon: 'check' } as const] : []),
  ]
  async function pick(key: string) {
    if (key === 'new') go(inventoryScreens.edit, { id: '0' })
    if (key === 'import') go(inventoryScreens.import, {})
    if (key === 'batch') onBatch()
    if (key === 'export') setJobId((await exporting.run(filter))?.jobId)
  }
  return (
    <>
      <ActionSheet open={open} onClose={onClose} title="更多操作" actions={actions} onPick={(key) => void pick(key)} />
      <Sheet open={jobId !== undefined} onClose={() => setJobId(undefined)} title="导出车辆">
        {jobId !== undefined && <JobProgress jobId={jobId} doing="正在导出" done="导出完成，链接24小时内有效" />}
      </Sheet>
    </>
  )
}
