import { formatMoment } from '@cheyi/domain/near'
import { useState } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { Answer } from '../../../page/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Box, Card, Note, Row } from '../../../ui/layout.tsx'
import { later } from '../../../ui/media/later.tsx'
import { StoreMap } from '../../store/parts/map/map.tsx'
import type { AlarmDetail } from '../parts/alarm-words.ts'

const TrackMap = later(() => import('../detail/track-map.tsx'))

/** Where the car was when the alarm began, and how it drove around that moment. The track is loaded on request, because each look is logged. */
export function AroundCard({ alarm }: { readonly alarm: AlarmDetail }) {
  const { alarmId, lat, lng, startAt, trackGone } = alarm
  const may = useMay('vehicleControl.track')
  const now = useNow()
  const [mapless, setMapless] = useState(false)
  const [looks, setLooks] = useState(false)
  const track = useRead(calls.vehicleControl.alarmTrack, { alarmId }, { enabled: looks })
  if (lat === null || lng === null)
    return (
      <Card pad title="位置">
        <Note>报警时设备没有定位</Note>
      </Card>
    )
  const place = { lat, lng }
  return (
    <Card aria-label="位置">
      {!mapless && (
        <div className="car-map car-map-top">
          {looks ? (
            <Answer of={track}>
              {({ points }) =>
                points.length === 0 ? (
                  <Box pad={16}>
                    <Note>前后 15 分钟没有其他定位</Note>
                  </Box>
                ) : (
                  <TrackMap
                    track={{ points, stops: [], km: 0, movingMs: 0, fastest: 0, fixes: points.length }}
                    place={place}
                    onFail={() => setMapless(true)}
                  />
                )
              }
            </Answer>
          ) : (
            <StoreMap cityCode="" place={place} placeName="报警位置" others={[]} onFail={() => setMapless(true)} />
          )}
        </div>
      )}
      <Box pad={[12, 16]}>
        <Row gap={12} justify="between">
          <Note num>
            {formatMoment(startAt, now)} 位置 {lat.toFixed(5)}, {lng.toFixed(5)}
          </Note>
          {may && !looks && !trackGone && (
            <Button size="s" className="keep" onClick={() => setLooks(true)}>
              前后轨迹
            </Button>
          )}
        </Row>
        {may && !looks && !trackGone && <Note as="p">查看前后 15 分钟的轨迹会记入日志</Note>}
      </Box>
    </Card>
  )
}
