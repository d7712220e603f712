import '../parts/flow.css'
import './record.css'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { handoverType, handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { useState } from 'react'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Grow, Row } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { ComparedEnds } from '../parts/compared-ends.tsx'
import type { Records } from '../parts/handover.ts'
import { pickupReturnScreens } from '../screens.ts'
import { DamageCompare } from './damage-compare.tsx'
import { PhotoCompare } from './photo-compare.tsx'
import { RecordCard } from './record-card.tsx'
import { rowsOf, segmentsOf } from './segments.ts'

/** The pickup and the return of an order side by side. */
export default page(pickupReturnScreens.record, ({ orderId }) => {
  const [data] = useAnswers(ask(calls.pickupReturn.records, { orderId }))
  return data.records.length > 0 ? (
    <Comparison data={data} />
  ) : (
    <Page>
      <Empty title="暂无取还车记录" note="办理取车后，照片、里程和车损会记录在这里" />
    </Page>
  )
})

function Comparison({ data }: { data: Records }) {
  const segments = segmentsOf(data.records)
  const [chosen, setChosen] = useState(segments.at(-1)?.vehicleId)
  const segment = segments.find(({ vehicleId }) => vehicleId === chosen) ?? segments[0]
  if (segment === undefined) return null
  const { pickup, back } = segment
  return (
    <Page
      head={
        <Row gap={12} pad={[2, 16, 10]} num narrow>
          <Plate plate={segment.plate} />
          <Grow as="span" note cut>
            {data.contactName} · {data.orderNo}
          </Grow>
        </Row>
      }
    >
      {segments.length > 1 && (
        <ChipRadios
          look="wrap"
          label="用过的车辆"
          options={segments.map(({ vehicleId, plate }) => ({ value: vehicleId, label: displayPlate(plate) }))}
          value={segment.vehicleId}
          onChange={setChosen}
        />
      )}
      <Card pad>
        <ComparedEnds rows={rowsOf(segment)} />
      </Card>
      <PhotoCompare segment={segment} />
      <DamageCompare segment={segment} />
      {pickup && <RecordCard title={handoverTypes.text(handoverType.pickup)} record={pickup} />}
      {back && <RecordCard title={handoverTypes.text(handoverType.return)} record={back} />}
    </Page>
  )
}
