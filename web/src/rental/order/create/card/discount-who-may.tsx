import { useProfile } from '../../../../booking/order/parts/profile.ts'
import { isRefusedFor } from '../../../../kernel/call/refused.ts'
import { WhoMay } from '../../../../platform/referral/parts/who-may.tsx'
import { Box } from '../../../../ui/layout.tsx'
import { bookingInput, quoteInput } from '../form.ts'
import type { Booking } from '../use-booking.ts'

const isBeyond = isRefusedFor('forbidden')

/** Where a discount is beyond the right of the user: who may give it, and one tap that hands the filled form to them. */
export function DiscountWhoMay({ booking }: { readonly booking: Booking }) {
  const { feature } = useProfile()
  const { failure, latest, trip, services, depositMode } = booking
  if (!failure || !isBeyond(failure)) return null
  function value() {
    const entered = latest.current
    const asked = quoteInput(entered, trip, services.data ?? [])
    if (asked === null) return undefined
    const quote = { quoteId: '', total: 0 }
    return { ...bookingInput(entered, { submit: false, quote, depositMode, draft: null }), ...asked }
  }
  return (
    <Box pad={[0, 16, 12]}>
      <WhoMay act="order.discount" form={{ screen: `${feature}.create`, value }} note="新订单的减免" />
    </Box>
  )
}
