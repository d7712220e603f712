import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { positionText, readPosition } from '@cheyi/domain/platform/geo/position'
import { useState } from 'react'
import { canLocate, locate, notLocated } from '../../../../kernel/device/position.ts'
import { type Asks, OpenedSheet } from '../../../../page/opened.tsx'
import { StoreMap } from '../../../../platform/store/parts/map/map.tsx'
import { Field, TextInput } from '../../../../ui/field/field.tsx'
import { Button, MainButton, Stack } from '../../../../ui/layout.tsx'

/** By error code of the browser. */
const reasons: Readonly<Record<number, string>> = {
  [notLocated.denied]: '未允许使用位置，请在浏览器设置中打开，或在地图上选择',
  [notLocated.unavailable]: '没有定位到，请在地图上选择',
  [notLocated.timeout]: '定位超时，请重试或在地图上选择',
}

interface LocateSheetProps extends Asks<GeoPoint> {
  readonly title: string
  /** Initial position of the map. */
  readonly cityCode: string
  readonly position: GeoPoint | null
}

/** Selects a place without the native map: on our own map, by the position of this device, or copied from another map. */
export default function LocateSheet({ title, cityCode, position, answer }: LocateSheetProps) {
  const [text, setText] = useState(position ? positionText(position) : '')
  const [problem, setProblem] = useState<string>()
  const [locating, setLocating] = useState(false)
  const [mapless, setMapless] = useState(false)
  /** Map key: the map must be created again when a place is set from outside. */
  const [opened, setOpened] = useState(0)

  async function here() {
    setLocating(true)
    setProblem(undefined)
    try {
      const { lng, lat } = await locate()
      answer({ lng, lat })
    } catch (error) {
      setProblem(reasons[(error as GeolocationPositionError).code])
    } finally {
      setLocating(false)
    }
  }
  function confirm() {
    const found = readPosition(text)
    if (found) return answer(found)
    setProblem(text.trim() ? '没有认出位置，请点按地图，或粘贴坐标、位置链接' : '请在地图上选择位置')
  }
  return (
    <OpenedSheet title={title} footer={<MainButton onClick={confirm}>确定</MainButton>}>
      <Stack gap={16} pad={[0, 0, 8]}>
        {canLocate() && (
          <Button icon="pin" block loading={locating} onClick={() => void here()}>
            使用本机当前位置
          </Button>
        )}
        {!mapless && (
          <div className="locate-map">
            <StoreMap
              key={opened}
              cityCode={cityCode}
              place={readPosition(text)}
              others={[]}
              onPlace={(place) => {
                setText(positionText(place))
                setProblem(undefined)
              }}
              onFail={() => setMapless(true)}
            />
          </div>
        )}
        <Field
          label="位置"
          error={problem}
          hint={
            mapless ? '此设备不能显示地图，请粘贴高德等地图的坐标或位置链接' : '点按地图选择，也可粘贴坐标、位置链接'
          }
        >
          <TextInput
            className="num"
            value={text}
            placeholder="121.473700,31.230400"
            onChange={(event) => {
              setText(event.target.value)
              setProblem(undefined)
            }}
            onBlur={() => setOpened(opened + 1)}
            onClear={() => setText('')}
          />
        </Field>
      </Stack>
    </OpenedSheet>
  )
}
