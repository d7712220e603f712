import { isInReview, isSuspended } from '@cheyi/domain/platform/merchant/codes'
import { lazy, type ReactNode, Suspense } from 'react'
import { useOnline } from '../kernel/call/online.ts'
import { type CurrentUser, useSession } from '../kernel/user.ts'
import { Stack } from '../ui/layout.tsx'
import { Notice } from '../ui/modal/notice.tsx'

const nothing = { default: (): ReactNode => null }
/** Rarely needed; without a network the pages work without it. */
const UserBars = lazy(() => import('./user-bars.tsx').catch(() => nothing))

const hasNews = ({ assist, cancelAt, merchantStatus: status }: CurrentUser): boolean =>
  assist !== null || cancelAt !== null || isInReview(status) || isSuspended(status)

/** Lines above the pages with important messages. */
export function Bars() {
  const online = useOnline()
  const { state, foreign } = useSession()
  const { user } = state
  return (
    <Stack keep className="bars">
      {!online && <Notice>网络已断开，恢复后自动重试，已填内容不会丢失</Notice>}
      {user && (foreign || hasNews(user)) && (
        <Suspense>
          <UserBars user={user} foreign={foreign} />
        </Suspense>
      )}
    </Stack>
  )
}
