import { createContext, useContext } from 'react'
import { useWide } from '../kernel/device/media-query.ts'
import { useRow } from '../kernel/page/pages.tsx'
import { openAddress } from '../kernel/page/router.ts'
import type { Screen } from '../kernel/page/screen.ts'
import { LinkTabs } from '../ui/frame/tabs.tsx'

/** A page of a place of the navigation, with the name of its tab. */
interface Room {
  readonly row: Screen
  readonly label: string
}

/** The rooms of the place in which a screen is one, as far as the user may open them; none for other screens. */
export type RoomsOf = (row: Screen) => readonly Room[]

/** The shell knows the places: pages stand below it. */
export const RoomsContext = createContext<RoomsOf>(() => [])

/** Whether the calling screen is a room on a wide window, where the navigation leads to it: it has no way back. */
export function useIsRoom(): boolean {
  const roomsOf = useContext(RoomsContext)
  const row = useRow()
  return useWide() && roomsOf(row).length > 0
}

/** On wide windows the rooms of a place as tabs, for the head of each of them; nothing where there is one alone. */
export function RoomTabs() {
  const roomsOf = useContext(RoomsContext)
  const row = useRow()
  const rooms = roomsOf(row)
  if (!useWide() || rooms.length < 2) return null
  return (
    <LinkTabs
      label="所在位置"
      items={rooms.map((room) => ({ key: room.row.path, label: room.label, href: room.row.path }))}
      value={row.path}
      onSelect={(path) => {
        const to = rooms.find((room) => room.row.path === path)
        if (to) openAddress(to.row, path)
      }}
    />
  )
}
