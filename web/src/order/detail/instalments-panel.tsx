import { formatMoney } from '@cheyi/domain/money'
import { nextRow, owedOf, rowMark } from '../../instalment/parts/instalment-words.ts'
import { PlanProgress } from '../../instalment/parts/plan-progress.tsx'
import { calls, useRead } from '../../kernel/call/calls.ts'
import { Answer } from '../../page/answer.tsx'
import { Grow, Note, Row } from '../../ui/layout.tsx'
import { Card, CardMore } from '../../ui/show/card.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { type PanelProps, pageOf } from './panel.ts'

const SHOWN = 3

/** The payment plan: how far it is paid, and the rows that come next. */
export function InstalmentsPanel(props: PanelProps) {
  const { orderId } = props.order
  const plan = useRead(calls.instalment.list, { orderId })
  const page = pageOf(props, 'instalment-list')
  return (
    <Card pad title="付款计划" extra={page && <CardMore onClick={() => page.onClick()}>全部分期</CardMore>}>
      <Answer of={plan} shape="rows">
        {({ rows, sums, terminated }) => {
          const next = nextRow(rows)
          const from = next === undefined ? 0 : Math.max(0, Math.min(rows.indexOf(next), rows.length - SHOWN))
          return (
            <>
              <PlanProgress rows={rows} />
              <Note num top={8}>
                已付 {rows.filter((row) => owedOf(row) === 0).length}/{rows.length} 期，已收 {formatMoney(sums.paid)} /{' '}
                {formatMoney(sums.amount)}
                {sums.lateFees > 0 && `，滞纳金 ${formatMoney(sums.lateFees)}`}
              </Note>
              {terminated && (
                <Note num>
                  已约定 {terminated.on} 退租，合同原至 {terminated.contractEnd}
                </Note>
              )}
              {rows.slice(from, from + SHOWN).map((row) => {
                const mark = rowMark(row)
                return (
                  <Row key={row.id} gap={8} high={40} num>
                    <span>第{row.seq}期</span>
                    <Grow as="span" note cut>
                      {row.dueDate}
                    </Grow>
                    <Tag tone={mark.tone}>{mark.text}</Tag>
                    <Money fen={owedOf(row) || row.amount} />
                  </Row>
                )
              })}
            </>
          )
        }}
      </Answer>
    </Card>
  )
}
