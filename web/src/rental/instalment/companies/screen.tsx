import { localDate } from '@cheyi/domain/time'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { shortDate } from '../../../ui/date/civil-date.ts'
import { Money } from '../../../ui/show/money.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { instalmentScreens } from '../screens.ts'

/** Companies that pay for long orders, the largest debt first. */
export default listPage(instalmentScreens.companies, {
  call: calls.instalment.companies,
  noun: '付款单位',
  search: '单位名称',
  keyOf: ({ payer }) => payer,
  Row: PayerRow,
  estimate: 92,
  open: ({ payer }) => go(instalmentScreens.company, { payer }),
  empty: { note: '新建长租时填写付款单位，它的各期账单就汇总在这里' },
})

type Payer = OutputOf<typeof calls.instalment.companies>['list'][number]

function PayerRow({ item, current }: { readonly item: Payer; readonly current: boolean }) {
  const reach = useReach()
  const now = useNow()
  const { payer, orders, running, owed, overdue, nextDueDate } = item
  return (
    <RecordCard
      current={current}
      title={
        <>
          <CardLink {...linkTo(reach, instalmentScreens.company, { payer })}>{payer}</CardLink>
          {overdue > 0 && <Tag tone="danger">{overdue} 期逾期</Tag>}
        </>
      }
      end={<Money fen={owed} />}
    >
      <p className="num">{[`${orders} 单`, running > 0 && `${running} 单在租`].filter(Boolean).join(' · ')}</p>
      {nextDueDate && <p className="num">下期 {shortDate(nextDueDate, localDate(now))} 到期</p>}
    </RecordCard>
  )
}
