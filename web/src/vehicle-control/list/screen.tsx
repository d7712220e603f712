import { runStates } from '@cheyi/domain/inventory/codes'
import { calls } from '../../kernel/call/calls.ts'
import { useNow } from '../../kernel/now.ts'
import { Link } from '../../kernel/page/link.tsx'
import { go } from '../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../kernel/user.ts'
import { listPage, seldom } from '../../page/list/list-page.tsx'
import { pick } from '../../page/list/pick-filter.tsx'
import { tabs } from '../../page/list/tabs-filter.tsx'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { CarSilhouette } from '../../ui/media/car-silhouette.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { RecordCard } from '../../ui/show/record-card.tsx'
import { Tag, Tags } from '../../ui/show/tag.tsx'
import {
  accText,
  agoText,
  type Car,
  doorText,
  LOOK_AGAIN,
  speedText,
  stateMark,
  warningMarks,
} from '../parts/car-words.ts'
import { vehicleControlScreens } from '../screens.ts'

const names = { online: '在线', sleeping: '休眠', offline: '离线', alarm: '报警' } as const
const useStores = () => useCurrentStore().stores.map(({ id, name }) => ({ value: id, label: name }))
const yesOrNo = (yes: string, no: string) => () => [
  { value: '1', label: yes },
  { value: '0', label: no },
]
const asFlag = (text: string) => text === '1'

/** Cars with a device and what they say, asked for again while somebody looks. */
export default listPage(vehicleControlScreens.list, {
  call: calls.vehicleControl.page,
  noun: '车辆',
  search: '车牌',
  filters: [
    tabs('group', '状态', names),
    pick('storeId', '门店', '全部门店', useStores),
    seldom(pick('moving', '行驶', '行驶与静止', yesOrNo('行驶中', '静止'), asFlag)),
    seldom(pick('rented', '租用', '全部车辆', yesOrNo('在租', '未在租'), asFlag)),
  ],
  keyOf: ({ vehicleId }) => vehicleId,
  Row: CarCard,
  estimate: 104,
  every: LOOK_AGAIN,
  Head: Ways,
  open: ({ vehicleId }) => go(vehicleControlScreens.detail, { vehicleId }),
  empty: { note: '绑定了车载设备的车辆在此列出' },
})

/** What else there is of them. */
function Ways() {
  if (!mayOpen(vehicleControlScreens.device, useUser())) return null
  return (
    <Row justify="end" pad={[8, 12]}>
      <Button size="s" onClick={() => go(vehicleControlScreens.device, {})}>
        车载设备
      </Button>
    </Row>
  )
}

function CarCard({ item, current }: { readonly item: Car; readonly current: boolean }) {
  const now = useNow()
  const mark = stateMark(item)
  const facts = [item.moving ? speedText(item.speed) : accText(item.acc), doorText(item), agoText(item.lastMsgAt, now)]
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
