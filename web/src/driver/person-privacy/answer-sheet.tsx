import { driverAnswerPrivacy } from '../../form/calls/driver-answer-privacy.gen.ts'
import { useEntry } from '../../form/use-entry.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import type { Asks } from '../../page/open.ts'
import { Note } from '../../ui/layout.tsx'
import { WordsSheet } from './words-sheet.tsx'

interface AnswerSheetProps extends Asks<true> {
  readonly requestId: string
  /** What was asked for. */
  readonly name: string
  readonly done: boolean
}

/** Ends a customer's request in words. */
export default function AnswerSheet({ requestId, name, done, answer }: AnswerSheetProps) {
  const form = useEntry(driverAnswerPrivacy, {
    start: { requestId, done },
    toInput: (value) => value,
    onSent() {
      feedback.toast('已答复')
      answer(true)
    },
  })
  return (
    <WordsSheet
      title={done ? '已办理' : '不予办理'}
      of={form.fields.answer}
      frame={form.frame}
      placeholder={done ? '办理了什么' : '向客户说明的理由'}
      button={{ variant: 'primary', loading: form.pending, children: '保存答复', onClick: () => void form.send() }}
    >
      <Note>客户请求：{name}</Note>
    </WordsSheet>
  )
}
