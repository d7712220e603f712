import { Note } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import type { Booking } from '../use-booking.ts'

/**
 * Asked by itself where no store stands for the whole app: which cars there are, and what they cost, is a question to a
 * store. None is guessed, since a booking at the wrong one is found out when the customer stands at the other.
 */
export function StoreFirst({ booking: { stores, enter } }: { booking: Booking }) {
  return (
    <Card title="在哪家门店取车？" data-rstep={1}>
      {stores.map(({ id, name, address }) => (
        <Cell key={id} label={name} note={address} onClick={() => enter({ storeId: id })} />
      ))}
      <Note pad={16}>在工作台选定门店后，新建订单不再询问</Note>
    </Card>
  )
}
