import { driverAnswerPrivacy } from '../../../form/calls/driver-answer-privacy.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Note } from '../../../ui/layout.tsx'

interface AnswerSheetProps extends Asks<true> {
  readonly requestId: string
  /** Name of the request. */
  readonly name: string
  readonly done: boolean
}

/** Closes a customer's request with a text. */
export default function AnswerSheet({ requestId, name, done, answer }: AnswerSheetProps) {
  const form = useEntry(driverAnswerPrivacy, {
    start: { requestId, done },
    toast: '已答复',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={done ? '已办理' : '不予办理'} of={form} action="保存答复">
      <Note>客户请求：{name}</Note>
      <TextAreaField of={form.fields.answer} placeholder={done ? '办理了什么' : '向客户说明的理由'} />
    </EntrySheet>
  )
}
