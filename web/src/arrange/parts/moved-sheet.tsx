import { displayPlate } from '@cheyi/domain/check/plate'
import type { calls, OutputOf } from '../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../page/opened-sheet.tsx'
import { MainButton } from '../../ui/button.tsx'
import { Note } from '../../ui/layout.tsx'
import { Cell } from '../../ui/show/cell.tsx'

interface MovedSheetProps extends Asks<true> {
  readonly moved: OutputOf<typeof calls.arrange.plan>['moved']
}

/** Orders that got another car to make room: nobody has to do anything, but the store must know. */
export default function MovedSheet({ moved, answer }: MovedSheetProps) {
  return (
    <OpenedSheet title="排车已调整" flush footer={<MainButton onClick={() => answer(true)}>知道了</MainButton>}>
      <Note pad={[0, 16, 8]}>为本单腾出车辆，以下 {moved.length} 个未锁定的订单已改派</Note>
      {moved.map(({ orderId, orderNo, from, to }) => (
        <Cell
          key={orderId}
          label={<span className="num">{orderNo}</span>}
          note={`${displayPlate(from)} → ${displayPlate(to)}`}
        />
      ))}
    </OpenedSheet>
  )
}
