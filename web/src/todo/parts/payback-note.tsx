import { formatMoney } from '@cheyi/domain/money'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { useMay } from '../../kernel/user.ts'
import { open } from '../../page/open.ts'
import { Button } from '../../ui/button.tsx'
import { Grow, Row, Text } from '../../ui/layout.tsx'
import { promisedWords } from './payback-fields.tsx'

interface PaybackNoteProps {
  readonly orderId: string
  /** Something waits to be paid back by hand. */
  readonly waits: boolean
  readonly now: number
}

/** Who pays back what waits to be paid by hand, until when, and the way to say so. */
export function PaybackNote({ orderId, waits, now }: PaybackNoteProps) {
  const may = useMay('order.return', 'order.refund', 'deposit.release')
  const read = useRead(calls.todo.paybacks, { orderId }, { quiet: true, enabled: waits && may })
  const [first] = read.data?.list ?? []
  if (!waits || read.data === undefined || first === undefined) return null
  const { list, people } = read.data
  const promised = { accountId: first.assigneeId, dueAt: first.dueAt }
  const late = first.dueAt !== null && first.dueAt < now
  const ask = () => open(() => import('./payback-sheet.tsx'), { orderId, people, promised })
  return (
    <Row gap={8} top={12}>
      <Grow as={Text} size="s" ink={late ? 'danger' : 2} num>
        待退 {formatMoney(list.reduce((sum, { amount }) => sum + amount, 0))}，
        {promisedWords(promised, first.assigneeName, now)}
      </Grow>
      <Button size="s" onClick={() => void ask()}>
        {first.assigneeId === null ? '指定经办人' : '改经办人'}
      </Button>
    </Row>
  )
}
