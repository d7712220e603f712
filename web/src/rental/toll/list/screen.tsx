import { tollKinds, tollStatus, tollStatuses } from '@cheyi/domain/rental/toll/codes'
import { isToCharge, isUnmatched, type TollGroup, tollGroups, tollName } from '@cheyi/domain/rental/toll/toll'
import { calls } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { linkedFilter, listPage, type MenuAct, pick, pickCode } from '../../../page/list/list-page.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { open } from '../../../page/open.ts'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Button } from '../../../ui/layout.tsx'
import type { Tone } from '../../../ui/show/tag.tsx'
import type { TollLine } from '../parts/toll-line.ts'
import { tollScreens } from '../screens.ts'

const names = Object.fromEntries(
  tollGroups.map((group) => [group, tollStatuses.text(tollStatus[group])] as const),
) as Readonly<Record<TollGroup, string>>

const tones: Readonly<Record<number, Tone>> = {
  [tollStatus.unmatched]: 'danger',
  [tollStatus.toCharge]: 'warning',
  [tollStatus.asked]: 'primary',
  [tollStatus.paid]: 'success',
  [tollStatus.toReturn]: 'danger',
}

/** All lines of its order are charged at once; one of no order is matched first. */
function Next({ item }: { readonly item: TollLine }) {
  const { status, orderId } = item
  return isToCharge(status) && orderId !== null ? (
    <Button size="s" variant="primary" onClick={() => go(tollScreens.due, { orderId })}>
      收取
    </Button>
  ) : (
    <Button size="s" onClick={() => void open(() => import('../parts/match-sheet.tsx'), { line: item })}>
      匹配
    </Button>
  )
}

const columns: readonly ListColumn<TollLine>[] = [
  { key: 'plate', title: '车牌', kind: 'plate', of: ({ plate }) => plate || null },
  { key: 'card', title: '卡号', kind: 'text', card: 'plate', extra: true, of: ({ plate, cardNo }) => !plate && cardNo },
  { key: 'what', title: '类型', kind: 'text', width: 64, card: 'title', of: tollName },
  {
    key: 'status',
    title: '状态',
    kind: 'tag',
    width: 76,
    of: ({ status }) => [{ text: tollStatuses.text(status), tone: tones[status] ?? 'neutral' }],
  },
  { key: 'renter', title: '客户', kind: 'person', width: 72, card: 'plate', of: ({ renterName }) => renterName },
  { key: 'order', title: '订单号', kind: 'text', width: 124, card: 'plate', of: ({ orderNo }) => orderNo },
  { key: 'at', title: '时间', kind: 'time', width: 96, of: ({ outAt }) => outAt },
  { key: 'place', title: '地点', kind: 'text', width: 152, of: ({ place }) => place },
  { key: 'fen', title: '金额', kind: 'money', width: 84, of: ({ fen }) => fen },
  { key: 'reason', title: '说明', kind: 'text', width: 72, of: ({ reason }) => reason },
  { key: 'provider', title: '服务商', kind: 'text', card: 'none', extra: true, of: ({ provider }) => provider },
  {
    key: 'act',
    title: '操作',
    kind: 'act',
    width: 72,
    when: ({ status }, held) =>
      isToCharge(status) ? held.has('order.supplement') : isUnmatched(status) && held.has('violation.handle'),
    Act: Next,
  },
]

/** Lines of bills by who pays them; those to be charged come first. */
export default listPage(tollScreens.list, {
  call: calls.toll.page,
  noun: '账单',
  search: '车牌、卡号、订单号',
  filters: [
    tabs('group', '状态', names, 'toCharge'),
    pickCode('kind', '类型', tollKinds),
    pick('storeId', '门店', '全部门店', useStoreOptions),
    linkedFilter('orderId'),
    linkedFilter('vehicleId'),
  ],
  keyOf: ({ lineId }) => lineId,
  columns,
  unit: '笔',
  useMenu: useActs,
  open: (line) => void open(() => import('../parts/line-sheet.tsx'), { line }),
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
