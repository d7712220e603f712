import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'

// Loaded after the page: most records have no request.
const OpenReferrals = lazy(() => import('./open-referrals.tsx').catch(() => ({ default: Nothing })))

const Nothing = (): ReactNode => null

/** Open requests to colleagues about a record, on its page. */
export const Referred = (of: ComponentProps<typeof OpenReferrals>) => (
  <Suspense fallback={null}>
    <OpenReferrals {...of} />
  </Suspense>
)
