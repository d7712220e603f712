import { useWide } from '../../../kernel/device/media-query.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Row } from '../../../ui/layout.tsx'
import { vehicleControlScreens } from '../screens.ts'

const looks = [
  { value: 'map', label: '地图' },
  { value: 'list', label: '列表' },
] as const

/** On wide windows the cars on the map or as a list, with the same filters; a phone has the list in a sheet over the map. */
export function LookSwitch() {
  const { look } = useScreen(vehicleControlScreens.list)
  const patch = usePatch()
  if (!useWide()) return null
  return (
    <Row pad={[4, 12]}>
      <Segmented
        label="显示方式"
        options={looks}
        value={look}
        onChange={(next) => patch({ look: next === 'map' ? undefined : next })}
      />
    </Row>
  )
}
