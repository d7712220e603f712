import { type CarPlace, isNewer } from '@cheyi/domain/fleet/vehicle-control/place'
import { formatMoment } from '@cheyi/domain/near'
import { MINUTE } from '@cheyi/domain/time'
import { useState } from 'react'
import { tellBoxes } from '../../../kernel/call/live.ts'
import { Button } from '../../../ui/button.tsx'
import { Box, Card, Note, Row, Text } from '../../../ui/layout.tsx'
import { later } from '../../../ui/media/later.tsx'
import { type CarDetail, lastingText, nearText, speedText } from '../parts/car-words.ts'
import { LookLine } from '../parts/look-line.tsx'
import { CallButton } from '../parts/order-card.tsx'
import { useWatch } from '../parts/use-watch.ts'

const CarMap = later(() => import('./car-map.tsx'))

interface PlaceCardProps {
  readonly car: CarDetail
  readonly now: number
  readonly onRefresh: () => unknown
}

/** The position of a car on a map that follows it, and as text for users who cannot see the map. */
export function PlaceCard({ car, now, onRefresh }: PlaceCardProps) {
  const { lat, lng, at, withheld } = car
  if (withheld)
    return (
      <Card pad title="位置">
        <LookLine
          text="客户用车中，位置未显示"
          onDone={async () => {
            await onRefresh()
            await tellBoxes()
          }}
        />
      </Card>
    )
  if (lat === null || lng === null || at === null)
    return (
      <Card pad title="位置">
        <Note>设备还没有上报过定位</Note>
      </Card>
    )
  return <Placed car={car} now={now} known={{ lat, lng, at, speed: car.speed, moving: car.moving }} />
}

interface PlacedProps {
  readonly car: CarDetail
  readonly now: number
  readonly known: Pick<CarPlace, 'lat' | 'lng' | 'at' | 'moving'> & { readonly speed: number | null }
}

function Placed({ car, now, known }: PlacedProps) {
  const { vehicleId, near, stoppedSince, order } = car
  const [told, setTold] = useState<CarPlace>()
  const [follows, setFollows] = useState(true)
  const [mapless, setMapless] = useState(false)
  const see = useWatch((cars) => {
    const own = cars.find((one) => one.vehicleId === vehicleId)
    if (own) setTold(own)
  })
  const place = told && isNewer(told, known) ? told : known
  const still = stoppedSince !== null && !place.moving ? now - stoppedSince : 0
  return (
    <Card aria-label="位置">
      {!mapless && (
        <Box className="car-map car-map-top">
          <CarMap
            place={place}
            follows={follows}
            onLeave={() => setFollows(false)}
            onBox={see}
            onFail={() => setMapless(true)}
          />
        </Box>
      )}
      <Box pad={[12, 16]}>
        {near !== null && (
          <Text as="p" num>
            {nearText(near)}
          </Text>
        )}
        <Row gap={[4, 12]} wrap>
          <Note num>{formatMoment(place.at, now)} 定位</Note>
          {place.moving && <Note num>{speedText(place.speed)}</Note>}
          {still >= MINUTE && <Note num>已停 {lastingText(still)}</Note>}
          <Note num>
            {place.lat.toFixed(5)}, {place.lng.toFixed(5)}
          </Note>
        </Row>
        <Row gap={[8, 12]} top={8} wrap>
          {!mapless &&
            (follows ? (
              <Note>地图跟随车辆，拖动后停止</Note>
            ) : (
              <Button size="s" icon="navigate" onClick={() => setFollows(true)}>
                跟随车辆
              </Button>
            ))}
          {order !== null && <CallButton order={order} />}
        </Row>
      </Box>
    </Card>
  )
}
