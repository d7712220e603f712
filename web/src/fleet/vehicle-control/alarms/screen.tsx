import { alarmLevels, alarmTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { formatMoment } from '@cheyi/domain/near'
import { calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../../kernel/user.ts'
import { listPage, type MenuAct, seldom } from '../../../page/list/list-page.tsx'
import { pick, pickCode } from '../../../page/list/pick-filter.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { type Alarm, factsText, levelMark, stateMark } from '../parts/alarm-words.ts'
import { LOOK_AGAIN } from '../parts/car-words.ts'
import { vehicleControlScreens } from '../screens.ts'

const groups = { todo: '待处理', done: '已处理', mistaken: '误报' } as const
const useStores = () => useCurrentStore().stores.map(({ id, name }) => ({ value: id, label: name }))
const levels = [
  { value: '2', label: '重要及以上' },
  { value: '3', label: alarmLevels.text(3) },
]

/** Alarms of cars, the newest first; the request is repeated while the page is open. */
export default listPage(vehicleControlScreens.alarms, {
  call: calls.vehicleControl.alarmPage,
  noun: '报警',
  search: '车牌',
  filters: [
    tabs('group', '状态', groups, 'todo'),
    pick(
      'level',
      '级别',
      '全部级别',
      () => levels,
      (text) => (text === '3' ? 3 : 2),
    ),
    pickCode('type', '报警类型', alarmTypes),
    seldom(pick('storeId', '门店', '全部门店', useStores)),
  ],
  keyOf: ({ alarmId }) => alarmId,
  Row: AlarmCard,
  estimate: 96,
  every: LOOK_AGAIN,
  useMenu: useWays,
  open: ({ alarmId }) => go(vehicleControlScreens.alarm, { alarmId }),
  empty: { title: '没有报警', note: '设备上报的报警和系统发现的异常在此列出' },
})

function useWays(): readonly MenuAct[] {
  return mayOpen(vehicleControlScreens.alarmRules, useUser())
    ? [{ label: '报警规则', run: () => go(vehicleControlScreens.alarmRules, {}) }]
    : []
}

function AlarmCard({ item, current }: { readonly item: Alarm; readonly current: boolean }) {
  const now = useNow()
  const facts = factsText(item)
  return (
    <RecordCard
      current={current}
      title={
        <>
          <Link to={vehicleControlScreens.alarm} with={{ alarmId: item.alarmId }} className="card-link">
            {alarmTypes.text(item.type)}
          </Link>
          <Tag tone={levelMark(item.level).tone}>{levelMark(item.level).text}</Tag>
          <Tag tone={stateMark(item.state).tone}>{stateMark(item.state).text}</Tag>
        </>
      }
    >
      <Text as="p" num>
        <Plate plate={item.plate} size="s" /> {item.modelName} · {item.storeName}
      </Text>
      {facts !== '' && (
        <Text as="p" num>
          {facts}
        </Text>
      )}
      <Text as="p" num ink={2}>
        {[
          formatMoment(item.startAt, now),
          item.endAt === null ? '仍在持续' : `${formatMoment(item.endAt, now)} 结束`,
        ].join(' · ')}
        {item.byName !== null && ` · ${item.byName}`}
      </Text>
    </RecordCard>
  )
}
