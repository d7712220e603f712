import { fenceRule, fenceRules } from '@cheyi/domain/fleet/vehicle-control/codes'
import { fenceWords } from '@cheyi/domain/fleet/vehicle-control/fence'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, mayOpen, useAnswersFor, useUser } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick, pickCode } from '../../../page/list/list-page.tsx'
import { ALL_STORES, useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Button } from '../../../ui/layout.tsx'
import { levelMark } from '../parts/alarm-words.ts'
import { vehicleControlScreens } from '../screens.ts'

export type Fence = OutputOf<typeof calls.vehicleControl.fencePage>['list'][number]

function Act({ item }: { readonly item: Fence }) {
  const answers = useAnswersFor()
  const opens = mayOpen(vehicleControlScreens.fence, useUser())
  const switching = useWrite(calls.vehicleControl.fenceEnable)
  const { fenceId, version, active } = item
  async function flip() {
    if (await switching.run({ fenceId, version, active: !active })) feedback.toast(active ? '围栏已停用' : '围栏已启用')
  }
  if (!opens || !answers(item.storeId)) return null
  return (
    <Button size="s" loading={switching.pending} onClick={() => void flip()}>
      {active ? '停用' : '启用'}
    </Button>
  )
}

const columns: readonly ListColumn<Fence>[] = [
  { key: 'name', title: '围栏', kind: 'text', width: 160, card: 'title', of: ({ name }) => name },
  {
    key: 'state',
    title: '级别',
    kind: 'tag',
    of: ({ active, rule, level }) => [
      !active && { text: '已停用', tone: 'outline' },
      rule !== fenceRule.noCut && levelMark(level),
    ],
  },
  { key: 'rule', title: '规则', kind: 'text', width: 248, of: fenceWords },
  { key: 'store', title: '门店', kind: 'text', card: 'plate', of: ({ storeName }) => storeName ?? ALL_STORES },
  {
    key: 'cars',
    title: '车辆',
    kind: 'text',
    width: 88,
    card: 'plate',
    of: ({ cars }) => (cars === 0 ? '全部车辆' : `${cars} 辆车`),
  },
  {
    key: 'alarms',
    title: '未处理报警',
    kind: 'tag',
    width: 96,
    card: 'end',
    of: ({ alarms }) => [alarms > 0 && { text: `报警 ${alarms}`, tone: 'danger' }],
  },
  { key: 'act', title: '操作', kind: 'act', width: 80, Act },
]

/** Fences of all stores, and of those that the account sees. */
export default listPage(vehicleControlScreens.fences, {
  call: calls.vehicleControl.fencePage,
  noun: '围栏',
  search: '围栏名称',
  filters: [pickCode('rule', '规则', fenceRules), pick('storeId', '门店', ALL_STORES, useStoreOptions)],
  keyOf: ({ fenceId }) => fenceId,
  columns,
  unit: '个',
  useAdd: () =>
    mayOpen(vehicleControlScreens.fence, useUser()) ? () => go(vehicleControlScreens.fence, { id: '0' }) : undefined,
  link: (reach, { fenceId }) => linkTo(reach, vehicleControlScreens.fence, { id: fenceId }),
  empty: { note: '在地图上画出范围，车辆驶出、驶入或超速时报警；也可画出禁断油电的区域' },
})
