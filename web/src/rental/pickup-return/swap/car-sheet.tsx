import { useState } from 'react'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { MainButton } from '../../../ui/layout.tsx'
import { type Candidate, canTake } from '../../arrange/parts/candidate.ts'
import { CandidateList } from '../../arrange/parts/candidate-list.tsx'

interface CarSheetProps extends Asks<Candidate> {
  readonly order: OrderDetail
  /** Until when the customer needs it; undefined until entered. */
  readonly returnAt: number | undefined
  readonly chosen: string | null
}

/** Cars available from now on, those of other models too; answers the chosen one. */
export default function CarSheet({ order, returnAt, chosen, answer }: CarSheetProps) {
  const { orderId, model } = order
  const now = useNow()
  const cars = useRead(calls.arrange.available, { orderId, returnAt, upgrade: true })
  const list = cars.data?.list ?? []
  const [marked, setMarked] = useState(chosen)
  const car = list.find(({ vehicleId }) => vehicleId === marked) ?? list.find(canTake)
  return (
    <OpenedSheet
      title="选择新车"
      footer={
        <MainButton reason={car && canTake(car) ? undefined : '请选择车辆'} onClick={() => car && answer(car)}>
          确定
        </MainButton>
      }
    >
      <Answer of={cars} cards={2}>
        {(window) =>
          window.list.length === 0 ? (
            <Empty title="暂无可用车辆" note="本店没有在营的同级或更高级车辆" />
          ) : (
            <CandidateList
              window={window}
              cars={window.list}
              stay={{ from: now, to: returnAt ?? order.returnAt, orderId }}
              modelId={model.modelId}
              value={car?.vehicleId ?? null}
              onChange={setMarked}
              now={now}
            />
          )
        }
      </Answer>
    </OpenedSheet>
  )
}
