import { canPostpone, isBegun } from '@cheyi/domain/instalment/steps'
import { payKind } from '@cheyi/domain/payment/codes'
import { periodText } from '../../order/parts/plan-rows.tsx'
import { open } from '../../page/open.ts'
import { Button } from '../../ui/button.tsx'
import { Note, Row, Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { FeeLine } from '../../ui/show/rows.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { owedOf, type PlanRow, rowMark } from '../parts/instalment-words.ts'

interface PlanCardProps {
  readonly orderId: string
  readonly row: PlanRow
  /** The first that is open: rows are paid in their order. */
  readonly next: boolean
  readonly mayCollect: boolean
}

/** One instalment, and what may be done with it. */
export function PlanCard({ orderId, row, next, mayCollect }: PlanCardProps) {
  const mark = rowMark(row)
  const due = owedOf(row)
  const late = row.plannedDate === row.dueDate ? '' : `（原 ${row.plannedDate}）`
  return (
    <Card pad title={`第${row.seq}期`} extra={<Tag tone={mark.tone}>{mark.text}</Tag>}>
      <Note num>
        {periodText(row)} · {row.dueDate} 到期{late}
      </Note>
      <FeeLine label="租金" fen={row.amount} />
      {row.paid > 0 && due > 0 && <FeeLine label="已收" fen={row.paid} />}
      {row.lateFee > 0 && <FeeLine label="滞纳金" fen={row.lateFee} />}
      {due > 0 && due !== row.amount && (
        <Text weight="b">
          <FeeLine label="待收" fen={due} />
        </Text>
      )}
      {mayCollect && due > 0 && (
        <Row gap={8} top={8} align="stretch" justify="end" wrap>
          {canPostpone(row) && (
            <Button size="s" onClick={() => void open(() => import('../parts/postpone-sheet.tsx'), { row })}>
              改期
            </Button>
          )}
          {next && isBegun(row.status) && (
            <Button
              size="s"
              onClick={() =>
                void open(() => import('../../payment/parts/pay-link-sheet.tsx'), {
                  orderId,
                  payKind: payKind.instalment,
                  refId: row.id,
                  amount: due,
                })
              }
            >
              发付款链接
            </Button>
          )}
          {next && (
            <Button
              size="s"
              variant="primary"
              onClick={() => void open(() => import('../parts/collect-sheet.tsx'), { orderId, row })}
            >
              收款
            </Button>
          )}
        </Row>
      )}
    </Card>
  )
}
