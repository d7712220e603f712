import { fleetGroupNames, fleetGroups } from '@cheyi/domain/fleet/inventory/fleet-group'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { Card, Row, Stack, Text } from '../../../ui/layout.tsx'
import { ShareBar, ShareNames } from '../../../ui/show/shares.tsx'

interface FleetBarProps {
  readonly title: string
  readonly counts: NonNullable<OutputOf<typeof calls.inventory.list>['counts']>
}

const tones = { free: 'success', rented: 'primary', care: 'warning', off: 'neutral' } as const

/** The number of cars and the share of each group. */
export function FleetBar({ title, counts }: FleetBarProps) {
  const shares = fleetGroups
    .filter((group) => counts[group] > 0)
    .map((group) => ({ key: group, label: fleetGroupNames[group], count: counts[group], tone: tones[group] }))
  return (
    <Stack as={Card} gap={10} pad={16} className="inventory-bar">
      <Row gap={12} justify="between" note>
        <Text cut>{title}</Text>
        <span className="num">
          <Text as="b" ink={1} size="m">
            {counts.all}
          </Text>{' '}
          辆 · {counts.models} 款车型
        </span>
      </Row>
      <div role="img" aria-label={shares.map(({ label, count }) => `${label} ${count} 辆`).join('，')}>
        <ShareBar shares={shares} />
      </div>
      <Row gap={12} note>
        <ShareNames shares={shares} />
      </Row>
    </Stack>
  )
}
