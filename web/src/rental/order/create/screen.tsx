import './create.css'
import { lazy, Suspense } from 'react'
import { useProfile } from '../../../booking/order/parts/profile.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { storeScreens } from '../../../platform/store/screens.ts'
import { Empty } from '../../../ui/frame/empty.tsx'
import { orderScreens } from '../screens.ts'
import { BookingForm } from './card/booking-form.tsx'
import { Failed, Waiting } from './card/waiting.tsx'
import { emptyForm, emptyLong, proposedForm } from './form.ts'

// Loaded later: a draft is seldom continued, and needs further queries.
const DraftBooking = lazy(() => import('./card/draft-booking.tsx'))

const HandedBooking = lazy(() => import('./card/handed-booking.tsx'))

/** A new order of the page's kind, a draft continued with `?orderId=`, or the form of a colleague with `?referralId=`. */
export default function CreateOrder() {
  const { orderId, referralId, rstep, ...proposed } = useScreen(orderScreens.create)
  const { feature, counts } = useProfile()
  const mayStore = useMay('store')
  const stores = useRead(calls.store.list, {}, { freshFor: 300_000 })
  if (stores.error && !stores.data) return <Failed failure={stores.error} onRetry={() => void stores.refetch()} />
  if (!stores.data) return <Waiting />
  if (stores.data.length === 0)
    return (
      <Waiting>
        <Empty
          title="暂无可用门店"
          note="没有营业中的门店，或账号没有门店权限"
          action={mayStore ? { label: '去门店', onClick: () => go(storeScreens.list) } : undefined}
        />
      </Waiting>
    )
  if (orderId !== undefined)
    return (
      <Suspense fallback={<Waiting />}>
        <DraftBooking key={orderId} orderId={orderId} step={rstep} stores={stores.data} />
      </Suspense>
    )
  if (referralId !== undefined)
    return (
      <Suspense fallback={<Waiting />}>
        <HandedBooking key={referralId} referralId={referralId} step={rstep} stores={stores.data} />
      </Suspense>
    )
  // A proposed form has its own stored draft: it neither continues nor replaces another one.
  const name = [`${feature}.create`, ...Object.values(proposed).filter(Boolean)].join('.')
  return (
    <BookingForm
      key={name}
      name={name}
      initial={proposedForm(proposed, counts === 'dates' ? emptyLong : emptyForm)}
      stores={stores.data}
      draft={null}
      step={rstep}
      changes={null}
      onStale={nothing}
      onReload={nothing}
    />
  )
}

const nothing = () => {}
