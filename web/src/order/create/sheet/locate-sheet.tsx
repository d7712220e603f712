import { positionText, readPosition } from '@cheyi/domain/geo/position'
import type { GeoPoint } from '@cheyi/domain/quote/rules'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/field/input.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Sheet } from '../../../ui/modal/sheet.tsx'

/** Where a map tells the position of a place, to be copied from there. */
const MAP_PICKER = 'https://lbs.amap.com/tools/picker'

/** By the code of the browser's refusal. */
const reasons: Readonly<Record<number, string>> = {
  1: '未允许使用位置，请在浏览器设置中打开，或粘贴坐标',
  2: '没有定位到，请粘贴坐标',
  3: '定位超时，请重试或粘贴坐标',
}

export interface LocateSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly position: GeoPoint | null
  readonly onPick: (position: GeoPoint) => void
}

/** A place without the app's map: the position of this device, or one copied from a map. */
export default function LocateSheet({ open, onClose, title, position, onPick }: LocateSheetProps) {
  const [text, setText] = useState(position ? positionText(position) : '')
  const [problem, setProblem] = useState<string>()
  const [locating, setLocating] = useState(false)

  function take(found: GeoPoint) {
    setText(positionText(found))
    onPick(found)
    onClose()
  }
  function locate() {
    setLocating(true)
    setProblem(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false)
        take({ lng: coords.longitude, lat: coords.latitude })
      },
      ({ code }) => {
        setLocating(false)
        setProblem(reasons[code])
      },
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
    )
  }
  function confirm() {
    const found = readPosition(text)
    if (found) return take(found)
    setProblem(text.trim() ? '没有认出坐标，应形如 121.473700,31.230400' : '请粘贴坐标')
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <Button variant="primary" size="l" block onClick={confirm}>
          确定
        </Button>
      }
    >
      <Stack gap={16} pad={[0, 0, 8]}>
        {isSecureContext && 'geolocation' in navigator && (
          <Button icon="pin" block loading={locating} onClick={locate}>
            使用本机当前位置
          </Button>
        )}
        <Field
          label="坐标"
          layout="stack"
          error={problem}
          hint={
            <>
              在
              <a href={MAP_PICKER} target="_blank" rel="noopener noreferrer">
                高德坐标拾取
              </a>
              找到地点，复制坐标后粘贴在这里
            </>
          }
        >
          <TextInput
            look="box"
            className="num"
            value={text}
            placeholder="121.473700,31.230400"
            onChange={(event) => {
              setText(event.target.value)
              setProblem(undefined)
            }}
            onClear={() => setText('')}
          />
        </Field>
      </Stack>
    </Sheet>
  )
}
