import { formatMoney } from '@cheyi/domain/money'
import { onlinePayWays, payWays } from '@cheyi/domain/money/payment/codes'
import { billStates, isUncompared } from '@cheyi/domain/money/reconcile/bill'
import { formatNear } from '@cheyi/domain/near'
import { calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { pickCode } from '../../../page/list/pick-filter.tsx'
import { Note, Text } from '../../../ui/layout.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { accountOf, type Bill, toneOf } from '../parts/bill-words.ts'
import { reconcileScreens } from '../screens.ts'

const ways = { values: onlinePayWays, text: payWays.text }

/** The bills by day and contract: matched, differing or missing. */
export default listPage(reconcileScreens.list, {
  call: calls.reconcile.page,
  noun: '渠道账单',
  filters: [pickCode('payWay', '渠道', ways), period('period', 'from', 'to'), chips('state', '状态', billStates)],
  keyOf: ({ id }) => id,
  Row: BillCard,
  estimate: 96,
  open: ({ id }) => go(reconcileScreens.bill, { id }),
  empty: { note: '开通线上收款的次日，渠道账单会自动下载并逐笔核对' },
})

function BillCard({ item: bill, current }: { item: Bill; current: boolean }) {
  const now = useNow()
  const { id, day, state, failure, askAt, lines, paid, refunded, fee, borne, open } = bill
  return (
    <RecordCard
      current={current}
      title={
        <Link to={reconcileScreens.bill} with={{ id }} className="card-link">
          {day} {accountOf(bill)}
        </Link>
      }
      end={
        <Tag tone={toneOf(bill)}>
          {billStates.text(state)}
          {open > 0 && ` ${open} 笔`}
        </Tag>
      }
    >
      {isUncompared(state) ? (
        <Note num>
          {[failure, askAt !== null && `${formatNear(askAt, now)} 后自动重试`].filter(Boolean).join(' · ')}
        </Note>
      ) : (
        <Text as="p" size="s" ink={2} num>
          {[
            `收 ${formatMoney(paid)}`,
            `退 ${formatMoney(refunded)}`,
            `手续费 ${formatMoney(fee)}`,
            borne !== 0 && `商家优惠 ${formatMoney(borne)}`,
            `共 ${lines} 笔`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
    </RecordCard>
  )
}
