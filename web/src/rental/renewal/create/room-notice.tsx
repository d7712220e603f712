import { formatMoment } from '@cheyi/domain/near'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button, Card, Note, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { movedWords } from '../../arrange/parts/moved.ts'
import type { RenewalPrice } from './use-price.ts'

const isFull = isRefusedFor('renewalNoVehicle')
const isOpen = isRefusedFor('renewalOpen')
const isUnsettled = isRefusedFor('overdueUnsettled')

interface FailedProps {
  readonly failure: CallFailure
  readonly orderId: string
  readonly returnAt: number
  /** The end of the rental when the car must be back by this moment. */
  readonly lastEnd: (latest: number) => number
  readonly onTake: (returnAt: number) => void
  /** Opens the swap; undefined without permission. */
  readonly onSwap: (() => void) | undefined
  /** Opens the pending renewal, to pay or cancel it; undefined without permission. */
  readonly onRecord: (() => void) | undefined
  readonly onSettled: () => void
}

/** Why this renewal is impossible, with the alternatives as buttons. */
export function NoRoom({ failure, orderId, returnAt, lastEnd, onTake, onSwap, onRecord, onSettled }: FailedProps) {
  const now = useNow()
  const mayCharge = useMay('order.return')
  const mayCollect = useMay('order.payment')
  const { latestReturnAt, charged } = (failure.data ?? {}) as { latestReturnAt?: number | null; charged?: boolean }
  const last = latestReturnAt == null ? returnAt : lastEnd(latestReturnAt)
  const settle = async () => {
    if (charged) await open(() => import('../../../money/payment/parts/collect-sheet.tsx'), { orderId })
    else await open(() => import('../../pickup-return/parts/charge-late-sheet.tsx'), { orderId })
    onSettled()
  }
  return (
    <Stack gap={8}>
      <Notice tone="danger">{failure.message}</Notice>
      <Row gap={8} wrap>
        {isFull(failure) && last > returnAt && (
          <Button size="s" variant="primary" onClick={() => onTake(last)}>
            续至 {formatMoment(last, now)}
          </Button>
        )}
        {isFull(failure) && onSwap && (
          <Button size="s" onClick={onSwap}>
            换一辆车
          </Button>
        )}
        {isOpen(failure) && onRecord && (
          <Button size="s" variant="primary" onClick={onRecord}>
            查看待付款的续租
          </Button>
        )}
        {isUnsettled(failure) && (charged ? mayCollect : mayCharge) && (
          <Button size="s" variant="primary" onClick={() => void settle()}>
            {charged ? '收款' : '计收超时费'}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

/** Whether the car stays free without changes, or which orders are moved. */
export function Room({ price: { moved, warnings } }: { readonly price: RenewalPrice }) {
  const now = useNow()
  return (
    <>
      {moved.length === 0 ? (
        <Notice tone="success">续租期间车辆空闲，可直接续租</Notice>
      ) : (
        <Card pad title={`以下 ${moved.length} 单将换车`}>
          <Note>为本单腾出车辆，换为同款其他车</Note>
          {moved.map((order) => {
            const { who, cars } = movedWords(order, now)
            return (
              <Stack key={order.orderId} top={8}>
                <span className="num">{who}</span>
                <Note as="span">{cars}</Note>
              </Stack>
            )
          })}
        </Card>
      )}
      {warnings.length > 0 && <Notice>{warnings.join('；')}，续租后请更新</Notice>}
    </>
  )
}
