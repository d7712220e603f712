import { formatMoney } from '@cheyi/domain/money'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { dueText } from '../../../booking/order/parts/plan-rows.tsx'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { Answer } from '../../../page/answer.tsx'
import { Note } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { rowMark } from '../parts/instalment-words.ts'

/** Maximum number of instalments shown for a month; the table has all. */
const SHOWN = 100

/** The instalments of a month, each with its order. */
export function MonthRows({ payer, month }: { readonly payer: string; readonly month: string }) {
  const rows = useRead(calls.instalment.companyRows, { payer, month, pageSize: SHOWN })
  const now = useNow()
  const reach = useReach()
  return (
    <Answer of={rows}>
      {({ list, nextCursor }) => (
        <>
          {list.map((row) => {
            const mark = rowMark(row)
            const due = row.open + row.feeOpen
            return (
              <RecordCard
                key={row.id}
                title={
                  <>
                    <CardLink {...orderLink(reach, row)}>
                      {row.plate ? <Plate plate={row.plate} size="s" /> : row.modelName}
                    </CardLink>
                    <Tag tone={mark.tone}>{mark.text}</Tag>
                  </>
                }
                end={<Money fen={row.amount} />}
              >
                <p className="num">
                  {row.orderNo} · 第 {row.seq} 期
                </p>
                <p className="num">{dueText(row, now)}</p>
                {(row.lateFee > 0 || (due > 0 && due !== row.amount)) && (
                  <p className="num">
                    {[
                      due > 0 && due !== row.amount && `待收 ${formatMoney(due)}`,
                      row.lateFee > 0 && `逾期违约金 ${formatMoney(row.lateFee)}`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                )}
              </RecordCard>
            )
          })}
          {nextCursor !== null && <Note>本月还有更多分期，请导出查看</Note>}
        </>
      )}
    </Answer>
  )
}
