import '../ui/frame/tabs.css'
import type { Room } from '../insight/overview/parts/features.ts'
import { openAddress } from '../kernel/page/router.ts'

/** The rooms of a place as tabs. Each is a link, which can be opened in a new tab of the browser. */
export function RoomTabs({ rooms, current }: { readonly rooms: readonly Room[]; readonly current: string }) {
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
