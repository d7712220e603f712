import { MAX_RADIUS_M, MIN_RADIUS_M, shapeProblem } from '@cheyi/domain/fleet/vehicle-control/fence'
import { circleRing, type GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { positionText, readPosition } from '@cheyi/domain/platform/geo/position'
import { useState } from 'react'
import { Page } from '../../../page/page.tsx'
import { StoreMap } from '../../../platform/store/parts/map/map.tsx'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { NumberInput } from '../../../ui/field/number-input.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { MainButton, Stack } from '../../../ui/layout.tsx'

interface CirclePageProps {
  readonly title: string
  readonly first: GeoPoint | null
  /** Where the map begins without a centre. */
  readonly cityCode: string
  readonly radiusM: number
  readonly onChange: (center: GeoPoint, radiusM: number) => void
  readonly onBack: () => void
}

/** A circle: its centre on a map or as coordinates, and its radius. _lazy_ */
export default function CirclePage({ title, first, cityCode, radiusM, onChange, onBack }: CirclePageProps) {
  const [text, setText] = useState(() => (first === null ? '' : positionText(first)))
  const [radius, setRadius] = useState<number | null>(radiusM)
  const [mapless, setMapless] = useState(false)
  const center = readPosition(text)
  const problem =
    center === null
      ? text.trim() === ''
        ? '请点按地图选择圆心'
        : '没有认出位置，请粘贴地图上的坐标或位置链接'
      : shapeProblem({ center, radiusM: radius ?? 0 })
  return (
    <Page
      fill
      narrow={false}
      title={title || '围栏'}
      onBack={onBack}
      head={
        <Stack gap={8} pad={[4, 12, 8]}>
          <Field
            label="圆心"
            hint={mapless ? '此设备不能显示地图，请粘贴地图上的坐标或位置链接' : '点按地图选择，也可粘贴坐标、位置链接'}
          >
            <TextInput value={text} onChange={({ target }) => setText(target.value)} />
          </Field>
          <Field label="半径" error={center !== null && problem !== null ? problem : undefined}>
            <NumberInput
              className="num"
              suffix="米"
              decimals={0}
              placeholder={`${MIN_RADIUS_M}至${MAX_RADIUS_M}`}
              value={radius}
              onChange={setRadius}
            />
          </Field>
        </Stack>
      }
      footer={
        <ActionBar>
          <MainButton reason={problem ?? undefined} onClick={() => onChange(center!, radius!)}>
            确定
          </MainButton>
        </ActionBar>
      }
    >
      {!mapless && (
        <StoreMap
          cityCode={cityCode}
          place={center}
          placeName="圆心"
          others={center === null || radius === null ? [] : [circleRing(center, radius)]}
          onPlace={(place) => setText(positionText(place))}
          onFail={() => setMapless(true)}
        />
      )}
    </Page>
  )
}
