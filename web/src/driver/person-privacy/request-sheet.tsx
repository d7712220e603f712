import { requestKinds } from '@cheyi/domain/driver/request'
import { driverRequestPrivacy } from '../../form/calls/driver-request-privacy.gen.ts'
import { CodeField } from '../../form/code-field.tsx'
import { TextAreaField } from '../../form/fields.tsx'
import { useEntry } from '../../form/use-entry.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Note, Stack } from '../../ui/layout.tsx'

/** Notes what a customer asks for; it is due in 15 days. */
export default function RequestSheet({ personId, answer }: { readonly personId: string } & Asks<true>) {
  const form = useEntry(driverRequestPrivacy, {
    start: { personId },
    toInput: (value) => value,
    onSent() {
      feedback.toast('已登记，请在15日内办理')
      answer(true)
    },
  })
  return (
    <OpenedSheet
      title="登记客户请求"
      footer={
        <Button variant="primary" size="l" block loading={form.pending} onClick={() => void form.send()}>
          登记
        </Button>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <CodeField of={form.fields.kind} codes={requestKinds} />
        <TextAreaField of={form.fields.note} layout="stack" placeholder="客户的原话、要更正的内容" />
        <Note>请先核实是客户本人提出</Note>
      </Stack>
    </OpenedSheet>
  )
}
