import { tollKinds, tollStatus, tollStatuses } from '@cheyi/domain/rental/toll/codes'
import { type TollGroup, tollGroups } from '@cheyi/domain/rental/toll/toll'
import { useStoreOptions } from '../../../fleet/store/parts/current-store.ts'
import { calls } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { type Filter, listPage, type MenuAct } from '../../../page/list/list-page.tsx'
import { pick, pickCode } from '../../../page/list/pick-filter.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { openToll, TollCard } from '../parts/toll-card.tsx'
import { tollScreens } from '../screens.ts'

const names = Object.fromEntries(
  tollGroups.map((group) => [group, tollStatuses.text(tollStatus[group])] as const),
) as Readonly<Record<TollGroup, string>>

const Nothing = () => null

/** A filter that only a link sets: of an order, of a car. */
const linked = <N extends 'orderId' | 'vehicleId'>(name: N): Filter<N, string, N> => ({
  name,
  address: [name],
  read: (values) => values[name] || undefined,
  Field: Nothing,
})

/** Lines of bills by who pays them; those to be charged come first. */
export default listPage(tollScreens.list, {
  call: calls.toll.page,
  noun: '账单',
  search: '车牌、卡号、订单号',
  filters: [
    tabs('group', '状态', names, 'toCharge'),
    pickCode('kind', '类型', tollKinds),
    pick('storeId', '门店', '全部门店', useStoreOptions),
    linked('orderId'),
    linked('vehicleId'),
  ],
  keyOf: ({ lineId }) => lineId,
  Row: TollCard,
  estimate: 116,
  useMenu: useActs,
  open: (line) => void openToll(line),
  empty: { note: '导入 ETC、停车场或充电平台的账单，按车牌和时间自动匹配用车客户' },
})

function useActs(): readonly MenuAct[] {
  const mayImport = useMay('violation.handle')
  const mayCharge = useMay('order.supplement')
  return [
    ...(mayCharge ? [{ label: '按订单收取', run: () => go(tollScreens.due, {}) }] : []),
    ...(mayImport ? [{ label: '导入账单', run: () => go(tollScreens.import, {}) }] : []),
  ]
}
