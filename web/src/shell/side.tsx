import { calls } from '../kernel/call/calls.gen.ts'
import { useRead } from '../kernel/call/calls.ts'
import { useCurrentStore } from '../kernel/current-store.ts'
import { useWide } from '../kernel/device/media-query.ts'
import { goTo } from '../kernel/page/router.ts'
import type { CurrentUser } from '../kernel/user.ts'
import { useUnread } from '../notify/parts/use-unread.ts'
import { Logo, SideNav } from '../ui/frame/app-frame.tsx'
import { type Entry, navItem } from './entries.ts'

const MINUTE = 60_000

/** Rail and side navigation of wide windows, with what waits behind each entry. */
export function Side({ entries, current, user }: { entries: readonly Entry[]; current: string; user: CurrentUser }) {
  const wide = useWide()
  const { storeId, name } = useCurrentStore()
  const waiting = useRead(
    calls.overview.todo,
    { storeId: storeId ?? undefined },
    { enabled: wide, quiet: true, every: MINUTE },
  ).data
  const unread = useUnread(wide)
  // Every counter names the screen that lists it.
  const badgeOf = ({ path }: Entry) =>
    waiting?.reduce((sum, { link, count }) => (link.split('?')[0] === path ? sum + count : sum), 0)
  return (
    <SideNav
      items={entries.map((entry) => ({ ...navItem(entry), badge: badgeOf(entry) }))}
      current={current}
      onSelect={goTo}
      logo={<Logo />}
      name="车驿"
      store={{
        name,
        note: user.merchantName,
        onClick: () => void import('./asking.ts').then((asking) => asking.chooseStore()),
      }}
      user={{
        name: user.name,
        note: user.roleNames.join('、'),
        badge: unread,
        onClick: () => void import('./asking.ts').then((asking) => asking.showProfile()),
      }}
    />
  )
}
