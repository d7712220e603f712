import { useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Cell, MainButton, Note } from '../../../ui/layout.tsx'
import { type Moved, movedWords } from './moved.ts'

interface MovedSheetProps extends Asks<true> {
  readonly moved: readonly Moved[]
  /** Asks for confirmation before the move; otherwise shows it afterwards. */
  readonly asks: boolean
}

/** Orders that are moved to another car, each with customer, time and cars. */
export default function MovedSheet({ moved, asks, answer }: MovedSheetProps) {
  const now = useNow()
  return (
    <OpenedSheet
      title={asks ? `将改派其他${moved.length}单` : '排车已调整'}
      flush
      footer={<MainButton onClick={() => answer(true)}>{asks ? '确认改派' : '知道了'}</MainButton>}
    >
      <Note pad={[0, 16, 8]}>
        {asks
          ? '为本单腾出车辆，以下未锁定的订单换为同款其他车'
          : `为本单腾出车辆，以下 ${moved.length} 个未锁定的订单已改派`}
      </Note>
      {moved.map((order) => {
        const { who, cars } = movedWords(order, now)
        return <Cell key={order.orderId} label={<span className="num">{who}</span>} note={cars} />
      })}
    </OpenedSheet>
  )
}
