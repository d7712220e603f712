import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Card } from '../../../ui/show/card.tsx'
import type { Swap } from './use-swap.ts'

/** Store that the car is returned to. */
export function StoreCard({ order, swap }: { readonly order: OrderDetail; readonly swap: Swap }) {
  const stores = useRead(calls.store.list, {}, { freshFor: 300_000 }).data ?? []
  const { entered, set } = swap
  const home = order.pickupPlace.storeId
  if (stores.length < 2) return null
  return (
    <Card className="handover-fields">
      <Field
        label="收回门店"
        hint={
          entered.storeId === undefined || entered.storeId === home
            ? undefined
            : '与取车门店不同，按异店还车处理车辆归属'
        }
      >
        <Select
          title="收回门店"
          options={stores.map(({ id, name, cityName }) => ({ value: id, label: name, note: cityName }))}
          value={entered.storeId ?? home}
          onChange={(storeId) => set({ storeId: storeId === home ? undefined : storeId })}
        />
      </Field>
    </Card>
  )
}
