import { commandTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { linkTo } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick, pickCode } from '../../../page/list/list-page.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { usePeople } from '../../../platform/account/parts/use-people.ts'
import { commandName, commandReason, LOOK_AGAIN, outcomeMark } from '../parts/car-words.ts'
import { vehicleControlScreens } from '../screens.ts'

const groups = { running: '进行中', done: '成功', failed: '失败', cancelled: '已取消' } as const
/** Commands without an account have this number in its place. */
const useGivers = () => [{ value: '0', label: '客户或系统' }, ...usePeople()]

type Command = OutputOf<typeof calls.vehicleControl.commandPage>['list'][number]

const columns: readonly ListColumn<Command>[] = [
  { key: 'plate', title: '车牌', kind: 'plate', of: ({ plate }) => plate },
  { key: 'name', title: '指令', kind: 'text', width: 144, card: 'title', of: commandName },
  { key: 'result', title: '结果', kind: 'tag', width: 108, of: (item) => [outcomeMark(item)] },
  { key: 'by', title: '操作人', kind: 'person', of: ({ byName }) => byName },
  { key: 'why', title: '说明', kind: 'text', width: 248, of: commandReason },
  { key: 'model', title: '车型', kind: 'text', width: 120, card: 'plate', of: ({ modelName }) => modelName },
  { key: 'store', title: '门店', kind: 'text', width: 108, card: 'plate', of: ({ storeName }) => storeName },
  { key: 'at', title: '时间', kind: 'time', width: 96, card: 'end', of: ({ createdAt }) => createdAt },
]

/** Commands to all cars, the newest first; the request is repeated while the page is open. */
export default listPage(vehicleControlScreens.commands, {
  call: calls.vehicleControl.commandPage,
  noun: '指令',
  search: '车牌',
  filters: [
    tabs('group', '结果', groups),
    pickCode('type', '指令', commandTypes),
    pick('accountId', '操作人', '全部人员', useGivers),
  ],
  keyOf: ({ commandId }) => commandId,
  columns,
  every: LOOK_AGAIN,
  link: (reach, { vehicleId }) => linkTo(reach, vehicleControlScreens.detail, { vehicleId }),
  empty: { note: '员工、客户和系统对车辆下发的指令在此列出' },
})
