import { alarmSteps } from '@cheyi/domain/fleet/vehicle-control/alarm'
import { alarmLevel, alarmLevels, alarmStates, alarmTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { formatMoment } from '@cheyi/domain/near'
import { can } from '@cheyi/domain/step'
import { calls } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, mayOpen, useUser } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, type MenuAct, pick, pickCode, seldom } from '../../../page/list/list-page.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { open } from '../../../page/open.ts'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Button } from '../../../ui/layout.tsx'
import { type Alarm, factsText, levelMark } from '../parts/alarm-words.ts'
import { LOOK_AGAIN } from '../parts/car-words.ts'
import { vehicleControlScreens } from '../screens.ts'

const groups = { todo: '待处理', done: '已处理', mistaken: '误报' } as const
const levels = [
  { value: '2', label: '重要及以上' },
  { value: '3', label: alarmLevels.text(3) },
]

/** Only what is urgent is filled, so that it is found among the rest. */
function Act({ item: alarm }: { readonly item: Alarm }) {
  return (
    <Button
      size="s"
      variant={alarm.level === alarmLevel.urgent ? 'primary' : 'outline'}
      onClick={() => void open(() => import('../alarm/close-sheet.tsx'), { alarm, act: 'handle' })}
    >
      处理
    </Button>
  )
}

const columns: readonly ListColumn<Alarm>[] = [
  { key: 'plate', title: '车牌', kind: 'plate', of: ({ plate }) => plate },
  { key: 'type', title: '报警', kind: 'text', width: 112, card: 'title', of: ({ type }) => alarmTypes.text(type) },
  { key: 'level', title: '级别', kind: 'tag', width: 64, of: ({ level }) => [levelMark(level)] },
  { key: 'facts', title: '情况', kind: 'text', width: 240, of: factsText },
  { key: 'at', title: '开始', kind: 'time', width: 92, card: 'end', of: ({ startAt }) => startAt },
  {
    key: 'end',
    title: '结束',
    kind: 'due',
    width: 120,
    of: ({ endAt, level }, now) =>
      endAt === null
        ? { text: '仍在持续', late: level === alarmLevel.urgent }
        : { text: `${formatMoment(endAt, now)} 结束`, late: false },
  },
  { key: 'model', title: '车型', kind: 'text', width: 108, card: 'plate', of: ({ modelName }) => modelName },
  { key: 'store', title: '门店', kind: 'text', width: 96, card: 'plate', of: ({ storeName }) => storeName },
  { key: 'state', title: '状态', kind: 'text', width: 64, of: ({ state }) => alarmStates.text(state) },
  { key: 'by', title: '处理人', kind: 'person', extra: true, of: ({ byName }) => byName },
  {
    key: 'act',
    title: '操作',
    kind: 'act',
    width: 72,
    when: ({ state }) => can(alarmSteps, 'handle', state).ok,
    Act,
  },
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
    seldom(pick('storeId', '门店', '全部门店', useStoreOptions)),
  ],
  keyOf: ({ alarmId }) => alarmId,
  columns,
  every: LOOK_AGAIN,
  useMenu: useWays,
  link: (reach, { alarmId }) => linkTo(reach, vehicleControlScreens.alarm, { alarmId }),
  empty: { title: '没有报警', note: '设备上报的报警和系统发现的异常在此列出' },
})

function useWays(): readonly MenuAct[] {
  return mayOpen(vehicleControlScreens.alarmRules, useUser())
    ? [{ label: '报警规则', run: () => go(vehicleControlScreens.alarmRules, {}) }]
    : []
}
