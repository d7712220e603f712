import './store-edit.css'
import { positionText, readPosition } from '@cheyi/domain/geo/position'
import type { GeoPoint } from '@cheyi/domain/quote/rules'
import { useState } from 'react'
import { Page } from '../../page/frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { TextInput } from '../../ui/field/input.tsx'
import { ActionBar } from '../../ui/frame/page-frame.tsx'
import { Stack } from '../../ui/layout.tsx'
import { toast } from '../../ui/modal/toast.ts'
import { StoreMap } from '../map/map.tsx'
import type { Area } from './store-form.ts'

interface PlacePageProps {
  readonly place: GeoPoint | null
  readonly areas: readonly Area[]
  readonly cityCode: string
  readonly onPick: (place: GeoPoint) => void
  readonly onBack: () => void
}

/** Where a store is: pressed on a map, taken from this device, or pasted from another map. */
export default function PlacePage({ place, areas, cityCode, onPick, onBack }: PlacePageProps) {
  const [text, setText] = useState(() => (place === null ? '' : positionText(place)))
  const [mapless, setMapless] = useState(false)
  const [locating, setLocating] = useState(false)
  /** A map that is told of a place from outside opens anew. */
  const [opened, setOpened] = useState(0)
  const chosen = readPosition(text)

  function locate() {
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false)
        setText(positionText({ lng: coords.longitude, lat: coords.latitude }))
        setOpened(opened + 1)
      },
      () => {
        setLocating(false)
        toast('没有定位到，请在地图上选择', { error: true })
      },
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
    )
  }
  return (
    <Page
      fill
      title="门店位置"
      onBack={onBack}
      head={
        <Stack gap={8} pad={[4, 12, 8]}>
          <Field
            label="坐标"
            error={text.trim() !== '' && chosen === null ? '没有认出位置，请粘贴地图上的坐标或位置链接' : undefined}
            hint={
              mapless
                ? '此设备不能显示地图，请粘贴高德等地图的坐标或位置链接'
                : '点按地图选择，也可粘贴地图的坐标或位置链接'
            }
          >
            <TextInput
              className="num"
              value={text}
              placeholder="121.473700,31.230400"
              onChange={({ target }) => setText(target.value)}
              onBlur={() => setOpened(opened + 1)}
            />
          </Field>
        </Stack>
      }
      footer={
        <ActionBar>
          {isSecureContext && 'geolocation' in navigator && (
            <Button size="l" icon="pin" loading={locating} onClick={locate}>
              本机位置
            </Button>
          )}
          <Button
            variant="primary"
            size="l"
            block
            reason={chosen === null ? '请在地图上选择位置' : undefined}
            onClick={() => chosen && onPick(chosen)}
          >
            确定
          </Button>
        </ActionBar>
      }
    >
      {!mapless && (
        <StoreMap
          key={opened}
          cityCode={cityCode}
          place={chosen}
          others={areas.map(({ polygon }) => polygon)}
          onPlace={(point) => setText(positionText(point))}
          onFail={() => setMapless(true)}
        />
      )}
    </Page>
  )
}
