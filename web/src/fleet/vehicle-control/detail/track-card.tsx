import { formatMoment, formatPeriod } from '@cheyi/domain/near'
import { formatClock, formatLocal } from '@cheyi/domain/time'
import { useState } from 'react'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Slider } from '../../../ui/field/range.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Disc, Grid, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { later } from '../../../ui/media/later.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { lastingText, nearText, speedText } from '../parts/car-words.ts'
import type { Looked, Track } from './track-words.ts'

const TrackMap = later(() => import('./track-map.tsx'))

/** The track of a car. The query needs a reason, and the track is shown until the user leaves the page. */
export function TrackCard({ vehicleId }: { readonly vehicleId: string }) {
  const may = useMay('vehicleControl.track')
  const [looked, setLooked] = useState<Looked>()
  const now = useNow()
  if (!may) return null
  async function look() {
    const next = await open(() => import('./track-sheet.tsx'), { vehicleId })
    if (next) setLooked(next)
  }
  if (looked === undefined)
    return (
      <Card pad title="行驶轨迹">
        <Row gap={12} justify="between">
          <Note>查看须填写原因，每次查看都记入日志</Note>
          <Button size="s" className="keep" onClick={() => void look()}>
            查看轨迹
          </Button>
        </Row>
      </Card>
    )
  const { from, to, track } = looked
  return (
    <Card
      title="行驶轨迹"
      extra={
        <Button size="s" onClick={() => void look()}>
          重新查询
        </Button>
      }
    >
      <Box pad={[0, 16, 12]}>
        <Note num>{formatPeriod(from, to, now)}</Note>
      </Box>
      {track.points.length === 0 ? (
        <Box pad={[0, 16, 16]}>
          <Text as="p">这段时间没有定位记录</Text>
          <Note as="p">设备可能未上线、未通电，或停在没有卫星信号的地方；可换一个时段再查</Note>
        </Box>
      ) : (
        <Shown key={`${from} ${to} ${track.fixes}`} track={track} now={now} />
      )}
    </Card>
  )
}

function Shown({ track, now }: { readonly track: Track; readonly now: number }) {
  const { points, stops, km, movingMs, fastest } = track
  const [at, setAt] = useState(0)
  const [mapless, setMapless] = useState(false)
  const point = points[at]!
  const words = `${formatLocal(point.at, 'HH:mm:ss')} ${speedText(point.speed)}`
  const figures = [
    ['里程', `${km.toFixed(1)} km`],
    ['行驶', lastingText(movingMs)],
    ['停车', `${stops.length} 次`],
    ['最高车速', speedText(fastest)],
  ] as const
  return (
    <>
      <Box pad={[0, 16, 12]}>
        <Grid as="dl" fit={120} gap={8}>
          {figures.map(([label, value]) => (
            <div key={label}>
              <Note as="dt">{label}</Note>
              <Text as="dd" weight="b" num>
                {value}
              </Text>
            </div>
          ))}
        </Grid>
      </Box>
      {!mapless && (
        <div className="car-map">
          <TrackMap track={track} at={at} onFail={() => setMapless(true)} />
        </div>
      )}
      <Box pad={[8, 16, 4]}>
        <Row justify="between" gap={12} num>
          <Text weight="b">{formatLocal(point.at, 'HH:mm:ss')}</Text>
          <Text>{speedText(point.speed)}</Text>
        </Row>
        <Slider label="轨迹时刻" value={at} max={points.length - 1} text={words} onChange={setAt} />
        <Row justify="between" gap={12} num>
          <Note>起 {formatMoment(points[0]!.at, now)}</Note>
          <Note>终 {formatMoment(points.at(-1)!.at, now)}</Note>
        </Row>
      </Box>
      {stops.map((stop, i) => (
        <Cell
          key={stop.from}
          lead={
            <Disc across={26} square fill="well" num>
              {i + 1}
            </Disc>
          }
          label={
            <Text num>
              {formatClock(stop.from)} 至 {formatClock(stop.to)} 停 {lastingText(stop.to - stop.from)}
            </Text>
          }
          note={stop.near === null ? undefined : nearText(stop.near)}
          onClick={() => setAt(points.findIndex((one) => one.at >= stop.from))}
        />
      ))}
      {stops.length === 0 && (
        <Stack pad={[4, 16, 16]}>
          <Row gap={6} note>
            <Icon name="info" size={16} />
            没有停过 3 分钟以上
          </Row>
        </Stack>
      )}
    </>
  )
}
