import { maintenanceStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { formatMoney } from '@cheyi/domain/money'
import { type AccidentParty, shareTotal } from '@cheyi/domain/rental/insurance/insurance-case'
import { useState } from 'react'
import { insuranceCharge } from '../../../form/calls/insurance-charge.gen.ts'
import { insuranceEdit } from '../../../form/calls/insurance-edit.gen.ts'
import { insuranceRepair } from '../../../form/calls/insurance-repair.gen.ts'
import { insuranceTakeBack } from '../../../form/calls/insurance-take-back.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, NumberField } from '../../../form/fields.tsx'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { feedback } from '../../../kernel/call/calls.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'
import { overCreditWords } from '../../company/parts/company-words.ts'
import { FactFields } from '../parts/fact-fields.tsx'
import type { InsuranceCase } from '../parts/insurance-words.ts'

/** Changes the facts of an accident and adds pictures and papers. */
export function EditSheet({ one, answer }: { readonly one: InsuranceCase } & Asks<true>) {
  const { caseId, version, occurAt, place, course, responsibility, policeNo, insurer, photos, papers } = one
  const uploads = useUploads('voucher', { record: caseId, part: 'insurance' })
  const morePhotos = slotOf(uploads, 'photo', '照片')
  const morePapers = slotOf(uploads, 'paper', '单据')
  const [parties, setParties] = useState<readonly AccidentParty[]>(one.parties)
  const form = useEntry(insuranceEdit, {
    start: { caseId, version, occurAt, place, course, responsibility, policeNo, insurer },
    toInput: (value) => ({
      ...value,
      parties,
      photoIds: [...photos.map(({ mediaId }) => mediaId), ...morePhotos.ids()],
      paperIds: [...papers.map(({ mediaId }) => mediaId), ...morePapers.ids()],
    }),
    files: () => ({ photoIds: morePhotos, paperIds: morePapers }),
    toast: '案件已修改',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="修改出险资料" of={form} action="保存">
      <FactFields fields={form.fields} parties={parties} onParties={setParties} />
      <UploadsField of={form.fields.photoIds} from={morePhotos} label="补充照片" addLabel="添加照片" />
      <UploadsField of={form.fields.paperIds} from={morePapers} label="补充单据" addLabel="添加单据" />
    </EntrySheet>
  )
}

/** Requests excess and loss of use from the customer. */
export function ChargeSheet({ one, answer }: { readonly one: InsuranceCase } & Asks<true>) {
  const { caseId, version } = one
  const form = useEntry(insuranceCharge, {
    start: { caseId, version },
    onSent: ({ overCredit }) => {
      feedback.toast(`已向客户收取，待付款${overCreditWords(overCredit)}`)
      answer(true)
    },
  })
  const { fields, value } = form
  const total = shareTotal({
    excess: value.excess ?? 0,
    downtimeDays: value.downtimeDays ?? 0,
    downtimeFee: value.downtimeFee ?? 0,
  })
  return (
    <EntrySheet title="向客户收取" of={form} action={total > 0 ? `收取 ${formatMoney(total)}` : '收取'}>
      <FenField of={fields.excess} hint="合同或保单约定由客户承担的部分" />
      <NumberField of={fields.downtimeDays} unit="天" />
      <FenField of={fields.downtimeFee} suffix="/天" />
      <Notice>生成一笔补款，客户可在线支付，也可在还车结算时从押金扣除</Notice>
    </EntrySheet>
  )
}

/** Chooses the ticket that repairs the car. */
export function RepairSheet({ one, answer }: { readonly one: InsuranceCase } & Asks<true>) {
  const { caseId, version, tickets } = one
  const form = useEntry(insuranceRepair, {
    start: { caseId, version, ticketId: tickets[0]?.ticketId ?? null },
    toast: '已关联维保单',
    onSent: () => answer(true),
  })
  const options = tickets.map(({ ticketId, no, status }) => ({
    value: ticketId,
    label: `${no} ${maintenanceStatuses.text(status)}`,
  }))
  return (
    <EntrySheet title="送修" of={form} action="确定">
      <SelectField of={form.fields.ticketId} options={options} />
    </EntrySheet>
  )
}

interface TakeBackProps {
  readonly receiptId: string
  readonly amount: number
}

/** Takes back a receipt that was entered by mistake. */
export const TakeBackSheet = reasonSheet(insuranceTakeBack, ({ receiptId, amount }: TakeBackProps) => ({
  title: '撤销到账',
  usual: ['金额有误', '登记到别的案件', '重复登记'],
  action: '撤销',
  variant: 'danger',
  start: { receiptId },
  toast: '到账已撤销',
  about: <Notice>{formatMoney(amount)} 从银行存款冲回，案件回到待赔付</Notice>,
}))
