import { type IllegalGroup, illegalGroups } from '@cheyi/domain/violation/illegal'
import { calls, type OutputOf } from '../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../kernel/page/pages.tsx'
import { go } from '../../kernel/page/router.ts'
import { listPage, opens } from '../../page/list/list-page.tsx'
import { pick } from '../../page/list/pick-filter.tsx'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { Tabs } from '../../ui/frame/tabs.tsx'
import { IllegalCard } from '../parts/illegal-card.tsx'
import { violationScreens } from '../screens.ts'

const names: Readonly<Record<IllegalGroup, string>> = {
  todo: '待处理',
  running: '处理中',
  toClose: '待核销',
  ended: '已结',
}
const groups = Object.keys(illegalGroups) as IllegalGroup[]
const useStores = () => useCurrentStore().stores.map(({ id, name }) => ({ value: id, label: name }))

/** What is to be done first, unless the address says otherwise. */
const FIRST: IllegalGroup = 'todo'

export default listPage(violationScreens.list, {
  call: calls.violation.page,
  noun: '违章',
  search: '车牌、客户、订单号',
  filters: [
    {
      name: 'group',
      address: ['group'],
      read: ({ group = '' }) => (group === 'all' ? undefined : (groups.find((one) => one === group) ?? FIRST)),
      Field: () => null,
    },
    pick('storeId', '门店', '全部门店', useStores),
    {
      name: 'vehicleId',
      address: ['vehicleId'],
      read: ({ vehicleId }) => vehicleId || undefined,
      Field: () => null,
    },
  ],
  keyOf: ({ illegalId }) => illegalId,
  Row: IllegalCard,
  estimate: 152,
  Head: Groups,
  open: ({ illegalId }) => go(violationScreens.detail, { illegalId }),
  useAdd: opens(violationScreens.create, {}),
  empty: { note: '收到违章后录入，按车牌和时间自动匹配订单' },
})

function Groups({ first: { counts } }: { readonly first: OutputOf<typeof calls.violation.page> }) {
  const { group } = useScreen(violationScreens.list)
  const patch = usePatch()
  return (
    <Tabs
      label="状态"
      items={[
        ...groups.map((key) => ({ key, label: names[key], count: counts?.[key] })),
        { key: 'all' as const, label: '全部' },
      ]}
      value={group === 'all' ? 'all' : (groups.find((one) => one === group) ?? FIRST)}
      onChange={(key) => patch({ group: key === FIRST ? undefined : key })}
    />
  )
}
