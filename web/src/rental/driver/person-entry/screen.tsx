import './person-entry.css'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { ask, calls, useRead } from '../../../kernel/call/calls.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { driverScreens } from '../screens.ts'
import { EntryForm } from './entry-form.tsx'

/** Looking at a file is recorded, so it is not fetched again for every glance at the window. */
const FRESH = 240_000

/** Enters a customer's papers, or goes on with those on file. */
export default page(
  driverScreens.personEntry,
  ({ personId, orderId }) => {
    // Not by `useDetail`: its words for what changed in an order weigh as much as this form.
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
