import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/layout.tsx'
import { Sheet } from '../../ui/modal/sheet.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { plateText } from '../../ui/show/plate.tsx'
import type { Moved } from './use-arrange.ts'

/** Orders that got another car to make room: nobody has to do anything, but the store must know. */
export function MovedSheet({ moved, onClose }: { moved: Moved | null; onClose: () => void }) {
  return (
    <Sheet
      open={moved !== null}
      onClose={onClose}
      title="排车已调整"
      flush
      footer={
        <Button variant="primary" size="l" block onClick={onClose}>
          知道了
        </Button>
      }
    >
      <Note pad={[0, 16, 8]}>为本单腾出车辆，以下 {moved?.length} 个未锁定的订单换了车</Note>
      {moved?.map(({ orderId, orderNo, from, to }) => (
        <Cell
          key={orderId}
          label={<span className="num">{orderNo}</span>}
          note={`${plateText(from)} → ${plateText(to)}`}
        />
      ))}
    </Sheet>
  )
}
