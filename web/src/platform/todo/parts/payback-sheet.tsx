import type { PaybackKind } from '@cheyi/contract/platform/todo'
import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { PaybackFields, type Paybacks, paybackNames } from './payback-fields.tsx'
import type { Promised } from './payback-words.ts'

interface PaybackSheetProps extends Asks<true> {
  readonly orderId: string
  readonly kind: PaybackKind
  readonly people: Paybacks['people']
  readonly promised: Promised
}

/** Sets who makes the pending refund of this kind for an order by hand, and until when. */
export default function PaybackSheet({ orderId, kind, people, promised, answer }: PaybackSheetProps) {
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
      title={`${paybackNames[kind]}经办人`}
      footer={
        <MainButton loading={write.pending} onClick={() => void save()}>
          保存
        </MainButton>
      }
    >
      <Stack gap={12}>
        <PaybackFields kind={kind} people={people} promised={typed} set={setTyped} now={now} />
      </Stack>
    </OpenedSheet>
  )
}
