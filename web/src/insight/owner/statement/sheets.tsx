import { ownerPayWays, ownerStatementSteps } from '@cheyi/domain/insight/owner/codes'
import { formatMoney } from '@cheyi/domain/money'
import { payWay, payWays } from '@cheyi/domain/money/payment/codes'
import { startsAt } from '@cheyi/domain/step'
import { useState } from 'react'
import { ownerConfirm } from '../../../form/calls/owner-confirm.gen.ts'
import { ownerCorrectionAdd } from '../../../form/calls/owner-correction-add.gen.ts'
import { ownerPay } from '../../../form/calls/owner-pay.gen.ts'
import { ownerWithdraw } from '../../../form/calls/owner-withdraw.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextField } from '../../../form/fields.tsx'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Notice, Text } from '../../../ui/layout.tsx'
import { dueText, type Statement } from '../parts/owner-words.ts'

const sides = [
  { value: 'more', label: '补给车主' },
  { value: 'less', label: '由车主承担' },
] as const

/** Adds a line besides the cars. */
export function CorrectionSheet({ statement, answer }: { readonly statement: Statement } & Asks<true>) {
  const { statementId, version, state } = statement
  const [side, setSide] = useState<(typeof sides)[number]['value']>('more')
  const form = useEntry(ownerCorrectionAdd, {
    start: { statementId, version },
    toInput: ({ fen, ...value }) => ({ ...value, fen: fen === null ? null : side === 'less' ? -fen : fen }),
    also: ({ fen }) => ({ fen: fen === 0 && '金额不能为0' }),
    toast: '已添加',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="添加调整" of={form} action="添加">
      {startsAt(ownerStatementSteps, 'withdraw', state) && <Notice>添加后结算单回到草稿，须重新交车主确认</Notice>}
      <Field label="方向" group>
        <ChipRadios look="tile" label="方向" options={sides} value={side} onChange={setSide} />
      </Field>
      <TextField of={form.fields.words} placeholder="如 补上月少算租金" />
      <FenField of={form.fields.fen} />
    </EntrySheet>
  )
}

/** Records that the owner was paid, with the slip. */
export function PaySheet({ statement, answer }: { readonly statement: Statement } & Asks<true>) {
  const { statementId, version, due } = statement
  const vouchers = slotOf(useUploads('voucher', { record: statementId, part: 'owner' }), 'paid')
  const form = useEntry(ownerPay, {
    start: { statementId, version, payWay: payWay.bank },
    files: () => ({ voucherIds: vouchers }),
    also: () => ({ voucherIds: vouchers.tiles.length === 0 && '请上传付款凭证' }),
    toast: '已登记付款',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="付车主款" of={form} action={`已付 ${formatMoney(due)}`}>
      <CodeField of={form.fields.payWay} codes={{ values: ownerPayWays, text: payWays.text }} />
      <TextField of={form.fields.slipNo} />
      <UploadsField of={form.fields.voucherIds} from={vouchers} optional={false} />
    </EntrySheet>
  )
}

/** The owner has signed the printed statement. */
export function SignSheet({ statement, answer }: { readonly statement: Statement } & Asks<true>) {
  const { statementId, version, due } = statement
  const signed = slotOf(useUploads('voucher', { record: statementId, part: 'owner' }), 'signed', '签字照片')
  const form = useEntry(ownerConfirm, {
    start: { statementId, version },
    files: () => ({ signedIds: signed }),
    also: () => ({ signedIds: signed.tiles.length === 0 && '请上传车主签字的结算单' }),
    toast: '已登记，等待付款',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="登记车主签字" of={form} action="确认已签字">
      <Text as="p" ink={2}>
        {dueText(due)}，登记后计入账本和车辆费用
      </Text>
      <UploadsField of={form.fields.signedIds} from={signed} addLabel="添加签字照片" optional={false} />
    </EntrySheet>
  )
}

/** Makes a statement that was sent a draft again. */
export const WithdrawSheet = reasonSheet(
  ownerWithdraw,
  ({ statement: { statementId, version } }: { readonly statement: Statement }) => ({
    title: '撤回结算单',
    action: '撤回',
    usual: ['车主有异议', '费用有误', '协议有误'],
    start: { statementId, version },
    toast: '已撤回为草稿',
  }),
)
