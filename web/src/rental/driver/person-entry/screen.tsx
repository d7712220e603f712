import './person-entry.css'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { ask, calls, useRead } from '../../../kernel/call/calls.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { driverScreens } from '../screens.ts'
import { EntryForm } from './entry-form.tsx'

/** Each view of a file is recorded, so it is not read again at every focus of the window. */
const FRESH = 240_000

/** Enters a new customer's documents, or edits the stored ones. */
export default page(
  driverScreens.personEntry,
  ({ personId, orderId }) => {
    // `useDetail` is avoided: its texts on order changes are as large as this form.
    const order = useRead(calls.order.detail, { orderId: orderId ?? '' }, { enabled: orderId !== undefined }).data
    if (personId === undefined) return <EntryForm key="new" stored={null} refetch={() => {}} order={order} />
    return <Known key={personId} personId={personId} order={order} />
  },
  { cards: 3, shape: 'detail' },
)

function Known({ personId, order }: { personId: string; order: OrderDetail | undefined }) {
  const file = ask(calls.driver.personDetail, { personId }, { freshFor: FRESH })
  const [stored] = useAnswers(file)
  return <EntryForm stored={stored} refetch={() => void refresh(file)} order={order} />
}
