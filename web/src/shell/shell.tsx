import { useSyncExternalStore } from 'react'
import { overlay } from '../kernel/overlay.ts'
import { Stage } from '../kernel/page/pages.tsx'
import { rowOf, useRoute } from '../kernel/page/router.ts'
import type { Screen } from '../kernel/page/screen.ts'
import { mustChoose, useSession } from '../kernel/user.ts'
import { AppFrame } from '../ui/frame/app-frame.tsx'
import { Stack } from '../ui/layout.tsx'
import { Overlay } from '../ui/modal/overlay.tsx'
import { Bars } from './bars.tsx'
import { Failure, Missing } from './blocks.tsx'
import { Gate } from './gate.tsx'
import { isTab } from './tabs.ts'
import { useNavigation } from './use-navigation.ts'

const isRoot = (row: Screen) => isTab(row.path)

/** Everything around the pages: navigation, bars, the stage of pages, and the overlay above them. */
export function Shell() {
  const { state, epoch } = useSession()
  const row = rowOf(useRoute())
  // The navigation needs a merchant, and public pages have none.
  const user = state.user && !mustChoose(state.user) && row?.permission !== 'public' ? state.user : null
  const path = row?.path ?? ''
  const navigation = useNavigation(user !== null, path)
  return (
    <AppFrame
      side={user && navigation ? <navigation.Side path={path} user={user} /> : undefined}
      tabs={user && navigation && isTab(path) ? <navigation.Tabs path={path} user={user} /> : undefined}
    >
      <Stack className="shell">
        <Bars />
        <Stage key={epoch} Gate={Gate} Failure={Failure} Missing={Missing} isRoot={isRoot} />
      </Stack>
      <WaitOverlay />
    </AppFrame>
  )
}

function WaitOverlay() {
  const { count, text } = useSyncExternalStore(overlay.subscribe, overlay.read)
  return <Overlay visible={count > 0} text={text} />
}
