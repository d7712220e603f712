import type { inventory } from '@cheyi/contract/inventory'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { fleetGroupNames, fleetGroups } from '@cheyi/domain/inventory/fleet-group'
import { Segmented } from '../../ui/frame/tabs.tsx'
import { Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'

interface FleetBarProps {
  readonly title: string
  readonly counts: NonNullable<OutputOf<typeof inventory.list>['counts']>
  readonly look: 'rows' | 'tiles'
  readonly onLook: (look: 'rows' | 'tiles') => void
}

const looks = [
  { value: 'rows', label: '列表' },
  { value: 'tiles', label: '宫格' },
] as const

/** How many cars there are, and what share of them does what. */
export function FleetBar({ title, counts, look, onLook }: FleetBarProps) {
  const groups = fleetGroups.filter((group) => counts[group] > 0)
  return (
    <Card pad className="inventory-bar">
      <div className="inventory-bar-line">
        <Text cut>{title}</Text>
        <span className="num">
          <b>{counts.all}</b> 辆 · {counts.models} 款车型
        </span>
      </div>
      <div
        className="inventory-share"
        role="img"
        aria-label={groups.map((group) => `${fleetGroupNames[group]} ${counts[group]} 辆`).join('，')}
      >
        {groups.map((group) => (
          <span key={group} className={`inventory-share-${group}`} style={{ flexGrow: counts[group] }} />
        ))}
      </div>
      <div className="inventory-bar-line">
        <ul className="inventory-legend num" aria-hidden="true">
          {groups.map((group) => (
            <li key={group} className={`inventory-share-${group}`}>
              {fleetGroupNames[group]}
            </li>
          ))}
        </ul>
        <Segmented label="显示方式" options={looks} value={look} onChange={onLook} />
      </div>
    </Card>
  )
}
