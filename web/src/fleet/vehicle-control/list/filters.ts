import { go } from '../../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../../kernel/user.ts'
import { type MenuAct, pick, seldom } from '../../../page/list/list-page.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { vehicleControlScreens } from '../screens.ts'

const names = {
  online: '在线',
  sleeping: '休眠',
  offline: '离线',
  alarm: '报警',
  overdue: '超时未还',
  lowCharge: '低电量',
} as const
const yesOrNo = (yes: string, no: string) => () => [
  { value: '1', label: yes },
  { value: '0', label: no },
]
const asFlag = (text: string) => text === '1'

/** Filters that the list and the map share. */
export const carFilters = [
  tabs('group', '状态', names),
  pick('storeId', '门店', '全部门店', useStoreOptions),
  seldom(pick('moving', '行驶', '行驶与静止', yesOrNo('行驶中', '静止'), asFlag)),
  seldom(pick('rented', '租用', '全部车辆', yesOrNo('在租', '未在租'), asFlag)),
] as const

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
