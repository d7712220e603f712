import type { ReferralTodo } from '@cheyi/contract/platform/referral'
import { formatClock } from '@cheyi/domain/time'
import type { ReactNode } from 'react'
import { open } from '../../../page/open.ts'
import { Button, Grow, Note, Row, Text } from '../../../ui/layout.tsx'

/** A request of a colleague in the list of the day. */
export default function ReferralRow({ todo, first }: { todo: ReferralTodo; first: boolean }): ReactNode {
  return (
    <Row as="li" gap={12} className="home-todo lined">
      <div className="home-todo-time">
        <b className="block">转办</b>
        <Text block top={2} ink={2} size="xs" num>
          {formatClock(todo.at)}
        </Text>
      </div>
      <Grow>
        <b>{todo.act}</b>
        <Note cut className="home-todo-facts num">
          {[todo.byName, todo.note, todo.title].filter(Boolean).join(' · ')}
        </Note>
      </Grow>
      <Button
        size="s"
        variant={first ? 'primary' : 'outline'}
        onClick={() => void open(() => import('./sheets.tsx'), 'ReferralSheet', { todo })}
      >
        办理
      </Button>
    </Row>
  )
}
