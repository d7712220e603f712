import { replayOf } from '@cheyi/domain/fleet/vehicle-control/replay'
import { formatMoment } from '@cheyi/domain/near'
import { formatClock, formatLocal } from '@cheyi/domain/time'
import { memo, useEffect, useMemo, useState } from 'react'
import { Slider } from '../../../ui/field/range.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Button, Cell, Disc, Grid, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { later } from '../../../ui/media/later.tsx'
import { lastingText, nearText, speedText } from '../parts/car-words.ts'
import type { Track } from './track-words.ts'

const TrackMap = later(() => import('./track-map.tsx'))

const rates = [1, 4, 16, 60].map((value) => ({ value, label: `${value}×` }))
/** Steps of the slider, so that an arrow key moves by half a percent of the drive. */
const STEPS = 200

/** A track with at least one point: its figures, its replay on the map, and its stops. */
export function TrackPlayer({ track, now }: { readonly track: Track; readonly now: number }) {
  const { points, stops, km, movingMs, fastest } = track
  const replay = useMemo(() => replayOf(points), [points])
  const [played, setPlayed] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [rate, setRate] = useState(16)
  const [mapless, setMapless] = useState(false)
  const runs = playing && played < replay.lasts
  useEffect(() => {
    if (!runs) return
    let last: number | undefined
    let frame = requestAnimationFrame(function step(at) {
      const passed = at - (last ?? at)
      last = at
      setPlayed((before) => Math.min(before + passed * rate, replay.lasts))
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [runs, rate, replay])
  const moment = useMemo(() => replay.moment(played), [replay, played])
  const stop = stops.findIndex(({ from, to }) => moment.at >= from && moment.at < to)
  const clock = formatLocal(moment.at, 'HH:mm:ss')
  const figures = [
    ['里程', `${km.toFixed(1)} km`],
    ['行驶', lastingText(movingMs)],
    ['停车', `${stops.length} 次`],
    ['最高车速', speedText(fastest)],
  ] as const
  function play() {
    if (played >= replay.lasts) setPlayed(0)
    setPlaying(!runs)
  }
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
          <TrackMap track={track} place={moment} onFail={() => setMapless(true)} />
        </div>
      )}
      <Stack gap={8} pad={[8, 16, 4]}>
        <Row justify="between" gap={12} num>
          <Text weight="b">{clock}</Text>
          <Text>{stop >= 0 ? `第 ${stop + 1} 处停车 ${stopText(stops[stop]!)}` : speedText(moment.speed)}</Text>
        </Row>
        <Slider
          label="轨迹时刻"
          value={replay.lasts === 0 ? 0 : Math.round((played / replay.lasts) * STEPS)}
          max={STEPS}
          text={`${clock} ${speedText(moment.speed)}`}
          onChange={(value) => setPlayed((value / STEPS) * replay.lasts)}
        />
        <Row justify="between" gap={12} num>
          <Note>起 {formatMoment(points[0]!.at, now)}</Note>
          <Note>终 {formatMoment(points.at(-1)!.at, now)}</Note>
        </Row>
        <Row gap={[8, 12]} wrap>
          <Button size="s" variant="primary" disabled={replay.lasts === 0} onClick={play}>
            {runs ? '暂停' : '播放'}
          </Button>
          <ChipRadios label="播放速度" options={rates} value={rate} onChange={setRate} />
        </Row>
      </Stack>
      <Stops stops={stops} onStop={(from) => setPlayed(replay.playedAt(from))} />
    </>
  )
}

const stopText = ({ from, to }: Track['stops'][number]): string => lastingText(to - from)

/** The stops of a track; a tap moves the replay there. It is not rendered again with each frame of the replay. */
const Stops = memo(
  ({ stops, onStop }: { readonly stops: Track['stops']; readonly onStop: (from: number) => void }) =>
    stops.length === 0 ? (
      <Stack pad={[4, 16, 16]}>
        <Row gap={6} note>
          <Icon name="info" size={16} />
          没有停过 3 分钟以上
        </Row>
      </Stack>
    ) : (
      stops.map((stop, i) => (
        <Cell
          key={stop.from}
          lead={
            <Disc across={26} square fill="well" num>
              {i + 1}
            </Disc>
          }
          label={
            <Text num>
              {formatClock(stop.from)} 至 {formatClock(stop.to)} 停 {stopText(stop)}
            </Text>
          }
          note={stop.near === null ? undefined : nearText(stop.near)}
          onClick={() => onStop(stop.from)}
        />
      ))
    ),
  (before, after) => before.stops === after.stops,
)
