import { formatMoney } from '@cheyi/domain/money'
import { accountName } from '@cheyi/domain/money/payment/accounts'
import { account, awaitedAccounts } from '@cheyi/domain/money/payment/ledger'
import { formatDateTime } from '@cheyi/domain/time'
import { cashShiftArrive } from '../../../form/calls/cash-shift-arrive.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useSheetFiles, useUploads } from '../../../kernel/media/uploads.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Photos } from '../../../page/photos.tsx'
import { useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { KeyValue } from '../../../ui/show/rows.tsx'
import type { Arrival } from './screen.tsx'

const accounts = awaitedAccounts.map((value) => ({ value, label: accountName(value) }))

/** Records that money in transit has reached the bank, with the fee that the bank or the platform kept. */
export function ArrivalSheet({ answer }: Asks<boolean>) {
  const { storeId, stores } = useCurrentStore()
  const vouchers = slotOf(useUploads('voucher', useSheetFiles()), 'arrival')
  const { data } = useRead(calls.cashShift.awaited, {})
  const thereOf = (of: { readonly storeId: string | null; readonly account: string | null }): number =>
    data?.find((one) => one.storeId === of.storeId && one.account === of.account)?.balance ?? 0
  const form = useEntry(cashShiftArrive, {
    start: { storeId, fee: 0 },
    files: () => ({ voucherIds: vouchers }),
    also: (value) => ({
      amount:
        data !== undefined &&
        (value.amount ?? 0) + (value.fee ?? 0) > thereOf(value) &&
        `最多可登记 ${formatMoney(thereOf(value))}`,
    }),
    toast: ({ left }) => (left === 0 ? '已登记到账，该科目已结清' : `已登记到账，还有 ${formatMoney(left)} 待结算`),
    onSent: () => answer(true),
  })
  const { fields, value } = form
  const settled = (value.amount ?? 0) + (value.fee ?? 0)
  return (
    <EntrySheet title="登记到账" of={form} action={settled === 0 ? '确认到账' : `确认结算 ${formatMoney(settled)}`}>
      <SelectField of={fields.storeId} options={stores.map(({ id, name }) => ({ value: id, label: name }))} />
      <SelectField of={fields.account} options={accounts} />
      <FenField
        of={fields.amount}
        hint={value.account === null || data === undefined ? undefined : `待结算 ${formatMoney(thereOf(value))}`}
      />
      <FenField
        of={fields.fee}
        hint={
          value.account === account.platformClearing
            ? '合同佣金已随订单入账，这里只填未约定佣金的扣款'
            : '银行或收单机构扣下的手续费'
        }
      />
      <TextField of={fields.slipNo} />
      <UploadsField of={fields.voucherIds} from={vouchers} />
      <TextAreaField of={fields.note} />
    </EntrySheet>
  )
}

/** An arrival with its slip. */
export function ArrivedSheet({ arrival }: { readonly arrival: Arrival } & Asks<never>) {
  const { account, storeName, amount, fee, slipNo, note, byName, at, vouchers, corrected } = arrival
  const facts = [
    ['科目', accountName(account)],
    ['门店', storeName],
    ['手续费', fee > 0 && formatMoney(fee)],
    ['流水号', slipNo],
    ['说明', note],
    ['登记', `${formatDateTime(at)} ${byName}`],
    ['状态', corrected && '已更正'],
  ] as const
  return (
    <OpenedSheet title={`到账 ${formatMoney(amount)}`}>
      <KeyValue rows={facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))} />
      <Photos photos={vouchers} noun="到账凭证" />
    </OpenedSheet>
  )
}
