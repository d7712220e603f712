import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../../kernel/user.ts'
import type { MenuAct } from '../../../page/list/list-page.tsx'
import { vehicleControlScreens } from '../screens.ts'

/** Menu entries that lead to the map or the list, to alarms, commands, fences and devices. */
export function useWays(): readonly MenuAct[] {
  const { look } = useScreen(vehicleControlScreens.list)
  const patch = usePatch()
  const user = useUser()
  return [
    { label: look === 'map' ? '列表' : '地图', run: () => patch({ look: look === 'map' ? undefined : 'map' }) },
    { label: '报警', run: () => go(vehicleControlScreens.alarms, {}) },
    { label: '指令记录', run: () => go(vehicleControlScreens.commands, {}) },
    { label: '电子围栏', run: () => go(vehicleControlScreens.fences, {}) },
    ...(mayOpen(vehicleControlScreens.device, user)
      ? [{ label: '车载设备', run: () => go(vehicleControlScreens.device, {}) }]
      : []),
  ]
}
