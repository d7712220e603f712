import { formatDateTime } from '@cheyi/domain/time'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { couponScreens } from '../screens.ts'

type Use = OutputOf<typeof calls.coupon.uses>['list'][number]

const columns: readonly ListColumn<Use>[] = [
  { key: 'orderNo', title: '订单号', kind: 'text', width: 180, card: 'title', of: ({ orderNo }) => orderNo },
  { key: 'at', title: '下单时间', kind: 'text', width: 140, of: ({ at }) => formatDateTime(at) },
  { key: 'fen', title: '优惠', kind: 'money', of: ({ fen }) => fen },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 96,
    of: ({ givenBack }) => [givenBack ? { text: '已退回', tone: 'neutral' } : { text: '已使用', tone: 'success' }],
  },
]

/** The bookings that a coupon was used for, the newest first. */
export default listPage(couponScreens.uses, {
  call: calls.coupon.uses,
  noun: '使用记录',
  input: ({ couponId }) => ({ couponId }),
  keyOf: ({ orderId }) => orderId,
  columns,
})
