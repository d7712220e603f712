import { violationHandle } from '../../../form/calls/violation-handle.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { SegmentedField } from '../../../form/segmented-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** The office's answer on the transfer to the renter. */
export default function TransferSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
  const { violationId, version } = violation
  const form = useEntry(violationHandle, {
    start: { violationId, version, action: 'transferDone' },
    also: ({ action, reason }) => ({
      reason: action === 'transferRefused' && !reason?.trim() && '请输入转移被驳回的原因',
    }),
    toast: '转移结果已记录',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  return (
    <EntrySheet title="转移结果" of={form} action="确定">
      <SegmentedField
        of={fields.action}
        optional={false}
        options={[
          { value: 'transferDone', label: '转移成功' },
          { value: 'transferRefused', label: '被驳回' },
        ]}
      />
      <TextAreaField of={fields.reason} rows={2} optional={value.action === 'transferDone'} />
      <Notice>
        {value.action === 'transferDone'
          ? '转移成功：违章由承租人处理，转待结案'
          : '被驳回：回到待处理，由门店继续处理'}
      </Notice>
    </EntrySheet>
  )
}
