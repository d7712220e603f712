import { ActionSheet } from '../../ui/sheet.tsx'
import { type Changes, sorts } from './filter.ts'

interface SortSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onChange: (changes: Changes) => void
}

/** Chooses the order of the list. */
export default function SortSheet({ open, onClose, onChange }: SortSheetProps) {
  return (
    <ActionSheet
      open={open}
      onClose={onClose}
      title="排序"
      actions={sorts}
      onPick={(picked) => onChange({ sort: picked === 'next' ? undefined : picked })}
    />
  )
}
