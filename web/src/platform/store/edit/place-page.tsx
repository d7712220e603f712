import './store-edit.css'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { positionText, readPosition } from '@cheyi/domain/platform/geo/position'
import { cityCentre } from '@cheyi/domain/platform/region/centres'
import { findRegions } from '@cheyi/domain/platform/region/find'
import { cityName } from '@cheyi/domain/platform/region/regions'
import { useState } from 'react'
import { canLocate, locate } from '../../../kernel/device/position.ts'
import { Page } from '../../../page/page.tsx'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Button, Cell, MainButton, Note, Stack } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { useCitySounds } from '../../merchant/parts/sounds.ts'
import { StoreMap } from '../parts/map/map.tsx'
import { type Area, ringsOf } from './store-form.ts'

interface PlacePageProps {
  readonly place: GeoPoint | null
  /** The address in the form; its regions are proposed as a search result. */
  readonly address: string
  readonly areas: readonly Area[]
  readonly cityCode: string
  readonly onPick: (place: GeoPoint) => void
  readonly onBack: () => void
}

/**
 * Chooses the position of a store: on a map, by city name or address, from the location of the device, or as coordinates pasted
 * from another map.
 */
export default function PlacePage({ place, address, areas, cityCode, onPick, onBack }: PlacePageProps) {
  const [text, setText] = useState(() => (place === null ? '' : positionText(place)))
  const [mapless, setMapless] = useState(false)
  const [locating, setLocating] = useState(false)
  /** The city whose center is used as a preliminary position until the user chooses the exact point. */
  const [roughly, setRoughly] = useState<string | null>(null)
  /** Increased to open the map again, because an open map does not follow a position that is set outside it. */
  const [opened, setOpened] = useState(0)
  const chosen = readPosition(text)
  const sounds = useCitySounds(text)
  const found = chosen === null ? findRegions(text.trim() || address, sounds) : []
  const unknown = text.trim() !== '' && chosen === null && found.length === 0

  function take(point: GeoPoint, city: string | null) {
    setText(positionText(point))
    setRoughly(city)
    setOpened(opened + 1)
  }
  async function here() {
    setLocating(true)
    try {
      const { lng, lat } = await locate()
      take({ lng, lat }, null)
    } catch {
      toast('没有定位到，请在地图上选择', { error: true })
    } finally {
      setLocating(false)
    }
  }
  return (
    <Page
      fill
      narrow={false}
      title="门店位置"
      onBack={onBack}
      head={
        <Stack gap={8} pad={[4, 12, 8]}>
          <Field
            label="位置"
            error={unknown ? '没有认出位置，请输入城市、地址，或粘贴地图上的坐标、位置链接' : undefined}
            hint={
              mapless
                ? '此设备不能显示地图，请粘贴高德等地图的坐标或位置链接'
                : '点按地图选择；也可搜索城市（可用拼音）、地址，或粘贴坐标、位置链接'
            }
          >
            <TextInput
              className="num"
              value={text}
              placeholder="城市、地址或 121.473700,31.230400"
              onChange={({ target }) => {
                setText(target.value)
                setRoughly(null)
              }}
              onBlur={() => setOpened(opened + 1)}
            />
          </Field>
          {roughly !== null && (
            <Note ink="warning" role="status">
              现在是{roughly}的中心，请在地图上点按门店所在的位置，送取距离按它计算
            </Note>
          )}
        </Stack>
      }
      footer={
        <ActionBar>
          {canLocate() && (
            <Button size="l" icon="pin" loading={locating} onClick={() => void here()}>
              本机位置
            </Button>
          )}
          <MainButton
            reason={chosen === null ? '请在地图上选择位置' : undefined}
            onClick={() => chosen && onPick(chosen)}
          >
            确定
          </MainButton>
        </ActionBar>
      }
    >
      {found.map((region) => (
        <Cell
          key={region.code}
          lead={<Icon name="pin" size={16} />}
          label={region.words}
          onClick={() => {
            const centre = cityCentre(region.cityCode)
            if (centre) take(centre, cityName(region.cityCode))
          }}
        />
      ))}
      {!mapless && (found.length === 0 || text.trim() === '') && (
        <StoreMap
          key={opened}
          cityCode={cityCode}
          place={chosen}
          others={ringsOf(areas, chosen)}
          onPlace={(point) => {
            setText(positionText(point))
            setRoughly(null)
          }}
          onFail={() => setMapless(true)}
        />
      )}
    </Page>
  )
}
