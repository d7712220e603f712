import { formatMoney } from '@cheyi/domain/money'
import type { CaseEnd } from '@cheyi/domain/rental/insurance/codes'
import type { AccidentParty } from '@cheyi/domain/rental/insurance/insurance-case'
import { insuranceAssess } from '../../../form/calls/insurance-assess.gen.ts'
import { insuranceEnd } from '../../../form/calls/insurance-end.gen.ts'
import { insuranceReceive } from '../../../form/calls/insurance-receive.gen.ts'
import { insuranceReport } from '../../../form/calls/insurance-report.gen.ts'
import { insuranceSubmit } from '../../../form/calls/insurance-submit.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { MomentField } from '../../../form/moment-field.tsx'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useTyped } from '../../../form/use-problems.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Button, Notice } from '../../../ui/layout.tsx'
import type { InsuranceItem } from './insurance-words.ts'

/** Records the report to the insurer. */
export function ReportSheet({ one, answer }: { readonly one: InsuranceItem } & Asks<true>) {
  const now = useNow()
  const { caseId, version, occurAt } = one
  const form = useEntry(insuranceReport, {
    start: { caseId, version, reportedAt: now },
    toast: '已登记报案',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="登记报案" of={form} action="保存">
      <TextField of={form.fields.reportNo} placeholder="保险公司给的报案号" />
      <MomentField of={form.fields.reportedAt} from={occurAt} to={now} />
    </EntrySheet>
  )
}

/** Records the loss that the insurer assessed. */
export function AssessSheet({ one, answer }: { readonly one: InsuranceItem } & Asks<true>) {
  const { caseId, version, assessed } = one
  const papers = slotOf(useUploads('voucher', { record: caseId, part: 'insurance' }), 'assess', '单据')
  const form = useEntry(insuranceAssess, {
    start: { caseId, version, assessed },
    files: () => ({ paperIds: papers }),
    toast: '已登记定损',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="登记定损" of={form} action="保存">
      <FenField of={form.fields.assessed} />
      <UploadsField of={form.fields.paperIds} from={papers} addLabel="添加单据" />
    </EntrySheet>
  )
}

/** Submits the claim: the insurer owes it from now on. */
export function SubmitSheet({ one, answer }: { readonly one: InsuranceItem } & Asks<true>) {
  const { caseId, version, assessed } = one
  const papers = slotOf(useUploads('voucher', { record: caseId, part: 'insurance' }), 'submit', '单据')
  const form = useEntry(insuranceSubmit, {
    start: { caseId, version, claimed: assessed },
    files: () => ({ paperIds: papers }),
    toast: '已提交理赔',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="提交理赔" of={form} action="提交">
      <FenField of={form.fields.claimed} hint="定损金额减免赔部分" />
      <UploadsField of={form.fields.paperIds} from={papers} addLabel="添加单据" />
      <Notice>提交后计入应收保险赔款，并冲减此车的费用；实赔不同的，到账时自动调整</Notice>
    </EntrySheet>
  )
}

/** Records money of the insurer that arrived in the bank. */
export function ReceiveSheet({ one, answer }: { readonly one: InsuranceItem } & Asks<true>) {
  const { caseId, version, claimed, received } = one
  const left = claimed - received
  const vouchers = slotOf(useUploads('voucher', { record: caseId, part: 'insurance' }), 'receipt')
  const form = useEntry(insuranceReceive, {
    start: { caseId, version, amount: left },
    files: () => ({ voucherIds: vouchers }),
    toast: '赔款已登记到账',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  return (
    <EntrySheet title="登记赔款到账" of={form} action="登记到账">
      <FenField of={fields.amount} hint={`待赔付 ${formatMoney(left)}，银行转账到账`} />
      {value.amount !== null && value.amount < left && (
        <Field label="其余不再赔付" hint="打开后按实际到账结清" inline>
          <Switch checked={value.last === true} onChange={({ target }) => form.set({ last: target.checked || null })} />
        </Field>
      )}
      {value.amount !== null && value.amount > left && (
        <TextField
          of={fields.overReason}
          optional={false}
          hint={`比待赔付多 ${formatMoney(value.amount - left)}，请核对金额`}
        />
      )}
      <TextField of={fields.slipNo} />
      <UploadsField of={fields.voucherIds} from={vouchers} />
    </EntrySheet>
  )
}

interface PartySheetProps extends Asks<AccidentParty | 'removed'> {
  readonly known?: AccidentParty
}

/** Another vehicle of the accident. */
export function PartySheet({ known, answer }: PartySheetProps) {
  const { value, problems, write, isWhole, frame } = useTyped<AccidentParty>(
    known ?? { plate: '', insurer: '', note: '' },
    ({ plate, note }) => ({ plate: plate.trim() === '' && note.trim() === '' && '请填写车牌或说明' }),
  )
  function send() {
    if (isWhole({})) answer({ plate: value.plate.trim(), insurer: value.insurer.trim(), note: value.note.trim() })
  }
  const fields = fieldsOf(value, write, problems)
  return (
    <EntrySheet
      title="对方车辆"
      of={{ send, pending: false, frame }}
      action={known ? '保存' : '添加'}
      second={
        known && (
          <Button variant="danger" size="l" onClick={() => answer('removed')}>
            删除
          </Button>
        )
      }
    >
      <TextField of={fields.plate} label="对方车牌" maxLength={10} />
      <TextField of={fields.insurer} label="对方保险公司" optional maxLength={40} />
      <TextField of={fields.note} label="对方说明" optional maxLength={100} />
    </EntrySheet>
  )
}

const words: Readonly<
  Record<CaseEnd, { title: string; action: string; usual: readonly string[]; note: (one: InsuranceItem) => string }>
> = {
  reject: {
    title: '保险拒赔',
    action: '登记拒赔',
    usual: ['未及时报案', '不属保险责任', '驾驶人无有效驾照'],
    note: ({ claimed }) => `应收保险赔款 ${formatMoney(claimed)} 冲回；补充材料后可再次提交`,
  },
  close: {
    title: '结案',
    action: '结案',
    usual: ['已全额赔付', '按实赔结清'],
    note: ({ received }) => `已到账 ${formatMoney(received)}，有误的可重新打开`,
  },
  drop: {
    title: '销案',
    action: '销案',
    usual: ['客户自行赔付', '对方全责已赔', '登记有误'],
    note: () => '不再向保险公司理赔，案件保留备查',
  },
  reopen: {
    title: '重新打开案件',
    action: '重新打开',
    usual: ['保险公司补赔', '到账登记有误'],
    note: ({ received }) => (received > 0 ? '打开后可撤销登记有误的到账' : '打开后可再次提交理赔'),
  },
}

/** Ends a case, or records that the insurer rejected it. */
export const EndSheet = reasonSheet(
  insuranceEnd,
  ({ one, as }: { readonly one: InsuranceItem; readonly as: CaseEnd }) => {
    const { title, action, usual, note } = words[as]
    return {
      title,
      usual,
      action,
      variant: as === 'close' || as === 'reopen' ? undefined : 'danger',
      start: { caseId: one.caseId, version: one.version, as },
      missing: as !== 'close' && '请填写原因',
      toast: `已${action}`,
      about: <Notice>{note(one)}</Notice>,
    }
  },
)
