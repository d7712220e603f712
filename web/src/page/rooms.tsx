import { type ComponentType, createContext, useContext } from 'react'
import { useWide } from '../kernel/device/media-query.ts'
import { useRow } from '../kernel/page/pages.tsx'
import type { Screen } from '../kernel/page/screen.ts'

/** What the navigation knows of the places: pages stand below it, and its code is loaded for signed-in users alone. */
export interface Rooms {
  readonly isRoom: (row: Screen) => boolean
  readonly Tabs: ComponentType<{ readonly row: Screen }>
}

export const RoomsContext = createContext<Rooms | undefined>(undefined)

/** Whether the calling screen is a room on a wide window, where the navigation leads to it: it has no way back. */
export function useIsRoom(): boolean {
  const rooms = useContext(RoomsContext)
  const row = useRow()
  return useWide() && rooms?.isRoom(row) === true
}

/** On wide windows the rooms of a place as tabs, for the head of each of them; nothing where there is one alone. */
export function RoomTabs() {
  const rooms = useContext(RoomsContext)
  const row = useRow()
  return useWide() && rooms ? <rooms.Tabs row={row} /> : null
}
