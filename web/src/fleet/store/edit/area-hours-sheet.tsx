import { MainButton } from '../../../ui/button.tsx'
import { Note } from '../../../ui/layout.tsx'
import { Sheet } from '../../../ui/modal/sheet.tsx'
import { WindowList } from './hours-card.tsx'
import { type Area, hoursProblem } from './store-form.ts'

interface AreaHoursSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly area: Area
  readonly onChange: (hours: Area['hours']) => void
}

/** Service hours of one area. */
export function AreaHoursSheet({ open, onClose, area, onChange }: AreaHoursSheetProps) {
  const problem = hoursProblem(area.hours) ?? undefined
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`${area.name || '范围'}服务时间`}
      flush
      footer={
        <MainButton reason={problem} onClick={onClose}>
          完成
        </MainButton>
      }
    >
      <Note pad={[4, 16, 12]}>只在这些时段送车、取车；未设置任何时段表示与营业时间相同</Note>
      <WindowList night={false} hours={area.hours} error={problem} onChange={onChange} />
    </Sheet>
  )
}
