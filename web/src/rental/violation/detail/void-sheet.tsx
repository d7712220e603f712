import { violationCancel } from '../../../form/calls/violation-cancel.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** Voids a violation that did not exist or was entered by mistake, with a reason. */
export default function VoidSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
  const { violationId, version } = violation
  const form = useEntry(violationCancel, {
    start: { violationId, version },
    toast: '违章已作废',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="作废违章"
      of={form}
      field={form.fields.reason}
      usual={['登记有误', '重复登记', '官方已撤销', '非本商家车辆']}
      action="作废"
      variant="danger"
    >
      <Notice>作废后不再处理，同一违章可以重新登记</Notice>
    </ReasonSheet>
  )
}
