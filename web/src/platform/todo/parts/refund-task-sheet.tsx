import type { RefundTaskKind } from '@cheyi/contract/platform/todo'
import { useState } from 'react'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { MainButton, Stack } from '../../../ui/layout.tsx'
import { RefundTaskFields, type RefundTasks, refundTaskNames } from './refund-task-fields.tsx'
import type { Promised } from './refund-task-words.ts'

interface RefundTaskSheetProps extends Asks<true> {
  readonly orderId: string
  readonly kind: RefundTaskKind
  readonly people: RefundTasks['people']
  readonly promised: Promised
}

/** Sets who makes the pending refund of this kind for an order by hand, and until when. */
export default function RefundTaskSheet({ orderId, kind, people, promised, answer }: RefundTaskSheetProps) {
  const [typed, setTyped] = useState(promised)
  const now = useNow()
  const write = useWrite(calls.todo.assign)
  async function save() {
    if ((await write.run({ orderId, kind, ...typed })) === null) return
    feedback.toast('已列入经办人的待办')
    answer(true)
  }
  return (
    <OpenedSheet
      title={`${refundTaskNames[kind]}经办人`}
      footer={
        <MainButton loading={write.pending} onClick={() => void save()}>
          保存
        </MainButton>
      }
    >
      <Stack gap={12}>
        <RefundTaskFields kind={kind} people={people} promised={typed} set={setTyped} now={now} />
      </Stack>
    </OpenedSheet>
  )
}
