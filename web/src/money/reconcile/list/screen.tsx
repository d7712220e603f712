import { onlinePayWays, payWays } from '@cheyi/domain/money/payment/codes'
import { billStates, isUncompared } from '@cheyi/domain/money/reconcile/bill'
import { formatNear } from '@cheyi/domain/near'
import { calls } from '../../../kernel/call/calls.ts'
import { linkTo } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pickCode } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { accountOf, type Bill, toneOf } from '../parts/bill-words.ts'
import { reconcileScreens } from '../screens.ts'

const ways = { values: onlinePayWays, text: payWays.text }

const columns: readonly ListColumn<Bill>[] = [
  { key: 'day', title: '账单日', kind: 'text', width: 96, card: 'title', of: ({ day }) => day },
  { key: 'account', title: '渠道', kind: 'text', width: 160, card: 'title', of: accountOf },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 108,
    of: (bill) => [
      { text: `${billStates.text(bill.state)}${bill.open > 0 ? ` ${bill.open} 笔` : ''}`, tone: toneOf(bill) },
    ],
  },
  { key: 'lines', title: '笔数', kind: 'number', width: 64, unit: '笔', of: compared(({ lines }) => lines) },
  { key: 'paid', title: '收款', kind: 'money', card: 'meta', of: compared(({ paid }) => paid) },
  { key: 'refunded', title: '退款', kind: 'money', card: 'meta', of: compared(({ refunded }) => refunded || null) },
  { key: 'fee', title: '手续费', kind: 'money', card: 'note', of: compared(({ fee }) => fee || null) },
  { key: 'borne', title: '商家优惠', kind: 'money', card: 'note', of: compared(({ borne }) => borne || null) },
  {
    key: 'failure',
    title: '说明',
    kind: 'text',
    width: 168,
    card: 'note',
    of: ({ state, failure, askAt }, now) =>
      isUncompared(state) &&
      [failure, askAt !== null && `${formatNear(askAt, now)} 后自动重试`].filter(Boolean).join(' · '),
  },
]

/** A bill that was not compared has no figures. */
function compared(of: (bill: Bill) => number | null) {
  return (bill: Bill) => (isUncompared(bill.state) ? null : of(bill))
}

/** The bills by day and contract: matched, differing or missing. */
export default listPage(reconcileScreens.list, {
  call: calls.reconcile.page,
  noun: '渠道账单',
  filters: [pickCode('payWay', '渠道', ways), period('period', 'from', 'to'), chips('state', '状态', billStates)],
  keyOf: ({ id }) => id,
  columns,
  unit: '份',
  link: (reach, { id }) => linkTo(reach, reconcileScreens.bill, { id }),
  empty: { note: '开通线上收款的次日，渠道账单会自动下载并逐笔核对' },
})
