import { runStates } from '@cheyi/domain/fleet/inventory/codes'
import { calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { Text } from '../../../ui/layout.tsx'
import { CarSilhouette } from '../../../ui/media/car-silhouette.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag, Tags } from '../../../ui/show/tag.tsx'
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
import { MapPage } from './map-page.tsx'
import { useWays } from './ways.ts'

/** Cars with a device and their reports; the request is repeated while the page is open. */
const List = listPage(vehicleControlScreens.list, {
  call: calls.vehicleControl.page,
  noun: '车辆',
  search: '车牌',
  filters: carFilters,
  keyOf: ({ vehicleId }) => vehicleId,
  Row: CarCard,
  estimate: 104,
  every: LOOK_AGAIN,
  useMenu: useWays,
  open: ({ vehicleId }) => go(vehicleControlScreens.detail, { vehicleId }),
  empty: { note: '绑定了车载设备的车辆在此列出' },
})

/** The cars as a list or on a map. */
export default function Cars() {
  return useScreen(vehicleControlScreens.list).look === 'map' ? <MapPage /> : <List />
}

function CarCard({ item, current }: { readonly item: Car; readonly current: boolean }) {
  const now = useNow()
  const mark = stateMark(item)
  const facts = [
    item.moving ? speedText(item.speed) : accText(item.acc),
    doorText(item),
    reportedText(item.lastMsgAt, now),
  ]
  return (
    <RecordCard
      current={current}
      before={<CarSilhouette carType={item.carType} size="s" />}
      title={
        <>
          <Link to={vehicleControlScreens.detail} with={{ vehicleId: item.vehicleId }} className="card-link">
            <Plate plate={item.plate} />
          </Link>
          <Tag tone={mark.tone}>{mark.text}</Tag>
          <Tags of={warningMarks(item)} />
        </>
      }
    >
      <p>
        {[item.modelName, item.storeName, item.runState !== null && runStates.text(item.runState)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Text as="p" num ink={2}>
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </RecordCard>
  )
}
