import { formatMoney } from '@cheyi/domain/money'
import { payKind } from '@cheyi/domain/money/payment/codes'
import { canPostpone, isBegun, isOverdueRow } from '@cheyi/domain/rental/instalment/steps'
import { addDays } from '@cheyi/domain/time'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { shortDate } from '../../../ui/date/civil-date.ts'
import { StepEntry } from '../../../ui/frame/step-list.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { owedOf, type PlanRow, rowMark } from '../parts/instalment-words.ts'

interface PlanStepProps {
  readonly orderId: string
  readonly row: PlanRow
  readonly today: string
  /** The first unpaid row: rows are paid in order. */
  readonly next: boolean
  readonly mayCollect: boolean
}

/** One instalment on the line of the plan, with its actions. */
export function PlanStep({ orderId, row, today, next, mayCollect }: PlanStepProps) {
  const { seq, dueDate, plannedDate, periodFrom, periodTo, amount, paid, lateFee, status } = row
  const mark = rowMark(row)
  const due = owedOf(row)
  const day = (date: string) => shortDate(date, today)
  const money = [
    paid > 0 && due > 0 && `已收 ${formatMoney(paid)}`,
    lateFee > 0 && `逾期违约金 ${formatMoney(lateFee)}`,
    due > 0 && due !== amount && `待收 ${formatMoney(due)}`,
  ].filter((text) => text !== false)
  const collect = () => open(() => import('../parts/collect-sheet.tsx'), { orderId, row })
  const sendLink = () =>
    open(() => import('../../../money/payment/parts/pay-link-sheet.tsx'), {
      orderId,
      payKind: payKind.instalment,
      refId: row.id,
      amount: due,
    })
  return (
    <StepEntry
      number={seq}
      title={`第 ${seq} 期`}
      tag={<Tag tone={mark.tone}>{mark.text}</Tag>}
      end={<Money fen={amount} size="l" />}
      state={due === 0 ? 'done' : isOverdueRow(status) ? 'late' : next ? 'now' : 'todo'}
      note={
        <>
          {day(periodFrom)} ~ {day(addDays(periodTo, -1))}
          <br />
          {day(dueDate)} 到期{plannedDate !== dueDate && `（原 ${day(plannedDate)}）`}
          {money.length > 0 && (
            <>
              <br />
              {money.join(' · ')}
            </>
          )}
        </>
      }
      acts={
        mayCollect &&
        due > 0 && (
          <Row gap={8} top={4} justify="end" wrap>
            {canPostpone(row) && (
              <Button size="s" onClick={() => void open(() => import('../parts/postpone-sheet.tsx'), { row })}>
                改期
              </Button>
            )}
            {next && isBegun(status) && (
              <Button size="s" onClick={() => void sendLink()}>
                发付款链接
              </Button>
            )}
            {next && (
              <Button size="s" variant="primary" onClick={() => void collect()}>
                收款
              </Button>
            )}
          </Row>
        )
      }
    />
  )
}
