import { lazy, memo, useState } from 'react'
import { useTableWide } from '../../kernel/device/media-query.ts'
import { useIsAlone, useRow } from '../../kernel/page/pages.tsx'
import { useReach } from '../../kernel/user.ts'
import { LazyArea } from '../../ui/frame/skeleton.tsx'
import { Text } from '../../ui/layout.tsx'
import { ItemCard } from './columns.tsx'
import type TableOfItems from './item-table.tsx'
import { together } from './together.ts'
import type { ItemsProps, OpenItem } from './types.ts'
import { RowsOf } from './use-list-page.tsx'

// `lazy` and `memo` forget that a component is generic.
const ItemTable = lazy(() => import('./item-table.tsx')) as unknown as typeof TableOfItems
const Card = memo(ItemCard) as typeof ItemCard

/** Usual height of a card: title, plate, one line, deadline and act. */
const CARD = 116

/** Whether there is room for a table: the window is wide, the page too, and nothing stands beside the list. */
export function useHasTable(): boolean {
  const wide = useTableWide()
  const { narrow } = useRow()
  return useIsAlone() && !narrow && wide
}

/** The items of a list by the declaration of its columns: a table where there is room, else cards. */
export function Items<T, Key extends string>(props: ItemsProps<T, Key>) {
  const { first, label, columns, unit = '条', picked, head, foot, groupOf, card } = props
  const reach = useReach()
  const { of, restOf, timesOf, link } = useTogether(props)
  const hasTable = useHasTable()
  if (hasTable && first !== undefined && of.instead === undefined)
    return (
      <LazyArea cards={5}>
        <div className="list-above">{head}</div>
        <ItemTable {...props} {...{ of, first, unit, restOf, timesOf }} linkOf={(item) => link?.(reach, item)} />
        {foot}
      </LazyArea>
    )
  return (
    <RowsOf
      of={of}
      label={label}
      items={groupOf ? headed(of.items, groupOf) : of.items.map((item) => ({ item }))}
      keyOf={(row) => ('item' in row ? of.keyOf(row.item) : `head ${row.text}`)}
      render={(row) =>
        'text' in row ? (
          <Text as="h2" pad={[12, 4, 0]} note weight="m">
            {row.text}
          </Text>
        ) : card ? (
          card.draw(row.item)
        ) : (
          <Card
            columns={columns}
            item={row.item}
            link={link}
            current={of.keyOf(row.item) === of.current}
            rest={restOf(row.item)}
            times={timesOf(row.item)}
            pick={picked?.pick?.(row.item)}
          />
        )
      }
      estimate={card?.high ?? CARD}
      head={head}
      foot={foot}
      still={link === undefined}
    />
  )
}

/** The list with records that are alike as one, until they are opened. */
function useTogether<T>({ of, alike, link }: Pick<ItemsProps<T>, 'of' | 'alike' | 'link'>) {
  const [keys, setKeys] = useState<readonly string[]>([])
  if (alike === undefined) return { of, link, restOf: () => undefined, timesOf: () => undefined }
  const opened = new Set(of.items.filter((item) => keys.includes(of.keyOf(item))))
  const { items, rest } = together(of.items, alike, opened)
  const open: OpenItem<T> = (reach, item) =>
    rest.has(item) ? { onClick: () => setKeys([...keys, of.keyOf(item)]) } : link?.(reach, item)
  const timesOf = (item: T) => {
    const others = rest.get(item)
    return others && `${others.length + 1} ${alike.unit}`
  }
  return { of: { ...of, items }, link: open, restOf: (item: T) => rest.get(item), timesOf }
}

function headed<T>(items: readonly T[], groupOf: (item: T) => string) {
  const texts = items.map(groupOf)
  return items.flatMap((item, i): ({ readonly item: T } | { readonly text: string })[] =>
    texts[i] === texts[i - 1] ? [{ item }] : [{ text: texts[i]! }, { item }],
  )
}
