import { isInReview, isSuspended } from '@cheyi/domain/platform/merchant/codes'
import { lazy, type ReactNode, Suspense, useMemo, useSyncExternalStore } from 'react'
import { useOnline } from '../kernel/call/online.ts'
import { useWide } from '../kernel/device/media-query.ts'
import { useLanguage } from '../kernel/language.ts'
import { useClockFault } from '../kernel/now.ts'
import { overlay } from '../kernel/overlay.ts'
import { Stage } from '../kernel/page/pages.tsx'
import { rowOf, useRoute } from '../kernel/page/router.ts'
import type { Screen } from '../kernel/page/screen.ts'
import { type CurrentUser, mustChoose, useSession } from '../kernel/user.ts'
import { RoomsContext } from '../page/rooms.tsx'
import { AppFrame } from '../ui/frame/app-frame.tsx'
import { Skeleton } from '../ui/frame/skeleton.tsx'
import { Notice, Stack } from '../ui/layout.tsx'
import { Overlay } from '../ui/modal/overlay.tsx'
import { say, translate } from '../words/words.ts'
import { Failure, Missing } from './blocks.tsx'
import { Gate } from './gate.tsx'
import { isTab } from './tabs.ts'
import { useNavigation } from './use-navigation.ts'

const isRoot = (row: Screen) => isTab(row.path)

/** Everything around the pages: navigation, bars, the stage of pages, and the overlay above them. */
export function Shell() {
  const { state, epoch } = useSession()
  // Another language draws the pages again; as none is a new one, what was typed in them stays.
  useLanguage()
  const row = rowOf(useRoute())
  // The navigation needs a merchant, and public pages have none.
  const user = state.user && !mustChoose(state.user) && row?.permission !== 'public' ? state.user : null
  const path = row?.path ?? ''
  const navigation = useNavigation(user !== null, path)
  // A page that came before the navigation would be pushed aside by it, and down by the tabs of its place.
  const isAwaited = user ? navigation === undefined : state.status === 'loading' && row?.permission !== 'public'
  const comesFirst = useWide() && isAwaited
  const rooms = useMemo(() => (user ? navigation?.roomsFor(user) : undefined), [user, navigation])
  return (
    <AppFrame
      side={
        user && navigation ? (
          <navigation.Side path={path} user={user} />
        ) : comesFirst ? (
          <div className="side-nav" />
        ) : undefined
      }
      tabs={user && navigation && isTab(path) ? <navigation.Tabs path={path} user={user} /> : undefined}
    >
      <Stack className="shell">
        <Bars />
        <RoomsContext value={rooms}>
          {comesFirst ? (
            <Skeleton />
          ) : (
            <Stage key={epoch} Gate={Gate} Failure={Failure} Waiting={Skeleton} Missing={Missing} isRoot={isRoot} />
          )}
        </RoomsContext>
      </Stack>
      <WaitOverlay />
    </AppFrame>
  )
}

function WaitOverlay() {
  const { count, text } = useSyncExternalStore(overlay.subscribe, overlay.read)
  return <Overlay visible={count > 0} text={translate(text)} />
}

const nothing = { default: (): ReactNode => null }
/** Rarely needed; without a network the pages work without it. */
const UserBars = lazy(() => import('./user-bars.tsx').catch(() => nothing))

const hasNews = ({ assist, cancelAt, merchantStatus: status }: CurrentUser): boolean =>
  assist !== null || cancelAt !== null || isInReview(status) || isSuspended(status)

/** Lines above the pages with important messages. */
function Bars() {
  const online = useOnline()
  const { state, foreign } = useSession()
  const { user } = state
  const clockFault = useClockFault()
  return (
    <Stack keep className="bars">
      {!online && <Notice>{say('网络已断开，已填内容不会丢失；没有提交成功的操作请恢复后再点一次')}</Notice>}
      {user && (foreign || hasNews(user) || clockFault !== 0) && (
        <Suspense fallback={null}>
          <UserBars user={user} foreign={foreign} clockFault={clockFault} />
        </Suspense>
      )}
    </Stack>
  )
}
