import type { ReactNode } from 'react'
import { useReach } from '../../../kernel/page/reach.ts'
import { Items, type OpenItem } from '../../../page/list/items.tsx'
import type { ListView } from '../../../page/list/use-list-page.tsx'
import { PriceCard } from './price-card.tsx'
import { columnsOf, type PriceColumn, type Priced } from './price-columns.tsx'

interface PriceListProps {
  readonly of: ListView<Priced>
  readonly label: string
  readonly columns: readonly PriceColumn[]
  readonly link: OpenItem<Priced>
  readonly head: ReactNode
}

/** One row per model with its prices. */
export function PriceList({ of, label, columns, link, head }: PriceListProps) {
  const reach = useReach()
  return (
    <Items
      of={of}
      first={of.first}
      label={label}
      columns={columnsOf(columns)}
      unit="款"
      link={link}
      head={head}
      card={{ draw: (item) => <PriceCard {...{ item, columns }} link={link(reach, item)} />, high: 132 }}
    />
  )
}
