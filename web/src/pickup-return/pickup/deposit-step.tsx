import { depositKinds } from '@cheyi/domain/deposit/codes'
import { depositNotes, depositStateMark } from '../../deposit/parts/deposit-words.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { refusedAs } from '../../kernel/call/refused.ts'
import { useMay } from '../../kernel/user.ts'
import { Answer } from '../../page/answer.tsx'
import { open } from '../../page/open.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import type { StepProps } from '../parts/flow.ts'

const noRule = refusedAs('depositRuleMissing')

/** Step 7: the two deposits, collected by hand or waived. */
export function DepositStep({ flow }: StepProps) {
  const { orderId } = flow.task.order
  const deposits = useRead(calls.deposit.forPickup, { orderId }, { quiet: true })
  const { data, error } = deposits
  const mayCollect = useMay('deposit.collect')
  if (data === undefined) {
    if (error !== null && noRule(error)) return <Notice tone="danger">{error.message}</Notice>
    return (
      <Answer of={deposits} shape="detail">
        {() => null}
      </Answer>
    )
  }
  const due = data.rows.filter((row) => row.due > 0)
  const sum = due.reduce((total, row) => total + row.due, 0)
  return (
    <>
      {data.warnings.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
      <Card title="押金收取" className="handover-charges">
        {data.rows.map((row) => {
          const mark = depositStateMark(row)
          return (
            <Cell
              key={row.depositId}
              label={
                <span className="handover-person">
                  {depositKinds.text(row.kind)}
                  <Tag tone={mark.tone}>{mark.text}</Tag>
                </span>
              }
              note={depositNotes(row, flow.now).join(' · ') || undefined}
              extra={<Money fen={row.amount} />}
            />
          )
        })}
        <div className="handover-inset">
          {due.length === 0 ? (
            <Notice tone="success">押金已收齐</Notice>
          ) : mayCollect ? (
            <Button
              variant="tint"
              className="handover-wide"
              reason={data.modes.length === 0 ? '商户未开通可用的押金收取方式' : undefined}
              onClick={() =>
                void open(() => import('../../deposit/parts/deposit-sheet.tsx'), { orderId, deposits: data })
              }
            >
              收押金 <Money fen={sum} />
            </Button>
          ) : (
            <Notice>押金未收齐，由有收押金权限的同事收取</Notice>
          )}
        </div>
      </Card>
    </>
  )
}
