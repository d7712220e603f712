import { runStates } from '@cheyi/domain/fleet/inventory/codes'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, type Reach } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Button } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import {
  accText,
  type Car,
  chargeText,
  doorText,
  reportedText,
  speedText,
  stateMark,
  warningMarks,
} from '../parts/car-words.ts'
import { vehicleControlScreens } from '../screens.ts'

function Act({ item: { plate } }: { readonly item: Car }) {
  return (
    <Button size="s" onClick={() => go(vehicleControlScreens.alarms, { keyword: plate })}>
      看报警
    </Button>
  )
}

/** What the list of cars, and the sheet over the map, show of each. */
export const carColumns: readonly ListColumn<Car>[] = [
  {
    key: 'picture',
    title: '',
    kind: 'picture',
    Picture: ({ item }) => <CarPicture image={item.image} carType={item.carType} />,
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
  { key: 'charge', title: '电量', kind: 'text', width: 112, named: true, of: chargeText },
  { key: 'door', title: '车门', kind: 'text', width: 84, of: doorText },
  { key: 'last', title: '最近上报', kind: 'text', width: 96, of: ({ lastMsgAt }, now) => reportedText(lastMsgAt, now) },
  { key: 'act', title: '操作', kind: 'act', width: 88, when: ({ alarms }) => alarms > 0, Act },
]

export const carLink = (reach: Reach, { vehicleId }: Car) => linkTo(reach, vehicleControlScreens.detail, { vehicleId })
