import { memo } from 'react'
import { useCurrentStore } from '../fleet/store/parts/current-store.ts'
import { begin, beginningsOf } from '../insight/overview/parts/beginnings.ts'
import { type Feature, featuresOf, placeOf } from '../insight/overview/parts/features.ts'
import { calls, useRead } from '../kernel/call/calls.ts'
import { useWide } from '../kernel/device/media-query.ts'
import { useDraft } from '../kernel/draft.ts'
import { allRows, go, goTo, rowAt } from '../kernel/page/router.ts'
import { useShortcut } from '../kernel/page/shortcuts.ts'
import { type CurrentUser, mayOpen, useMay } from '../kernel/user.ts'
import { currentPlace } from '../page/place.ts'
import { useUnread } from '../platform/notify/parts/use-unread.ts'
import { orderScreens } from '../rental/order/screens.ts'
import { Logo } from '../ui/frame/app-frame.tsx'
import { type NavItem, SideNav, TabBar } from '../ui/frame/navigation.tsx'
import { isTab } from './tabs.ts'

const MINUTE = 60_000

interface Where {
  /** The path of the current page. */
  readonly path: string
  readonly user: CurrentUser
}

const asking = () => import('./asking.ts')

/** Opens the sheet only if the user is still on the same page after its code was loaded. */
async function onThisPage(ask: (shown: Awaited<ReturnType<typeof asking>>) => unknown): Promise<void> {
  const place = currentPlace()
  const shown = await asking()
  if (currentPlace() === place) ask(shown)
}

/** Groups of the side navigation that the user expanded or collapsed, by their titles. */
type Folded = Readonly<Record<string, boolean>>

/**
 * Rail and side navigation of wide windows, with the amount of pending work for each entry; not rendered again when a
 * page changes only its search parameters.
 */
export const Side = memo(({ path, user }: Where) => {
  const beginnings = beginningsOf(user)
  useShortcut('n', () => void begin(beginnings), beginnings.length > 0)
  const walkIn = useMay('order.pickup') && mayOpen(orderScreens.create, user)
  useShortcut('w', () => go(orderScreens.create, { walkIn: true }), walkIn)
  const wide = useWide()
  const { storeId, name } = useCurrentStore()
  const waiting = useRead(calls.todo.counts, { storeId: storeId ?? undefined }, { enabled: wide, every: MINUTE }).data
  const unread = useUnread(wide)
  const folded = useDraft<Folded>('navigation', {})
  if (!wide) return null
  const groups = featuresOf(allRows(), user).map(({ title, closed, features }) => ({
    title,
    closed: folded.value[title] ?? closed,
    places: features.filter(({ short }) => short !== undefined),
  }))
  const current = placeOf(
    groups.flatMap(({ places }) => places),
    rowAt(path),
  )
  // Each counter has the address of the screen that lists it.
  const badgeOf = ({ row }: Feature) =>
    row.name === 'notify.notices' ? unread : waiting?.find(({ link }) => link.split('?')[0] === row.path)?.onScreen
  return (
    <SideNav
      groups={groups.map(({ title, closed, places }) => ({
        title,
        closed,
        items: places.map((place) => ({ ...navItem(place), badge: badgeOf(place) })),
      }))}
      onFold={(title, closed) => folded.set({ ...folded.value, [title]: closed })}
      current={current?.row.path ?? ''}
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
        onClick: () => void onThisPage((shown) => shown.showProfile()),
      }}
    />
  )
})

const navItem = ({ row: { path }, label, short, icon }: Feature): NavItem => ({
  key: path,
  href: path,
  label,
  short,
  icon,
})

/** The tab bar of a phone, if it has more than one item: four tabs around 新建. */
export function Tabs({ path, user }: Where) {
  const tabs = featuresOf(allRows(), user)
    .flatMap(({ features }) => features)
    .filter(({ row }) => isTab(row.path))
    .map((place) => ({ ...navItem(place), label: tabName(place) }))
  const beginnings = beginningsOf(user)
  if (tabs.length + Number(beginnings.length > 0) < 2) return null
  return (
    <TabBar
      items={tabs}
      current={path}
      onSelect={goTo}
      centre={beginnings.length > 0 ? { label: '新建', onClick: () => void begin(beginnings) } : undefined}
      // A user with all four tabs finds everything else at the foot of home and in the profile sheet.
      rest={
        tabs.length < TABS
          ? { label: '全部', onClick: () => void onThisPage((shown) => shown.showFeatures()) }
          : undefined
      }
    />
  )
}

const TABS = 4

/** The phone's tabs contain only one list of orders, so it has the short name. */
const tabName = ({ row, short, label }: Feature): string =>
  row.path === orderScreens.list.path ? '订单' : (short ?? label)
