import '../ui/frame/tabs.css'
import { memo } from 'react'
import { begin, beginningsOf } from '../insight/overview/parts/beginnings.ts'
import { type OpenPlace, placesOf, type Room, whereIs } from '../insight/overview/parts/features.ts'
import { calls, useRead } from '../kernel/call/calls.ts'
import { useWide } from '../kernel/device/media-query.ts'
import { allRows, go, goTo, openAddress, rowAt } from '../kernel/page/router.ts'
import type { Screen } from '../kernel/page/screen.ts'
import { useShortcut } from '../kernel/page/shortcuts.ts'
import { type CurrentUser, mayOpen, useMay } from '../kernel/user.ts'
import { currentPlace } from '../page/place.ts'
import type { Rooms } from '../page/rooms.tsx'
import { useUnread } from '../platform/notify/parts/use-unread.ts'
import { useCurrentStore } from '../platform/store/parts/current-store.ts'
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

let latest: { readonly user: CurrentUser; readonly sections: ReturnType<typeof placesOf> } | undefined

/** The places by sections; computed once per user, since each page asks. */
function sectionsFor(user: CurrentUser): ReturnType<typeof placesOf> {
  if (latest?.user !== user) latest = { user, sections: placesOf(allRows(), user) }
  return latest.sections
}

/** The rooms of the place in which a screen is one. */
const roomsOf = (row: Screen, user: CurrentUser): readonly Room[] =>
  sectionsFor(user)
    .flat()
    .find(({ rooms }) => rooms.some((room) => room.row === row))?.rooms ?? []

/** What pages ask of the navigation. */
export const roomsFor = (user: CurrentUser): Rooms => ({
  isRoom: (row) => roomsOf(row, user).length > 0,
  Tabs({ row }) {
    const rooms = roomsOf(row, user)
    return rooms.length < 2 ? null : <RoomTabs rooms={rooms} current={row.path} />
  },
})

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
  if (!wide) return null
  const sections = sectionsFor(user)
  const here = whereIs(sections.flat(), rowAt(path))
  // Each counter has the address of the screen that lists it.
  const waitingIn = ({ row }: Room) =>
    row.name === 'notify.notices'
      ? unread
      : (waiting?.find(({ link }) => link.split('?')[0] === row.path)?.onScreen ?? 0)
  const item = ({ title, short, icon, rooms }: OpenPlace): NavItem => ({
    key: rooms[0]!.row.path,
    href: rooms[0]!.row.path,
    label: title,
    short,
    icon,
    badge: rooms.reduce((sum, room) => sum + (waitingIn(room) ?? 0), 0),
  })
  return (
    <SideNav
      sections={sections.map((places) => places.map(item))}
      current={here?.place.rooms[0]?.row.path ?? ''}
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

/** The tab bar of a phone, if it has more than one item: four tabs around 新建. */
export function Tabs({ path, user }: Where) {
  const tabs = sectionsFor(user)
    .flat()
    .flatMap(({ short, icon, rooms }): NavItem[] => {
      const row = rooms.find((room) => isTab(room.row.path))?.row
      return row === undefined ? [] : [{ key: row.path, href: row.path, label: short, icon }]
    })
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

/** The rooms of a place as tabs. Each is a link, which can be opened in a new tab of the browser. */
function RoomTabs({ rooms, current }: { readonly rooms: readonly Room[]; readonly current: string }) {
  return (
    <nav className="tabs" aria-label="所在位置">
      {rooms.map(({ row, label }) => (
        <a
          key={row.path}
          href={row.path}
          className="tabs-tab"
          aria-current={row.path === current ? 'page' : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            openAddress(row, row.path)
          }}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
