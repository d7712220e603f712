import './map.css'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { MAX_CORNERS, ringProblem } from '@cheyi/domain/platform/geo/ring'
import { useState } from 'react'
import { Page } from '../../../../page/page.tsx'
import { ActionBar } from '../../../../ui/frame/page-frame.tsx'
import { Segmented } from '../../../../ui/frame/tabs.tsx'
import { Box, Button, MainButton, Note, Stack } from '../../../../ui/layout.tsx'
import { StoreMap } from './map.tsx'
import { areaWords, pointsText, readPoints } from './points.ts'

const ways = [
  { value: 'map', label: '地图' },
  { value: 'list', label: '列表' },
] as const

interface RingPageProps {
  /** Its name, if it has one. */
  readonly title: string
  /** What is drawn, for messages. */
  readonly noun: string
  readonly first: readonly GeoPoint[]
  /** Outlines of others, for orientation. */
  readonly others: readonly (readonly GeoPoint[])[]
  readonly place: GeoPoint | null
  readonly cityCode: string
  readonly onChange: (polygon: readonly GeoPoint[]) => void
  readonly onBack: () => void
}

/** A polygon: drawn on a map, or typed as corner coordinates if no map is available. _lazy_ */
export default function RingPage({ title, noun, first, others, place, cityCode, onChange, onBack }: RingPageProps) {
  const [ring, setRing] = useState<readonly GeoPoint[]>(first)
  const [text, setText] = useState(() => pointsText(first))
  const [way, setWay] = useState<'map' | 'list'>('map')
  const [mapless, setMapless] = useState(false)
  const read = readPoints(text)
  const wrongLine = way === 'list' ? read.wrong : null
  const problem =
    wrongLine !== null
      ? `第${wrongLine}行不是坐标，应形如 121.473700,31.230400`
      : ring.length > 0
        ? ringProblem(ring, noun)
        : null

  function draw(next: readonly GeoPoint[]) {
    setRing(next)
    setText(pointsText(next))
  }
  function type(next: string) {
    setText(next)
    const { points, wrong } = readPoints(next)
    if (wrong === null) setRing(points)
  }
  return (
    <Page
      fill={way === 'map'}
      narrow={way === 'list'}
      title={title || noun}
      onBack={onBack}
      right={<Segmented label="编辑方式" options={ways} value={way} onChange={setWay} />}
      head={
        <Stack gap={8} pad={[4, 12, 8]}>
          <Note>
            {way === 'map'
              ? '点按地图加点，拖动圆点修改，点按圆点删除'
              : `每行一个点：经度,纬度（WGS-84），3至${MAX_CORNERS}个点`}
          </Note>
          {mapless && <Note role="status">此设备不能显示地图，请在列表中填写坐标</Note>}
          {problem && (
            <Note ink="danger" role="alert">
              {problem}
            </Note>
          )}
        </Stack>
      }
      footer={
        <ActionBar>
          <Button size="l" onClick={() => draw([])} reason={ring.length === 0 ? '还没有点' : undefined}>
            清空
          </Button>
          <MainButton
            reason={problem ?? (ring.length === 0 ? `${noun}至少3个点` : undefined)}
            onClick={() => onChange(ring)}
          >
            确定{ring.length > 2 ? `（${areaWords(ring)}）` : ''}
          </MainButton>
        </ActionBar>
      }
    >
      {way === 'map' ? (
        <StoreMap
          cityCode={cityCode}
          place={place}
          ring={ring}
          others={others}
          onRing={draw}
          onFail={() => {
            setMapless(true)
            setWay('list')
          }}
        />
      ) : (
        <Box
          as="textarea"
          pad={12}
          full
          fill="surface"
          round
          ink={1}
          className="area-points"
          aria-label="坐标列表"
          rows={12}
          spellCheck={false}
          placeholder={'121.473700,31.230400\n121.503700,31.230400\n121.503700,31.260400'}
          value={text}
          onChange={({ target }) => type(target.value)}
        />
      )}
    </Page>
  )
}
