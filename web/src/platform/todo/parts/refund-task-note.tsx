import { formatMoney } from '@cheyi/domain/money'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useMay, useUser } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button, Grow, Row, Text } from '../../../ui/layout.tsx'
import { promisedWords, readerOf } from './refund-task-words.ts'

interface RefundTaskNoteProps {
  readonly orderId: string
  /** A refund by hand is pending. */
  readonly waits: boolean
  readonly now: number
}

/**
 * Who makes the pending refunds by hand and until when, separately for the deposit and for the rest, and the button
 * to change that.
 */
export function RefundTaskNote({ orderId, waits, now }: RefundTaskNoteProps) {
  const user = useUser()
  const may = useMay('order.return', 'order.payment', 'deposit.release')
  const read = useRead(calls.todo.refundTasks, { orderId }, { enabled: waits && may })
  if (!waits || read.data === undefined) return null
  const { list, people } = read.data
  return [...Map.groupBy(list, ({ kind }) => kind)].map(([kind, tasks]) => {
    const { assigneeId, assigneeName, dueAt } = tasks[0]!
    const promised = { accountId: assigneeId, dueAt }
    const ask = () => open(() => import('./refund-task-sheet.tsx'), { orderId, kind, people, promised })
    return (
      <Row key={kind} gap={8} top={12}>
        <Grow as={Text} size="s" ink={dueAt !== null && dueAt < now ? 'danger' : 2} num>
          待退{kind === 'deposit' && '押金'} {formatMoney(tasks.reduce((sum, { amount }) => sum + amount, 0))}，
          {promisedWords(promised, assigneeName, readerOf(user?.accountId ?? null, people, kind), now)}
        </Grow>
        <Button size="s" onClick={() => void ask()}>
          {assigneeId === null ? '指定经办人' : '改经办人'}
        </Button>
      </Row>
    )
  })
}
