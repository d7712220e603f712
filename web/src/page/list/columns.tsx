import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import type { ComponentType, ReactNode } from 'react'
import { useNow } from '../../kernel/now.ts'
import { type PageLink, type Reach, useReach } from '../../kernel/user.ts'
import { Box, Row, Text } from '../../ui/layout.tsx'
import { Money, yuan } from '../../ui/show/money.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { CardLink, type Due, RecordCard } from '../../ui/show/record-card.tsx'
import { type Mark, Tags } from '../../ui/show/tag.tsx'

/*
 * A list declares its columns once: a desktop draws them as a table, a phone and a list pane as cards, and its file has those of the
 * table. The keys and titles of a list that is exported are in its `columns.ts` of the domain; the types refuse a column that the file
 * does not have.
 */

/** Where a column stands on the card. `none`: only in the table. */
export type CardPlace =
  /** Name of the record; several are joined by a dot. */
  | 'title'
  /** At the right end of the title's line. */
  | 'end'
  /** After the title. */
  | 'tag'
  /** The line of the plate. */
  | 'plate'
  /** The line below, cut where it ends. */
  | 'meta'
  /** A further line, which wraps. */
  | 'note'
  | 'none'

interface ColumnBase {
  /** Heading of the column, and name of the value where a card needs one. */
  readonly title: string
  /** Least width in design pixels; by default that of its kind. */
  readonly width?: number
  /** In the table only after somebody has chosen the column. */
  readonly extra?: boolean
  readonly card?: CardPlace
  /** On the card the value follows its title: 下期 12-01. By default money does, except at the end of the title's line. */
  readonly named?: boolean
  /** The link of a row stands in this column of the table; otherwise in the plate or the name. */
  readonly opens?: boolean
  /** The order by this column, where the server sorts the list. */
  readonly sort?: string
}

type Words = string | false | null | undefined

/** What a column shows of an item. Money is integer fen, a time a moment in ms. */
type Told<T> =
  | { readonly kind: 'plate'; readonly of: (item: T) => string | null }
  /** `loses`: an amount below zero is a loss, in red. */
  | { readonly kind: 'money'; readonly of: (item: T) => number | null; readonly loses?: boolean }
  /** `words`: how the number is printed. */
  | {
      readonly kind: 'number'
      readonly of: (item: T) => number | null
      readonly unit?: string
      readonly words?: (value: number, item: T) => string
    }
  | { readonly kind: 'time'; readonly of: (item: T) => number | null }
  /** `inkOf`: a day that is near or past. */
  | {
      readonly kind: 'text' | 'person'
      readonly of: (item: T, now: number) => Words
      readonly inkOf?: (item: T, now: number) => 'danger' | 'warning' | undefined
    }
  | { readonly kind: 'tag'; readonly of: (item: T, now: number) => readonly (Mark | false | null | undefined)[] }
  /** Deadline of the next act. */
  | { readonly kind: 'due'; readonly of: (item: T, now: number) => Due | false | null | undefined }

/** What is in no file. */
type Drawn<T> =
  /** A picture of a figure that another column prints, below the lines of a card. Drawn by the screen, which loads what draws it. */
  | { readonly kind: 'chart'; readonly draw: (item: T) => ReactNode }
  /** The next act as one or two buttons of size `s`; `when`: of items that have one now, for a user with these permissions. */
  | {
      readonly kind: 'act'
      readonly Act: ComponentType<{ readonly item: T }>
      readonly when?: (item: T, held: Reach['held'], now: number) => boolean
    }
  /** A picture before the title of a card; 40 px wide in a table. */
  | { readonly kind: 'picture'; readonly Picture: ComponentType<{ readonly item: T }> }

/** `only`: other columns of the table tell it, too. */
export type ListColumn<T, Key extends string = string> = ColumnBase &
  (
    | ({ readonly key: Key; readonly only?: undefined } & Told<T>)
    | ({ readonly key: string; readonly only: 'card' } & Told<T>)
    | ({ readonly key: string; readonly only?: undefined } & Drawn<T>)
  )
export type ColumnKind = ListColumn<never>['kind']

const places: Readonly<Record<ColumnKind, CardPlace>> = {
  plate: 'plate',
  money: 'end',
  chart: 'none',
  number: 'meta',
  time: 'meta',
  person: 'meta',
  text: 'meta',
  tag: 'tag',
  due: 'none',
  act: 'none',
  picture: 'none',
}

const placeOf = <T,>({ kind, card }: ListColumn<T>): CardPlace => card ?? places[kind]

/** A value in words, '' for nothing. `alone`: in a column of its own, below its heading. */
export function wordsOf<T>(column: ListColumn<T>, item: T, now: number, alone: boolean): string {
  switch (column.kind) {
    case 'money': {
      const fen = column.of(item)
      return fen === null ? '' : alone ? yuan(fen) : formatMoney(fen)
    }
    case 'number': {
      const value = column.of(item)
      if (value !== null && column.words) return column.words(value, item)
      const figure = value?.toLocaleString('en') ?? ''
      return figure && column.unit && !alone ? `${figure} ${column.unit}` : figure
    }
    case 'time': {
      const at = column.of(item)
      return at === null ? '' : formatMoment(at, now)
    }
    case 'text':
    case 'person':
      return column.of(item, now) || ''
    case 'plate':
      return column.of(item) ?? ''
    case 'due':
      return (column.of(item, now) || undefined)?.text ?? ''
    case 'tag':
      return marksOf(column.of(item, now))
        .map(({ text }) => text)
        .join(' ')
    default:
      return ''
  }
}

export const marksOf = (marks: readonly (Mark | false | null | undefined)[]): Mark[] =>
  marks.filter((mark): mark is Mark => !!mark)

export const isLoss = <T,>(column: ListColumn<T>, item: T): boolean =>
  column.kind === 'money' && column.loses === true && (column.of(item) ?? 0) < 0

/** Of records that are drawn as one, whether a column tells the same of all; of names and times the newest stands for all. */
export const isShared = <T,>(column: ListColumn<T>, item: T, rest: readonly T[], now: number): boolean =>
  rest.length === 0 ||
  placeOf(column) === 'title' ||
  column.kind === 'time' ||
  column.kind === 'picture' ||
  (column.kind !== 'act' &&
    rest.every((other) => wordsOf(column, other, now, true) === wordsOf(column, item, now, true)))

interface ItemCardProps<T> {
  readonly columns: readonly ListColumn<T>[]
  readonly item: T
  /** Of an item that the user may open. */
  readonly link: ((reach: Reach, item: T) => Partial<PageLink> | undefined) | undefined
  readonly current: boolean
  /** Other records that are alike, drawn as one with this; `times`: how many, in words. */
  readonly rest?: readonly T[] | undefined
  readonly times?: string | undefined
  /** The checkbox while several are being selected; the card then opens nothing and has no act. */
  readonly pick?: ReactNode
}

/** An item as a card: title and tags, plate and number, one line of facts, deadline and next act. */
export function ItemCard<T>({ columns: all, item, link, current, rest = [], times, pick }: ItemCardProps<T>) {
  const now = useNow()
  const reach = useReach()
  const columns = all.filter((column) => isShared(column, item, rest, now))
  const at = (place: CardPlace) => columns.filter((column) => placeOf(column) === place)
  const text = (column: ListColumn<T>) => {
    const words = wordsOf(column, item, now, false)
    const isNamed = column.named ?? (column.kind === 'money' && placeOf(column) !== 'title')
    // The name and its amount stay together.
    return words && isNamed ? `${column.title}\u00a0${words}` : words
  }
  const line = (place: CardPlace) =>
    at(place)
      .filter(({ kind }) => kind !== 'plate')
      .map(text)
      .filter(Boolean)
      .join(' · ')
  const plates = (place: CardPlace, size: 's' | 'm') =>
    at(place).map(
      (column) =>
        column.kind === 'plate' &&
        column.of(item) !== null && <Plate key={column.key} plate={column.of(item)} size={size} />,
    )
  const titlePlates = plates('title', 'm')
  const title = titlePlates.some(Boolean) ? (
    <Row as="span" gap={[4, 8]} wrap>
      {titlePlates}
      {line('title')}
    </Row>
  ) : (
    [line('title'), times].filter(Boolean).join(' ')
  )
  const marks = (place: CardPlace) =>
    marksOf(at(place).flatMap((column) => (column.kind === 'tag' ? column.of(item, now) : [])))
  const ends = at('end').filter(({ kind }) => kind !== 'tag')
  const plateLine = line('plate')
  const hasPlate = at('plate').some((column) => column.kind === 'plate' && column.of(item) !== null)
  const [meta, note] = [line('meta'), line('note')]
  const dueColumn = columns.find(({ kind }) => kind === 'due')
  const due = dueColumn?.kind === 'due' && dueColumn.of(item, now)
  const acts = columns.filter(
    (column) => !pick && column.kind === 'act' && (column.when?.(item, reach.held, now) ?? true),
  )
  // Without a deadline the facts stand beside the act, and save a line.
  const isMetaBeside = !due && acts.length > 0
  const picture = columns.find((column) => column.kind === 'picture')
  const charts = columns.filter((column) => column.kind === 'chart')
  return (
    <RecordCard
      current={current}
      before={pick ?? (picture?.kind === 'picture' && <picture.Picture item={item} />)}
      title={
        <>
          {pick ? title : <CardLink {...link?.(reach, item)}>{title}</CardLink>}
          <Tags of={marks('tag')} />
        </>
      }
      end={
        (marks('end').length > 0 || ends.some((column) => text(column) !== '')) && (
          <>
            <Tags of={marks('end')} />
            {ends.map((column) =>
              column.kind === 'money' ? (
                column.of(item) !== null && (
                  <Row
                    as="span"
                    gap={4}
                    align="baseline"
                    key={column.key}
                    ink={isLoss(column, item) ? 'danger' : 'inherit'}
                  >
                    {column.named && <Text note>{column.title}</Text>}
                    <Money fen={column.of(item)} />
                  </Row>
                )
              ) : (
                <Text key={column.key} num note={column.kind !== 'number'}>
                  {text(column)}
                </Text>
              ),
            )}
          </>
        )
      }
      due={due || (isMetaBeside ? { text: meta, late: false } : undefined)}
      act={
        acts.length > 0 && acts.map((column) => column.kind === 'act' && <column.Act key={column.key} item={item} />)
      }
    >
      {(hasPlate || plateLine) && (
        <Row gap={8} top={4}>
          {plates('plate', 's')}
          <Text num note cut>
            {plateLine}
          </Text>
        </Row>
      )}
      {meta && !isMetaBeside && (
        <Text as="p" num cut>
          {meta}
        </Text>
      )}
      {note && <p className="num">{note}</p>}
      {charts.map((column) => (
        <Box key={column.key} top={8}>
          {column.kind === 'chart' && column.draw(item)}
        </Box>
      ))}
    </RecordCard>
  )
}
