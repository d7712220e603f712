import { type TemplateClause, textProblem } from '@cheyi/domain/rental/agreement/template'
import { useRef } from 'react'
import { SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { type Fields, problemsOf } from '../../../form/form-call.ts'
import { fieldsOf } from '../../../form/form-field.ts'
import { useTyped } from '../../../form/use-problems.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Button, MainButton, Note, Row, Stack } from '../../../ui/layout.tsx'

export type Variables = OutputOf<typeof calls.agreement.templates>['variables']

interface ClauseSheetProps extends Asks<TemplateClause> {
  readonly clause: TemplateClause
  readonly index: number
  readonly variables: Variables
  readonly rules: Fields
}

/** One clause: its text, and variables that are inserted at the cursor. */
export default function ClauseSheet({ clause, index, variables, rules, answer }: ClauseSheetProps) {
  const wrong = (one: TemplateClause) => ({
    title: textProblem('标题', one.title),
    text: textProblem('内容', one.text),
    ...problemsOf(rules, one),
  })
  const { value: written, problems, write, isWhole, frame } = useTyped(clause, wrong)
  const box = useRef<HTMLTextAreaElement>(null)
  function insert(name: string) {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = box.current ?? {}
    const variable = `{{${name}}}`
    write({ text: written.text.slice(0, from) + variable + written.text.slice(to) })
    // Places the cursor after the inserted variable, once the text is rendered.
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(from + variable.length, from + variable.length)
    })
  }
  const fields = fieldsOf(written, write, problems)
  return (
    <OpenedSheet
      title={`第${index + 1}条`}
      footer={<MainButton onClick={() => isWhole() && answer(written)}>确定</MainButton>}
    >
      <Stack gap={12} pad={[4, 0, 12]} ref={frame}>
        <TextField of={fields.title} label={rules.title?.label} maxLength={rules.title?.max?.[0]} />
        <TextAreaField of={fields.text} label={rules.text?.label} ref={box} rows={8} maxLength={rules.text?.max?.[0]} />
        <SwitchField of={fields.strong} label="加粗" hint="减免本店责任、加重客户责任的条款须加粗提示" />
        <Note>点变量插入到光标处，生成合同时换成订单里的内容</Note>
        <Row as="ul" gap={8} wrap>
          {variables.map(({ name, sample }) => (
            <li key={name}>
              <Button size="s" variant="tint" title={`例：${sample}`} onClick={() => insert(name)}>
                {name}
              </Button>
            </li>
          ))}
        </Row>
      </Stack>
    </OpenedSheet>
  )
}
