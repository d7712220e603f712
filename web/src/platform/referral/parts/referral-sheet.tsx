import type { ReferralTodo } from '@cheyi/contract/platform/referral'
import { formatNear } from '@cheyi/domain/near'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useNow } from '../../../kernel/now.ts'
import { goTo } from '../../../kernel/page/router.ts'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'

/** A request of a colleague: go to its record and do the act, or decline. */
export default function ReferralSheet({ todo, answer }: { readonly todo: ReferralTodo } & Asks<true>) {
  const now = useNow()
  const close = useWrite(calls.referral.close)
  async function decline() {
    if (!(await close.run({ id: todo.referralId }))) return
    feedback.toast(`已告知${todo.byName}不办理`)
    answer(true)
  }
  return (
    <OpenedSheet
      title={`请办理「${todo.act}」`}
      footer={
        <Row gap={12}>
          <Button size="l" loading={close.pending} onClick={() => void decline()}>
            不办理
          </Button>
          <MainButton
            onClick={() => {
              answer(true)
              goTo(todo.link)
            }}
          >
            去办理
          </MainButton>
        </Row>
      }
    >
      <KeyValue
        rows={[
          { label: '事项', value: todo.title },
          { label: '同事', value: `${todo.byName}，${formatNear(todo.at, now)}` },
          ...(todo.note === '' ? [] : [{ label: '说明', value: todo.note }]),
        ]}
      />
    </OpenedSheet>
  )
}
