import type { KeyboardEvent } from 'react'
import { Box, Row, Text } from '../../../../ui/layout.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import type { Renter } from '../form.ts'

export interface PeopleListProps {
  readonly people: readonly Renter[]
  readonly onPick: (person: Renter) => void
}

/** ↓ in a field moves into the list of its card, and ↑ ↓ move within it. */
export function intoList(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const list = event.currentTarget.closest('.card')?.querySelectorAll<HTMLElement>('.people-list button')
  if (step === undefined || list === undefined || list.length === 0) return
  const rows = [...list]
  const next = rows[rows.indexOf(event.target as HTMLElement) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** At the bottom edge of the page the list would be outside the view. */
const bringIntoView = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' })

/** Known customers that match the typed text. */
export function PeopleList({ people, onPick }: PeopleListProps) {
  return (
    <Box as="ul" fill="well" round className="people-list" aria-label="匹配的客户" ref={bringIntoView}>
      {people.map((person) => (
        <li key={person.personId} onKeyDown={intoList}>
          <Row
            as="button"
            full
            gap={[0, 8]}
            pad={[8, 12]}
            high={44}
            wrap
            round
            press
            type="button"
            onClick={() => onPick(person)}
          >
            <Text weight="m">{person.name}</Text>
            <Text grow note num>
              {[person.phone, person.identityNo].filter(Boolean).join(' · ')}
            </Text>
            <CustomerTag person={person} />
          </Row>
        </li>
      ))}
    </Box>
  )
}

/** `老客户 · 2 单`, or that the customer is blacklisted. */
export function CustomerTag({ person }: { person: Renter }) {
  if (person.blacklist) return <Tag tone="danger">黑名单</Tag>
  return <Tag>{person.orderCount > 0 ? `老客户 · ${person.orderCount} 单` : '已登记'}</Tag>
}
