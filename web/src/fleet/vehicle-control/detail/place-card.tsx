import { formatMoment } from '@cheyi/domain/near'
import { MINUTE } from '@cheyi/domain/time'
import { useState } from 'react'
import { Box, Note, Row, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { StoreMap } from '../../store/parts/map/map.tsx'
import { type CarDetail, lastingText, nearText } from '../parts/car-words.ts'
import { LookLine } from '../parts/look-line.tsx'

interface PlaceCardProps {
  readonly car: CarDetail
  readonly now: number
  readonly onRefresh: () => unknown
}

/** The position of a car on a map, and as text for users who cannot see the map. */
export function PlaceCard({ car, now, onRefresh }: PlaceCardProps) {
  const { lat, lng, near, at, stoppedSince, moving, withheld } = car
  const [mapless, setMapless] = useState(false)
  if (withheld)
    return (
      <Card pad title="位置">
        <LookLine text="客户用车中，位置未显示" onDone={onRefresh} />
      </Card>
    )
  if (lat === null || lng === null || at === null)
    return (
      <Card pad title="位置">
        <Note>设备还没有上报过定位</Note>
      </Card>
    )
  const still = stoppedSince !== null && !moving ? now - stoppedSince : 0
  return (
    <Card aria-label="位置">
      {!mapless && (
        <Box className="car-map car-map-top">
          <StoreMap cityCode="" place={{ lat, lng }} placeName="车辆位置" others={[]} onFail={() => setMapless(true)} />
        </Box>
      )}
      <Box pad={[12, 16]}>
        {near !== null && (
          <Text as="p" num>
            {nearText(near)}
          </Text>
        )}
        <Row gap={[4, 12]} wrap>
          <Note num>{formatMoment(at, now)} 定位</Note>
          {still >= MINUTE && <Note num>已停 {lastingText(still)}</Note>}
          <Note num>
            {lat.toFixed(5)}, {lng.toFixed(5)}
          </Note>
        </Row>
      </Box>
    </Card>
  )
}
