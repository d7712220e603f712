import { useState } from 'react'
import { calls, useRead } from '../../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../../page/opened.tsx'
import { Answer } from '../../../../page/page.tsx'
import { Empty } from '../../../../ui/frame/empty.tsx'
import { Button, MainButton } from '../../../../ui/layout.tsx'
import { CandidateList } from '../../../arrange/parts/candidate-list.tsx'
import type { Entered } from '../form.ts'
import type { Booking } from '../use-booking.ts'

/** A specific car for the stay, or none, and the arranging rules choose the best. Answers `vehicle` for the form. */
export default function CarSheet({ booking, answer }: { readonly booking: Booking } & Asks<Pick<Entered, 'vehicle'>>) {
  const { entered, trip, now } = booking
  const [from = 0, to = 0] = trip.times
  const modelId = entered.modelId ?? ''
  const stay = { storeId: trip.store?.id, modelId, pickupAt: from, returnAt: to }
  const cars = useRead(calls.arrange.available, stay)
  const [chosen, setChosen] = useState(entered.vehicle?.vehicleId ?? null)
  const car = cars.data?.list.find(({ vehicleId }) => vehicleId === chosen)

  return (
    <OpenedSheet
      title="指定车辆"
      footer={
        <>
          <Button size="l" onClick={() => answer({ vehicle: null })}>
            不指定
          </Button>
          <MainButton
            reason={car ? undefined : '请选择车辆'}
            onClick={() => car && answer({ vehicle: { vehicleId: car.vehicleId, plate: car.plate } })}
          >
            确定
          </MainButton>
        </>
      }
    >
      <Answer of={cars} cards={2}>
        {(window) => (
          <CandidateList
            window={window}
            cars={window.list}
            stay={{ from, to }}
            modelId={modelId}
            value={chosen}
            onChange={setChosen}
            now={now}
          />
        )}
      </Answer>
      {cars.data?.list.length === 0 && <Empty title="暂无可用车辆" note="该车型在本店没有在营车辆" />}
    </OpenedSheet>
  )
}
