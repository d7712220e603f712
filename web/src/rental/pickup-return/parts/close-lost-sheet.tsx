import { formatMoney } from '@cheyi/domain/money'
import { damagePayable } from '@cheyi/domain/rental/damage/claim'
import { liabilities } from '@cheyi/domain/rental/damage/codes'
import { formatDateTime, type Instant, localDate, parseDateTime, toMinute } from '@cheyi/domain/time'
import { lazy, Suspense, useState } from 'react'
import { OrderSubject } from '../../../booking/order/parts/order-subject.tsx'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { useDetail } from '../../../booking/order/parts/use-detail.ts'
import { pickupReturnCloseLost } from '../../../form/calls/pickup-return-close-lost.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField } from '../../../form/fields.tsx'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Cell, Notice } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { balanceLabel, settlementLines, violationsNote } from './money/settlement-words.ts'

const DateTimePicker = lazy(() => import('../../../ui/date/date-time.tsx'))
const TITLE = '未还车结单'

/** Closes a rental whose car does not come back, with the charges until then; needs a second person's approval. */
export default function CloseLostSheet({ orderId, answer }: { readonly orderId: string } & Asks<boolean>) {
  const order = useDetail(orderId)
  if (order.data) return <Form order={order.data} answer={answer} />
  return (
    <OpenedSheet title={TITLE}>
      <Answer of={order}>{() => null}</Answer>
    </OpenedSheet>
  )
}

function Form({ order, answer }: { readonly order: OrderDetail } & Asks<boolean>) {
  const { orderId, version, pickupAt } = order
  const now = useNow()
  const [lostAt, setLostAt] = useState<Instant>(() => toMinute(now))
  const [picking, setPicking] = useState<boolean>()
  const preview = useRead(calls.pickupReturn.lostPreview, { orderId, lostAt })
  const { data, error } = preview
  const vouchers = slotOf(useUploads('voucher', { record: orderId }), 'lost')
  const form = useEntry(pickupReturnCloseLost, {
    start: { orderId, version, liability: liabilities.code.customer },
    toInput: (value) => ({ ...value, lostAt, expectAmount: data?.balance ?? 0 }),
    files: () => ({ voucherIds: vouchers }),
    also: (input) => ({
      insuranceCovered: (input.insuranceCovered ?? 0) > (input.worth ?? 0) && '保险及第三方承担不能超过车辆价值',
      voucherIds: vouchers.tiles.length === 0 && '请上传报警回执或保险公司证明',
    }),
    onFailure: (failure) => {
      if (isRefusedFor('settlementChanged')(failure)) void preview.refetch()
    },
    toast: '已结单，车辆已下架；车辆损失已登记为车损单，待定损',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <>
      <ReasonSheet
        title={TITLE}
        of={form}
        field={fields.reason}
        usual={['客户失联', '车辆被盗', '车辆被骗、抵押', '车辆全损']}
        action={TITLE}
        variant="danger"
        reason={error?.message ?? (data === undefined ? '正在计算费用' : undefined)}
      >
        <OrderSubject order={order} />
        <Notice tone="danger">订单结束、车辆下架，不能撤销；押金不自动退还，须另一位同事复核</Notice>
        <Cell label="计费至" onClick={() => setPicking(true)}>
          <span className="num">{formatDateTime(lostAt)}</span>
        </Cell>
        <Answer of={preview}>
          {(view) => (
            <KeyValue
              rows={[
                ...settlementLines(view).map(({ label, fen }) => ({ label, value: formatMoney(fen) })),
                {
                  label: balanceLabel(view.balance),
                  value: formatMoney(Math.abs(view.balance)),
                  note: violationsNote(view),
                },
              ]}
            />
          )}
        </Answer>
        <FenField of={fields.worth} />
        <FenField of={fields.insuranceCovered} />
        <CodeField of={fields.liability} codes={liabilities} />
        <KeyValue rows={[{ label: '预计客户承担', value: formatMoney(expectedOf(form.value)) }]} />
        <UploadsField of={fields.voucherIds} from={vouchers} optional={false} />
      </ReasonSheet>
      {picking !== undefined && (
        <Suspense fallback={null}>
          <DateTimePicker
            open={picking}
            onClose={() => setPicking(false)}
            title="计费截止时间"
            value={formatDateTime(lostAt)}
            today={localDate(now)}
            min={localDate(pickupAt)}
            max={localDate(now)}
            onChange={(text) => setLostAt(parseDateTime(text) ?? lostAt)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Expected debt of the customer for the car, fen. */
const expectedOf = (value: {
  readonly worth: number | null
  readonly insuranceCovered: number | null
  readonly liability: 1 | 2 | 3 | null
}): number =>
  damagePayable({
    parts: [],
    worth: value.worth ?? 0,
    downtimeDays: 0,
    downtimeFee: 0,
    depreciationFee: 0,
    otherFee: 0,
    covered: value.insuranceCovered ?? 0,
    liability: value.liability ?? liabilities.code.customer,
  })
