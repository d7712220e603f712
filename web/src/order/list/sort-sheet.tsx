import { Cell } from '../../ui/cell.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type Changes, type ListValues, sorts } from './filter.ts'

interface SortSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly value: ListValues['sort']
  readonly onChange: (changes: Changes) => void
}

/** Chooses the order of the list. */
export default function SortSheet({ open, onClose, value, onChange }: SortSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="排序" flush>
      {sorts.map(({ key, label }) => (
        <Cell
          key={key}
          label={label}
          current={key === value}
          chevron={false}
          extra={key === value && <Icon name="check" label="已选" />}
          onClick={() => {
            onChange({ sort: key === 'next' ? undefined : key })
            onClose()
          }}
        />
      ))}
    </Sheet>
  )
}
