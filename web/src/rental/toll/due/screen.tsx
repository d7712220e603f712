import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { formatPeriod } from '@cheyi/domain/near'
import { MAX_TOLL_ORDERS } from '@cheyi/domain/rental/toll/toll'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { linkedFilter, listPage, pick } from '../../../page/list/list-page.tsx'
import type { ListBatch } from '../../../page/list/use-picked.tsx'
import { open } from '../../../page/open.ts'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Box, Button, Note } from '../../../ui/layout.tsx'
import { tollScreens } from '../screens.ts'

type Due = OutputOf<typeof calls.toll.due>
export type DueOrder = Due['list'][number]

const charge = (orders: readonly DueOrder[]) => open(() => import('./charge-sheet.tsx'), { orders })

const useBatch = (): ListBatch<DueOrder> => ({
  most: MAX_TOLL_ORDERS,
  unit: '单',
  nameOf: ({ orderNo }) => orderNo,
  run: charge,
})

function Acts({ item }: { readonly item: DueOrder }) {
  return (
    <>
      <Button size="s" onClick={() => go(tollScreens.list, { orderId: item.orderId })}>
        明细
      </Button>
      <Button size="s" variant="primary" onClick={() => void charge([item])}>
        收取
      </Button>
    </>
  )
}

const columns: readonly ListColumn<DueOrder>[] = [
  { key: 'plate', title: '车牌', kind: 'plate', card: 'title', of: ({ plate }) => plate || null },
  { key: 'renter', title: '客户', kind: 'person', width: 72, card: 'title', of: ({ renterName }) => renterName },
  { key: 'orderNo', title: '订单号', kind: 'text', width: 124, card: 'plate', of: ({ orderNo }) => orderNo },
  {
    key: 'status',
    title: '订单状态',
    kind: 'text',
    width: 72,
    card: 'plate',
    extra: true,
    of: ({ status }) => orderStatuses.text(status),
  },
  { key: 'what', title: '内容', kind: 'text', width: 180, of: ({ what }) => what },
  {
    key: 'when',
    title: '时间',
    kind: 'text',
    width: 176,
    of: ({ firstAt, lastAt }, now) => formatPeriod(firstAt, lastAt, now),
  },
  { key: 'fen', title: '应收', kind: 'money', width: 84, of: ({ fen }) => fen },
  { key: 'deposit', title: '押金可扣', kind: 'text', card: 'note', named: true, width: 136, of: depositText },
  { key: 'act', title: '操作', kind: 'act', Act: Acts },
]

/** Orders whose customers have not been charged for their tolls yet. */
export default listPage(tollScreens.due, {
  call: calls.toll.due,
  noun: '待收订单',
  input: { pageSize: 100 },
  filters: [pick('storeId', '门店', '全部门店', useStoreOptions), linkedFilter('orderId')],
  keyOf: ({ orderId }) => orderId,
  columns,
  unit: '单',
  totals: ({ sums }) => ({ fen: sums?.fen ?? null }),
  link: orderLink,
  Head,
  useBatch,
  useMenu: () => [{ label: '账单明细', run: () => go(tollScreens.list, {}) }],
  empty: { note: '所有用车客户的过路停车充电费都已收取' },
})

function Head({ first: { sums, total } }: { readonly first: Due }) {
  if (sums === null || sums.lines === 0) return null
  return (
    <Box pad={[12, 12, 10]}>
      <Note
        num
      >{`${total ?? 0} 个订单共 ${sums.lines} 笔 ${formatMoney(sums.fen)}。每单合并为一笔补款，可先从租车押金扣，其余由客户凭链接付款或还车时结算`}</Note>
    </Box>
  )
}

function depositText({ deposit, depositOnce }: DueOrder): string {
  if (deposit > 0) return formatMoney(deposit)
  return depositOnce > 0 ? `${formatMoney(depositOnce)} 只能扣一次` : '无'
}
