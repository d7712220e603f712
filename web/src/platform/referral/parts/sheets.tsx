import type { ReferralTodo } from '@cheyi/contract/platform/referral'
import { formatNear } from '@cheyi/domain/near'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { goTo } from '../../../kernel/page/router.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Button, MainButton, Row, Stack, Text } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import type { Wanted } from './use-referral.ts'
import WhoMayNotice from './who-may-notice.tsx'

/** A request of a colleague: go to its record and do the act, or decline. */
export function ReferralSheet({ todo, answer }: { readonly todo: ReferralTodo } & Asks<true>) {
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

/** After a tap that the user's rights do not allow: why, who may, and one tap that hands it to them. */
export function WhoMaySheet({ why, answer: _, ...wanted }: { readonly why: string } & Wanted & Asks<never>) {
  return (
    <OpenedSheet title="需同事办理">
      <Stack gap={12} pad={[4, 0, 16]}>
        <Text as="p">{why}</Text>
        <WhoMayNotice note={why} {...wanted} />
      </Stack>
    </OpenedSheet>
  )
}
