import { useSyncExternalStore } from 'react'
import { overlay } from '../kernel/overlay.ts'
import { Stage } from '../kernel/page/pages.tsx'
import { goTo, rowOf, useRoute } from '../kernel/page/router.ts'
import type { Screen } from '../kernel/page/screen.ts'
import { useShortcut } from '../kernel/page/shortcuts.ts'
import { mustChoose, useSession } from '../kernel/user.ts'
import { AppFrame, TabBar } from '../ui/frame/app-frame.tsx'
import { Overlay } from '../ui/modal/overlay.tsx'
import { Bars } from './bars.tsx'
import { Failure, Missing, NothingOpen } from './blocks.tsx'
import { entryOf, isTab, navEntries, navItem, newEntries, tabEntries } from './entries.ts'
import { Gate } from './gate.tsx'
import { Side } from './side.tsx'

const isRoot = (row: Screen) => isTab(row.path)

/** Everything around the pages: navigation, bars, the stage, and the overlay above all. */
export function Shell() {
  const { state, epoch } = useSession()
  const row = rowOf(useRoute())
  // Only who is in a merchant has anywhere to go; public pages stand alone.
  const user = state.user && !mustChoose(state.user) && row?.permission !== 'public' ? state.user : null
  const places = navEntries(user)
  const beginnings = newEntries(user)
  const path = row?.path ?? ''
  const current = entryOf(places, path)?.path ?? ''

  const begin = () => void import('./asking.ts').then((asking) => asking.begin(beginnings))
  useShortcut('n', begin, beginnings.length > 0)

  const tabItems = tabEntries(user).map((entry) => ({ ...navItem(entry), label: entry.short }))
  const tabs = isTab(path) && tabItems.length + beginnings.length > 1 && (
    <TabBar
      items={tabItems}
      current={current}
      onSelect={goTo}
      centre={beginnings.length > 0 ? { label: '新建', onClick: begin } : undefined}
    />
  )
  return (
    <AppFrame side={user ? <Side entries={places} current={current} user={user} /> : undefined} tabs={tabs}>
      <div className="shell">
        <Bars />
        <Stage key={epoch} Gate={Gate} Failure={Failure} Missing={Missing} NothingOpen={NothingOpen} isRoot={isRoot} />
      </div>
      <WaitOverlay />
    </AppFrame>
  )
}

function WaitOverlay() {
  const { count, text } = useSyncExternalStore(overlay.subscribe, overlay.read)
  return <Overlay visible={count > 0} text={text} />
}
