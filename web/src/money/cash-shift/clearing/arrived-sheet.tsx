import { formatMoney } from '@cheyi/domain/money'
import { accountName } from '@cheyi/domain/money/payment/accounts'
import { formatDateTime } from '@cheyi/domain/time'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Photos } from '../../../page/photos.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import type { Arrival } from './screen.tsx'

/** An arrival with its slip. */
export default function ArrivedSheet({ arrival }: { readonly arrival: Arrival } & Asks<never>) {
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
