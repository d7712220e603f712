import { Segmented } from '../../ui/frame/tabs.tsx'
import type { TableLook } from './use-table.ts'

const looks = [
  { value: 'rows', label: '列表' },
  { value: 'table', label: '表格' },
] as const

/** Switches a list between rows and table. */
export function TableSwitch({ look }: { look: TableLook }) {
  return (
    <Segmented
      label="显示方式"
      options={looks}
      value={look.on ? 'table' : 'rows'}
      onChange={(value) => look.turn(value === 'table')}
    />
  )
}
