import { isOpenTask } from '@cheyi/domain/rental/driver/steps'
import type { OrderDetail } from '../../../../booking/order/parts/order-words.ts'
import { useDetail, useStaleness } from '../../../../booking/order/parts/use-detail.ts'
import { orderChangeCustomer } from '../../../../form/calls/order-change-customer.gen.ts'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { SwitchField, TextField } from '../../../../form/fields.tsx'
import { StaleNotice } from '../../../../form/stale-notice.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import { isStale } from '../../../../kernel/call/refused.ts'
import type { Asks } from '../../../../page/opened.tsx'
import { Notice } from '../../../../ui/layout.tsx'

/** Changes the customer of an order. */
export default function CustomerSheet({ order, answer }: { readonly order: OrderDetail } & Asks<boolean>) {
  const { orderId, version } = useDetail(order.orderId).data ?? order
  const staleness = useStaleness(orderId)
  const named = order.drivers.flatMap(({ driverName, status }) =>
    isOpenTask(status) && driverName ? [driverName] : [],
  )
  const form = useEntry(orderChangeCustomer, {
    // Additional drivers belong to the previous customer and are removed; the delivery drivers stay.
    start: { orderId, contactName: null, contactPhone: null, keepDrivers: true },
    toInput: (value) => ({ ...value, version }),
    handles: isStale,
    onFailure: (failure) => isStale(failure) && staleness.mark(),
    toast: '客户已修改',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="修改客户" of={form} action="修改客户">
      <StaleNotice staleness={staleness} />
      <Notice tone="primary">
        原客户 {order.contactName} {order.phone}；新客户的证件在取车前登记，两位客户都会收到短信
      </Notice>
      <TextField of={form.fields.contactName} optional={false} />
      <TextField of={form.fields.contactPhone} inputMode="tel" optional={false} />
      {order.codrivers.length > 0 && (
        <SwitchField
          of={form.fields.keepCodrivers}
          optional={false}
          hint={order.codrivers.map(({ name }) => name).join('、')}
        />
      )}
      {named.length > 0 && <SwitchField of={form.fields.keepDrivers} optional={false} hint={named.join('、')} />}
    </EntrySheet>
  )
}
