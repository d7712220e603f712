import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { REOPEN_DAYS } from '@cheyi/domain/rental/violation/violation'
import { violationAppeal } from '../../../form/calls/violation-appeal.gen.ts'
import { violationAppealResult } from '../../../form/calls/violation-appeal-result.gen.ts'
import { violationCancel } from '../../../form/calls/violation-cancel.gen.ts'
import { violationHandle } from '../../../form/calls/violation-handle.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { asking, type Beside } from '../../../form/form-call.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { SegmentedField } from '../../../form/segmented-field.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened.tsx'
import { LinkSheet } from '../../../platform/customer-link/parts/link-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** Records that the customer denies the violation. */
export function AppealSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
  const { violationId, version } = violation
  const photos = slotOf(useUploads('violation', { record: violationId }), 'appeal', '照片')
  const form = useEntry(violationAppeal, {
    start: { violationId, version },
    files: () => ({ photoIds: photos }),
    toast: '已登记申诉，扣款暂停',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="客户申诉" of={form} action="登记申诉">
      <TextAreaField of={form.fields.reason} rows={3} optional={false} />
      <UploadsField of={form.fields.photoIds} from={photos} addLabel="添加材料" />
      <Notice>申诉期间不能扣款，违章押金不退</Notice>
    </EntrySheet>
  )
}

const askResult = asking(violationAppealResult, { result: { label: '申诉结果' } as Beside<'upheld' | 'rejected'> })

/** Result of the appeal: whether the customer committed the violation. */
export function AppealResultSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
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

/** The link to the customer's page of a violation. */
export function NoticeLinkSheet({ violationId, answer }: { readonly violationId: string } & Asks<boolean>) {
  const show = useWrite(calls.violation.link)
  const text = useWrite(calls.violation.link)
  return (
    <LinkSheet
      title="违章处理"
      words="客户在自己的手机上查看违章、上传处理凭证或申请代办。"
      desc="请在自己的手机上查看并处理违章"
      text={{ pending: text.pending, run: () => text.run({ violationId, way: signWay.sms }) }}
      show={{ pending: show.pending, run: () => show.run({ violationId, way: signWay.qr }) }}
      onSent={() => answer(true)}
    />
  )
}

/** Reopens a violation that was closed too early, with a reason. */
export const ReopenSheet = reasonSheet(
  violationHandle,
  ({ violation: { violationId, version } }: { readonly violation: Violation }) => ({
    title: '重新打开',
    usual: ['费用未收', '凭证有误', '官方状态有变'],
    action: '重新打开',
    start: { violationId, version, action: 'reopen' as const },
    missing: '请输入重新打开的原因',
    toast: '已重新打开',
    about: <Notice>结案后 {REOPEN_DAYS} 天内可以重新打开，违章押金随之不退</Notice>,
  }),
)

/** The office's answer on the transfer to the renter. */
export function TransferSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
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

/** Voids a violation that did not exist or was entered by mistake, with a reason. */
export const VoidSheet = reasonSheet(
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
