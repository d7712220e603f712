import { memo } from 'react'
import { calls, useRead } from '../kernel/call/calls.ts'
import { useWide } from '../kernel/device/media-query.ts'
import { go, goTo } from '../kernel/page/router.ts'
import { useShortcut } from '../kernel/page/shortcuts.ts'
import { type CurrentUser, mayOpen, useMay } from '../kernel/user.ts'
import { useUnread } from '../notify/parts/use-unread.ts'
import { orderScreens } from '../order/screens.ts'
import { currentPlace } from '../page/place.ts'
import { useCurrentStore } from '../store/parts/current-store.ts'
import { Logo } from '../ui/frame/app-frame.tsx'
import { SideNav, TabBar } from '../ui/frame/navigation.tsx'
import { type Entry, entryOf, navEntries, navItem, newEntries, tabEntries } from './entries.ts'

const MINUTE = 60_000

interface Where {
  /** Of the page on stage. */
  readonly path: string
  readonly user: CurrentUser
}

const asking = () => import('./asking.ts')

/** Asks on the page that was tapped: who has left it before the code came is asked nothing. */
async function onThisPage(ask: (shown: Awaited<ReturnType<typeof asking>>) => unknown): Promise<void> {
  const place = currentPlace()
  const shown = await asking()
  if (currentPlace() === place) ask(shown)
}

const begin = (user: CurrentUser) => void onThisPage((shown) => shown.begin(newEntries(user)))

/** Rail and side navigation of wide windows, with what waits behind each entry; a page that changes its own address leaves it alone. */
export const Side = memo(({ path, user }: Where) => {
  const entries = navEntries(user)
  const beginnings = newEntries(user)
  useShortcut('n', () => begin(user), beginnings.length > 0)
  const walkIn = useMay('order.pickup') && mayOpen(orderScreens.create, user)
  useShortcut('w', () => go(orderScreens.create, { walkIn: true }), walkIn)
  const wide = useWide()
  const { storeId, name } = useCurrentStore()
  const waiting = useRead(calls.todo.counts, { storeId: storeId ?? undefined }, { enabled: wide, every: MINUTE }).data
  const unread = useUnread(wide)
  if (!wide) return null
  // Every counter names the screen that lists it.
  const badgeOf = ({ path }: Entry) => waiting?.find(({ link }) => link.split('?')[0] === path)?.onScreen
  return (
    <SideNav
      items={entries.map((entry) => ({ ...navItem(entry), badge: badgeOf(entry) }))}
      current={entryOf(entries, path)?.path ?? ''}
      onSelect={goTo}
      logo={<Logo />}
      name="车驿"
      store={{
        name,
        note: user.merchantName,
        onClick: () => void onThisPage((shown) => shown.chooseStore()),
      }}
      user={{
        name: user.name,
        note: user.roleNames.join('、'),
        badge: unread,
        onClick: () => void onThisPage((shown) => shown.showProfile()),
      }}
    />
  )
})

/** The phone's tab bar, where there is more than one thing on it. */
export function Tabs({ path, user }: Where) {
  const entries = tabEntries(user)
  const begins = newEntries(user).length > 0
  if (entries.length + Number(begins) < 2) return null
  return (
    <TabBar
      items={entries.map((entry) => ({ ...navItem(entry), label: entry.short }))}
      current={path}
      onSelect={goTo}
      centre={begins ? { label: '新建', onClick: () => begin(user) } : undefined}
      rest={{ label: '全部', onClick: () => void onThisPage((shown) => shown.showFeatures()) }}
    />
  )
}
