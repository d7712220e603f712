import { violationAppealResult } from '../../../form/calls/violation-appeal-result.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { asking, type Beside } from '../../../form/form-call.ts'
import { SegmentedField } from '../../../form/segmented-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Violation } from '../parts/violation-words.ts'

const askResult = asking(violationAppealResult, { result: { label: '申诉结果' } as Beside<'upheld' | 'rejected'> })

/** Result of the appeal: whether the customer committed the violation. */
export default function AppealResultSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
  const { violationId, version } = violation
  const form = useEntry(askResult, {
    start: { violationId, version, result: 'rejected' },
    toInput: (value) => ({ ...value, upheld: value.result === 'upheld' }),
    toast: '申诉已处理',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  return (
    <EntrySheet title="申诉结果" of={form} action="确定">
      <SegmentedField
        of={fields.result}
        optional={false}
        options={[
          { value: 'rejected', label: '不成立' },
          { value: 'upheld', label: '成立' },
        ]}
      />
      <TextAreaField of={fields.reason} rows={2} optional={false} />
      <Notice>
        {value.result === 'upheld' ? '申诉成立：违章作废，已收的费用原路退回' : '申诉不成立：回到申诉前的状态继续处理'}
      </Notice>
    </EntrySheet>
  )
}
