import { formatMoney } from '@cheyi/domain/money'
import { isOverdueRow } from '@cheyi/domain/rental/instalment/steps'
import { localDate } from '@cheyi/domain/time'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Answer } from '../../../page/page.tsx'
import { shortDate } from '../../../ui/date/civil-date.ts'
import { Steps } from '../../../ui/frame/steps.tsx'
import { Button, Card, CardMore, Note, Row, Text } from '../../../ui/layout.tsx'
import { nextRow, owedOf, rowMark } from '../../instalment/parts/instalment-words.ts'
import { type PanelProps, pageOf } from './panel.ts'

const SHOWN = 6

/** The payment plan: progress, rows, and the row to be collected next. */
export function InstalmentsPanel(props: PanelProps) {
  const { orderId } = props.order
  const plan = useRead(calls.instalment.list, { orderId })
  const page = pageOf(props, 'instalment-list')
  const mayCollect = useMay('longOrder.instalment')
  const today = localDate(useNow())
  return (
    <Card pad title="付款计划" extra={page && <CardMore onClick={() => page.onClick()}>全部分期</CardMore>}>
      <Answer of={plan} shape="rows">
        {({ rows, sums, terminated }) => {
          const next = nextRow(rows)
          const at = next === undefined ? rows.length : rows.indexOf(next)
          const from = Math.max(0, Math.min(at - 2, rows.length - SHOWN))
          return (
            <>
              {rows.length > 1 && (
                <Steps
                  current={at - from}
                  items={rows.slice(from, from + SHOWN).map((row) => ({
                    label: `第 ${row.seq} 期`,
                    number: row.seq,
                    note:
                      isOverdueRow(row.status) || owedOf(row) === 0 ? rowMark(row).text : shortDate(row.dueDate, today),
                  }))}
                />
              )}
              <Row gap={8} top={8} justify="between">
                <div>
                  <Note num>
                    已付 {rows.filter((row) => owedOf(row) === 0).length}/{rows.length} 期
                  </Note>
                  <Text num>
                    <b>{formatMoney(sums.paid)}</b> / {formatMoney(sums.amount)}
                  </Text>
                  {sums.lateFees > 0 && <Note num>逾期违约金 {formatMoney(sums.lateFees)}</Note>}
                </div>
                {next && mayCollect && (
                  <Button
                    size="s"
                    variant={next.dueDate <= today ? 'primary' : 'outline'}
                    onClick={() =>
                      void open(() => import('../../instalment/parts/collect-sheet.tsx'), { orderId, row: next })
                    }
                  >
                    收第 {next.seq} 期
                  </Button>
                )}
              </Row>
              {terminated && (
                <Note num>
                  已约定 {terminated.on} 退租，合同原至 {terminated.contractEnd}
                </Note>
              )}
            </>
          )
        }}
      </Answer>
    </Card>
  )
}
