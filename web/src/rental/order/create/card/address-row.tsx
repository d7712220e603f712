import { fromGcj, toGcj } from '@cheyi/domain/platform/geo/datum'
import { isNative } from '../../../../kernel/device/native.ts'
import { withNative } from '../../../../kernel/device/native-acts.ts'
import { open } from '../../../../page/open.ts'
import { Field, TextInput } from '../../../../ui/field/field.tsx'
import { IconButton } from '../../../../ui/layout.tsx'
import type { Place } from '../form.ts'

interface AddressRowProps {
  /** 取车 or 还车. */
  readonly end: string
  /** City of the store: initial position of the map. */
  readonly cityCode: string
  readonly place: Place
  /** Called with a place selected on the map. */
  readonly onPlace: (place: Place) => void
  readonly onAddress: (address: string) => void
  readonly onLeave: () => void
  readonly error: string | undefined
  /** Distance from the store, once it is known. */
  readonly metres: number | null | undefined
  readonly estimated: boolean
}

/** The address of a delivery or collection with its position, which the fee and the driver need. */
export default function AddressRow(props: AddressRowProps) {
  const { end, cityCode, place, onPlace, onAddress, onLeave, error, metres, estimated } = props
  const { lng, lat, address } = place
  const isPlaced = lng !== null && lat !== null

  async function locateHere() {
    const position = isPlaced ? { lng, lat } : null
    const asked = { title: `${end}位置`, cityCode, position }
    const found = await open(() => import('../sheet/locate-sheet.tsx'), asked)
    if (found) onPlace({ ...place, ...found, placed: address })
  }
  async function locate() {
    if (!isNative()) return locateHere()
    // The native map uses GCJ-02.
    const from = isPlaced ? toGcj({ lng, lat }) : {}
    await withNative('map', { mode: 'pick', ...from, address }, (picked) => {
      if ('opened' in picked) return
      const found = picked.name ? `${picked.address}${picked.name}` : picked.address
      onPlace({ ...fromGcj({ lng: picked.lng, lat: picked.lat }), address: found, placed: found })
    })
  }
  return (
    <Field
      label={`${end}地址`}
      error={error}
      hint={isPlaced ? distanceText(metres, estimated) : '点右侧图标在地图上选点'}
      extra={
        <IconButton
          name="pin"
          size={20}
          label={isPlaced ? `重新选择${end}位置` : '在地图上选点'}
          className={isPlaced ? 'ink-link' : undefined}
          onClick={() => void locate()}
        />
      }
    >
      <TextInput
        value={address}
        maxLength={200}
        placeholder="街道、门牌、楼栋"
        onChange={(event) => onAddress(event.target.value)}
        onBlur={() => address && onLeave()}
      />
    </Field>
  )
}

const distanceText = (metres: number | null | undefined, estimated: boolean) =>
  metres == null ? '已选点' : `距门店约 ${(metres / 1000).toFixed(1)} km${estimated ? '（预估）' : ''}`
