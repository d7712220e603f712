import { formatPeriod } from '@cheyi/domain/near'
import { useState } from 'react'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Box, Card, Note, Row, Text } from '../../../ui/layout.tsx'
import { TrackPlayer } from './track-player.tsx'
import type { Looked } from './track-words.ts'

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
        <TrackPlayer key={`${from} ${to} ${track.fixes}`} track={track} now={now} />
      )}
    </Card>
  )
}
