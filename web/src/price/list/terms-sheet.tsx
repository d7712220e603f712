import type { ReactNode } from 'react'
import { feedback } from '../../kernel/call/feedback.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/field/choice.tsx'
import { Field } from '../../ui/field/field.tsx'
import { Box } from '../../ui/layout.tsx'
import { ConflictCard } from '../parts/conflict-card.tsx'
import type { Editing } from './use-terms.ts'

interface TermsSheetProps<Row extends { readonly id: string; readonly version: number }, Form> {
  /** 服务项, 取消规则. */
  readonly noun: string
  readonly editing: Editing<Row, Form>
  readonly onSaved: () => void
  /** The fields, down to whether it is in force. */
  readonly children: ReactNode
}

/** The sheet in which one row of the terms is edited: fields, the conflict with another writer, whether it is in force. */
export function TermsSheet<
  Row extends { readonly id: string; readonly version: number },
  Form extends { readonly enabled: boolean },
>({ noun, editing, onSaved, children }: TermsSheetProps<Row, Form>) {
  const { form, change, theirs, differences } = editing
  async function submit() {
    if (!(await editing.save())) return
    feedback.toast('已保存，只影响新报价和新订单')
    onSaved()
  }
  return (
    <OpenedSheet
      title={editing.isNew ? `添加${noun}` : noun}
      flush
      footer={
        <Button
          variant="primary"
          size="l"
          block
          loading={editing.pending}
          reason={theirs === null ? undefined : '请先选择用哪一边的内容'}
          onClick={() => void submit()}
        >
          保存
        </Button>
      }
    >
      {theirs !== null && (
        <Box pad={[0, 16, 12]}>
          <ConflictCard
            noun={noun}
            theirs={theirs}
            lines={differences}
            onTheirs={editing.takeTheirs}
            onMine={editing.keepMine}
          />
        </Box>
      )}
      <div ref={editing.frame}>
        {children}
        <Field label="启用" group>
          <Switch
            label="启用"
            checked={form.enabled}
            onChange={(event) => change({ enabled: event.target.checked } as Partial<Form>)}
          />
        </Field>
      </div>
    </OpenedSheet>
  )
}
