import type { ReactNode } from 'react'
import { type PageLink, useMay, useReach } from '../../../kernel/user.ts'
import { Items } from '../../../page/list/items.tsx'
import type { OpenItem } from '../../../page/list/types.ts'
import type { ListView } from '../../../page/list/use-list-page.tsx'
import { Grid, Note, Text } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tags } from '../../../ui/show/tag.tsx'
import { Calendar, columnsOf, factsOf, type PriceColumn, type Priced, priceText } from './price-columns.tsx'

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

interface PriceCardProps {
  readonly item: Priced
  readonly columns: readonly PriceColumn[]
  readonly link: Partial<PageLink> | undefined
}

/** A model on a phone: its prices side by side, each under its heading. */
function PriceCard({ item, columns, link }: PriceCardProps) {
  const mayEdit = useMay('price.edit')
  const { name, model, marks, note } = item
  return (
    <RecordCard
      before={<CarPicture image={model.image} carType={model.carType} />}
      title={
        <>
          <CardLink {...link}>{name}</CardLink>
          <Tags of={marks} />
        </>
      }
      end={mayEdit && <Calendar item={item} />}
    >
      <Note num>{[factsOf(item), note].filter(Boolean).join(' · ')}</Note>
      <Grid as="dl" columns={columns.length > 3 ? 4 : 3} gap={[8, 4]} top={4} num>
        {columns.map(({ title, of }) => (
          <div key={title}>
            <Note as="dt">{title}</Note>
            <Text as="dd" size="m" ink={1} weight="b" nowrap>
              {priceText(item, of)}
            </Text>
          </div>
        ))}
      </Grid>
    </RecordCard>
  )
}
