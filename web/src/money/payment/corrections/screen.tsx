import { handMades } from '@cheyi/domain/money/payment/correction'
import { formatNear } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick, pickCode } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { open } from '../../../page/open.ts'
import { usePeople } from '../../../platform/account/parts/use-people.ts'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Button } from '../../../ui/layout.tsx'
import { paymentScreens } from '../screens.ts'

export type HandMade = OutputOf<typeof calls.payment.handMade>['list'][number]

const Correct = ({ item }: { readonly item: HandMade }) => (
  <Button size="s" onClick={() => void open(() => import('./correct-sheet.tsx'), { item })}>
    更正
  </Button>
)

const columns: readonly ListColumn<HandMade>[] = [
  { key: 'day', title: '日期', kind: 'text', width: 92, of: ({ day }) => day },
  { key: 'what', title: '类型', kind: 'text', width: 96, card: 'title', of: ({ what }) => handMades.text(what) },
  {
    key: 'status',
    title: '状态',
    kind: 'tag',
    width: 76,
    of: ({ corrected }) => [corrected !== null && { text: '已更正', tone: 'neutral' }],
  },
  { key: 'store', title: '门店', kind: 'text', width: 100, of: ({ storeName }) => storeName },
  { key: 'who', title: '经办人', kind: 'person', of: ({ operatorName }) => operatorName },
  { key: 'order', title: '订单号', kind: 'text', width: 124, of: ({ orderNo }) => orderNo },
  { key: 'memo', title: '说明', kind: 'text', of: ({ note }) => note },
  { key: 'fen', title: '金额', kind: 'money', of: ({ amount }) => amount },
  { key: 'corrected', title: '更正', kind: 'text', width: 168, card: 'note', of: correctedText },
  {
    key: 'act',
    title: '操作',
    kind: 'act',
    width: 72,
    when: ({ corrected, followed }, held) => corrected === null && !followed && held.has('finance.reconcile'),
    Act: Correct,
  },
]

function correctedText({ corrected, followed }: HandMade, now: number) {
  if (corrected === null) return followed && '该坏账之后已有收回，不能更正'
  const { at, byName, signedByName, reason } = corrected
  return [`${formatNear(at, now)} 由${byName}更正`, signedByName !== null && `${signedByName}复核`, reason]
    .filter(Boolean)
    .join(' · ')
}

/** Manual postings and their corrections. */
export default listPage(paymentScreens.corrections, {
  call: calls.payment.handMade,
  noun: '手工凭证',
  filters: [
    pickCode('what', '类型', handMades),
    pick('storeId', '门店', '全部门店', useStoreOptions),
    pick('accountId', '经办人', '全部人员', usePeople),
    period('period', 'from', 'to'),
  ],
  keyOf: ({ txnId }) => txnId,
  columns,
  unit: '张',
  link: orderLink,
  empty: { note: '坏账核销、交存银行和到账登记有误时，在这里更正' },
})
