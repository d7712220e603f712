import { calls } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { LOOK_AGAIN } from '../parts/car-words.ts'
import { vehicleControlScreens } from '../screens.ts'
import { carColumns, carLink } from './car-columns.tsx'
import { carFilters, useWays } from './filters.ts'
import { LookSwitch } from './look-switch.tsx'
import { MapPage } from './map-page.tsx'

/** Cars with a device and their reports; the request is repeated while the page is open. */
const List = listPage(vehicleControlScreens.list, {
  call: calls.vehicleControl.page,
  noun: '车辆',
  search: '车牌',
  filters: carFilters,
  keyOf: ({ vehicleId }) => vehicleId,
  columns: carColumns,
  unit: '辆',
  every: LOOK_AGAIN,
  Above: LookSwitch,
  useMenu: useWays,
  link: carLink,
  empty: { note: '绑定了车载设备的车辆在此列出' },
})

/** The cars on a map first, or as a list. */
export default function Cars() {
  return useScreen(vehicleControlScreens.list).look === 'list' ? <List /> : <MapPage />
}
