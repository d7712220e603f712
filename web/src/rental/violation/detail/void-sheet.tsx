import { violationCancel } from '../../../form/calls/violation-cancel.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** Voids a violation that did not exist or was entered by mistake, with a reason. */
export default reasonSheet(
  violationCancel,
  ({ violation: { violationId, version } }: { readonly violation: Violation }) => ({
    title: '作废违章',
    usual: ['登记有误', '重复登记', '官方已撤销', '非本商家车辆'],
    action: '作废',
    variant: 'danger',
    start: { violationId, version },
    toast: '违章已作废',
    about: <Notice>作废后不再处理，同一违章可以重新登记</Notice>,
  }),
)
