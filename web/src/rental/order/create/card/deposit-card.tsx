import { formatCell } from '@cheyi/domain/money'
import { depositKind, depositModes } from '@cheyi/domain/money/deposit/codes'
import { payMode, payModes } from '@cheyi/domain/money/payment/codes'
import type { Quote } from '../../../../booking/order/parts/use-quote.ts'
import { showDepositGaps } from '../../../../fleet/model/parts/deposit-gaps-notice.tsx'
import { useMayWhole } from '../../../../kernel/user.ts'
import { Segmented } from '../../../../ui/frame/tabs.tsx'
import { Card, Notice, Text } from '../../../../ui/layout.tsx'
import type { Booking } from '../use-booking.ts'

/** The deposit mode, and the payment mode where there is a choice. */
export default function DepositCard({ booking }: { booking: Booking }) {
  const mayEdit = useMayWhole('model.edit')
  const { entered, enter, quote, online } = booking
  const options = booking.depositModes.map((value) => ({ value, label: depositModes.text(value) }))
  return (
    <Card pad title="押金方式" extra={quote && depositText(quote)}>
      <Segmented
        className="booking-segmented"
        label="押金方式"
        options={options}
        value={booking.depositMode}
        onChange={(mode) => enter({ depositMode: mode })}
      />
      {quote?.deposits?.rows.length === 0 && (
        <Notice action={mayEdit ? { label: '去设置', onClick: () => void showDepositGaps() } : undefined}>
          该车型未设押金，取车前须设置或约定
        </Notice>
      )}
      {online && (
        <>
          <Text as="h3" top={16} below={8} size="m">
            租金收款
          </Text>
          <Segmented
            className="booking-segmented"
            label="租金收款"
            options={[payMode.offlineIn, payMode.onlineIn].map((value) => ({ value, label: payModes.text(value) }))}
            value={entered.payMode}
            onChange={(mode) => enter({ payMode: mode === payMode.onlineIn ? payMode.onlineIn : payMode.offlineIn })}
          />
        </>
      )}
    </Card>
  )
}

const words: Readonly<Record<number, string>> = { [depositKind.rental]: '租车', [depositKind.violation]: '违章' }

/** `租车 ¥3,000 + 违章 ¥2,000`. */
function depositText({ deposits }: Quote): string {
  if (deposits?.rows.length === 0) return '未设押金'
  const rows = deposits?.rows.filter(({ amount }) => amount > 0) ?? []
  if (rows.length === 0) return '免押金'
  const parts = rows.map(({ kind, amount }) => `${words[kind] ?? ''} ¥${formatCell(amount)}`)
  return parts.join(' + ')
}
