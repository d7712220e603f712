import { usePatch, useScreen } from '../../kernel/page/pages.tsx'
import { go } from '../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { vehicleControlScreens } from '../screens.ts'

/** What else there is of the cars: the map or the list, the devices in them. */
export function Ways() {
  const { look } = useScreen(vehicleControlScreens.list)
  const patch = usePatch()
  const user = useUser()
  return (
    <Row gap={8} className="keep">
      <Button size="s" onClick={() => patch({ look: look === 'map' ? undefined : 'map' })}>
        {look === 'map' ? '列表' : '地图'}
      </Button>
      {mayOpen(vehicleControlScreens.device, user) && (
        <Button size="s" onClick={() => go(vehicleControlScreens.device, {})}>
          车载设备
        </Button>
      )}
    </Row>
  )
}
