import { runStates } from '@cheyi/domain/fleet/inventory/codes'
import { calls } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { linkTo } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { CarSilhouette } from '../../../ui/media/car-silhouette.tsx'
import {
  accText,
  type Car,
  doorText,
  LOOK_AGAIN,
  reportedText,
  speedText,
  stateMark,
  warningMarks,
} from '../parts/car-words.ts'
import { vehicleControlScreens } from '../screens.ts'
import { carFilters } from './filters.ts'
import { LookSwitch } from './look-switch.tsx'
import { MapPage } from './map-page.tsx'
import { useWays } from './ways.ts'

function Act({ item: { plate } }: { readonly item: Car }) {
  return (
    <Button size="s" onClick={() => go(vehicleControlScreens.alarms, { keyword: plate })}>
      看报警
    </Button>
  )
}

const columns: readonly ListColumn<Car>[] = [
  {
    key: 'picture',
    title: '',
    kind: 'picture',
    Picture: ({ item }) => <CarSilhouette carType={item.carType} size="s" />,
  },
  { key: 'plate', title: '车牌', kind: 'plate', card: 'title', of: ({ plate }) => plate },
  { key: 'state', title: '状态', kind: 'tag', width: 176, of: (car) => [stateMark(car), ...warningMarks(car)] },
  { key: 'model', title: '车型', kind: 'text', card: 'plate', of: ({ modelName }) => modelName },
  { key: 'store', title: '门店', kind: 'text', width: 116, card: 'plate', of: ({ storeName }) => storeName },
  {
    key: 'use',
    title: '用车',
    kind: 'text',
    width: 84,
    card: 'plate',
    of: ({ runState }) => runState !== null && runStates.text(runState),
  },
  {
    key: 'moves',
    title: '行驶',
    kind: 'text',
    width: 84,
    of: ({ moving, speed, acc }) => (moving ? speedText(speed) : accText(acc)),
  },
  { key: 'door', title: '车门', kind: 'text', width: 84, of: doorText },
  { key: 'last', title: '最近上报', kind: 'text', width: 96, of: ({ lastMsgAt }, now) => reportedText(lastMsgAt, now) },
  { key: 'act', title: '操作', kind: 'act', width: 88, when: ({ alarms }) => alarms > 0, Act },
]

/** Cars with a device and their reports; the request is repeated while the page is open. */
const List = listPage(vehicleControlScreens.list, {
  call: calls.vehicleControl.page,
  noun: '车辆',
  search: '车牌',
  filters: carFilters,
  keyOf: ({ vehicleId }) => vehicleId,
  columns,
  unit: '辆',
  every: LOOK_AGAIN,
  Above: LookSwitch,
  useMenu: useWays,
  link: (reach, { vehicleId }) => linkTo(reach, vehicleControlScreens.detail, { vehicleId }),
  empty: { note: '绑定了车载设备的车辆在此列出' },
})

/** The cars on a map first, or as a list. */
export default function Cars() {
  return useScreen(vehicleControlScreens.list).look === 'list' ? <List /> : <MapPage />
}
