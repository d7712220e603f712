import { go } from '../../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../../kernel/user.ts'
import type { MenuAct } from '../../../page/list/list-page.tsx'
import { vehicleControlScreens } from '../screens.ts'

/** Menu entries that lead to alarms, commands, fences and devices. */
export function useWays(): readonly MenuAct[] {
  const user = useUser()
  return [
    { label: '报警', run: () => go(vehicleControlScreens.alarms, {}) },
    { label: '指令记录', run: () => go(vehicleControlScreens.commands, {}) },
    { label: '电子围栏', run: () => go(vehicleControlScreens.fences, {}) },
    ...(mayOpen(vehicleControlScreens.device, user)
      ? [{ label: '车载设备', run: () => go(vehicleControlScreens.device, {}) }]
      : []),
  ]
}
