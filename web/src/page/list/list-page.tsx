import type { Codes } from '@cheyi/domain/enumeration'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { ItemOf, ListPage } from '../../kernel/call/lists.ts'
import type { WireCall } from '../../kernel/call/wire.ts'
import { useWide } from '../../kernel/device/media-query.ts'
import { usePatch, useScreen } from '../../kernel/page/pages.tsx'
import { go } from '../../kernel/page/router.ts'
import type { Screen } from '../../kernel/page/screen.ts'
import type { LinkOf, Readers, ValuesOf } from '../../kernel/page/search.ts'
import { mayOpen, useReach, useUser } from '../../kernel/user.ts'
import { Search } from '../../ui/field/search.tsx'
import { Select, type SelectOption } from '../../ui/field/select.tsx'
import { Chip } from '../../ui/frame/chips.tsx'
import { NavAction } from '../../ui/frame/nav-bar.tsx'
import { IconButton } from '../../ui/layout.tsx'
import { choose } from '../open.ts'
import { Page } from '../page.tsx'
import { codeOptions, readCode } from './chips-filter.tsx'
import type { ListColumn } from './columns.tsx'
import { Items, useHasTable } from './items.tsx'
import { FilterLine, PickBox } from './list-head.tsx'
import type { Alike } from './together.ts'
import type { Filter, FilterProps, MakeFile, OpenItem } from './types.ts'
import { useListPage } from './use-list-page.tsx'
import { type ListBatch, usePicked } from './use-picked.tsx'
import { Views } from './views.tsx'

/** Marks a filter as rarely used. */
export const seldom = <F extends Filter>(filter: F): F => ({ ...filter, seldom: true })

/** A filter whose name is an input of the call, and whose values are in the screen's address. */
type FilterOf<I, R extends Readers> = {
  [N in keyof I & string]: Filter<N, I[N], keyof R & string>
}[keyof I & string]

/** One action in a list page's title bar; two or more are collected in a 更多 menu. */
export interface MenuAct {
  readonly label: string
  readonly run: () => void
}

export interface ListTable<R extends Readers, I, P extends ListPage<unknown>, Key extends string> {
  readonly call: WireCall<I, P>
  /** Name of the records: 车型. */
  readonly noun: string
  /** Further input of the call that no filter changes: constant, or by values of the address. */
  readonly input?: Partial<I> | ((values: ValuesOf<R>) => Partial<I>)
  /** Title of the page, where it depends on the address. */
  readonly title?: (values: ValuesOf<R>) => string
  /** Placeholder of the search; its text is `keyword` in the address. */
  readonly search?: 'keyword' extends keyof R & keyof I ? string : never
  readonly filters?: readonly FilterOf<I, R>[]
  readonly keyOf: (item: ItemOf<P>) => string
  /** What is known of an item, once for table and card; as a hook where it depends on the user, or on the first page. */
  readonly columns:
    | readonly ListColumn<ItemOf<P>, Key>[]
    | ((first: P | undefined) => readonly ListColumn<ItemOf<P>, Key>[])
  /** Unit of the records in their total: 单, 辆; 条 by default. */
  readonly unit?: string
  /** Records that are drawn as one row, which opens to them. */
  readonly alike?: Alike<ItemOf<P>>
  /** Totals of columns of money in fen, by key, from the first page. */
  readonly totals?: (first: P) => Readonly<Record<string, number | null>> | undefined
  /** Opens an item that the user may open. */
  readonly link?: OpenItem<ItemOf<P>>
  /** `exporting(call, title)`: the table exports its chosen columns, the menu of a phone all. */
  readonly useExport?: (asked: Partial<I>) => MakeFile<Key> | undefined
  /** Above the filters: another way to see the same records. */
  readonly Above?: ComponentType
  /** Above the rows, rendered from the first page. */
  readonly Head?: ComponentType<{ readonly first: P }>
  /** Creates a new record, undefined without permission: `opens(row, values)`, or a hook of the list. */
  readonly useAdd?: () => (() => void) | undefined
  /** What is done by it, 新建 by default. */
  readonly verb?: '登记' | '添加'
  /** Actions on the whole list with its current filters: 导入. Undefined while they are not known: no menu opens without one. */
  readonly useMenu?: (asked: Partial<I>) => readonly MenuAct[] | undefined
  /** Batch action on selected items; undefined without permission. */
  readonly useBatch?: () => ListBatch<ItemOf<P>> | undefined
  /** Opens an item, by tap and by keyboard. */
  readonly open?: (item: ItemOf<P>) => void
  readonly empty?: { readonly title?: string; readonly note?: string }
  /** Polling interval in ms: for data that changes without a user action. */
  readonly every?: number
}

/** Creates the component of a list screen from its specific parts: call, filters, row, and the text of an empty list. */
export function listPage<
  R extends Readers,
  I extends { cursor?: string },
  P extends ListPage<unknown>,
  Key extends string,
>(row: Screen<R>, table: ListTable<R, I, P, Key>): ComponentType {
  const {
    call,
    noun,
    verb = '新建',
    search,
    filters = [],
    keyOf,
    Above,
    Head,
    columns: declared,
    useAdd = nobody,
  } = table
  const { useMenu = noMenu, useBatch = nobody, useExport = nobody } = table
  const useListColumns = typeof declared === 'function' ? declared : () => declared
  const open: OpenItem<ItemOf<P>> | undefined =
    table.link ?? (table.open && ((_, item) => ({ onClick: () => table.open?.(item) })))
  const filterNames = filters.flatMap(({ address }) => address)
  const names = [...(search ? ['keyword'] : []), ...filterNames]
  // biome-ignore lint/correctness/noComponentHookFactories: called once per screen, when its module is loaded.
  return function ListScreen() {
    const values = useScreen(row) as ValuesOf<R> & Readonly<Record<string, string>>
    const patch = usePatch()
    const onAdd = useAdd()
    const wide = useWide()
    const hasTable = useHasTable()
    const reach = useReach()
    const [all, setAll] = useState(false)
    const filtered = Object.fromEntries(filters.map((filter) => [filter.name, filter.read(values)]))
    const asked = { ...(search && { keyword: values.keyword || undefined }), ...filtered }
    const isSet = (value: unknown) => value !== undefined
    const narrows = Object.values(asked).some(isSet)
    const input = { ...(typeof table.input === 'function' ? table.input(values) : table.input), ...asked } as I
    const list = useListPage(call, input, {
      noun,
      keyOf,
      narrowed: narrows
        ? { clear: () => patch(Object.fromEntries(names.map((name) => [name, undefined]))) }
        : undefined,
      empty: table.empty,
      add: onAdd && { label: `${verb}${noun}`, onClick: onAdd },
      // A table has keys of its own, which do not open each row they pass.
      open: open && !hasTable ? (item) => open(reach, item)?.onClick() : undefined,
      keepPrevious: true,
      every: table.every,
    })
    const columns = useListColumns(list.first)
    const { counts } = (list.first ?? {}) as Pick<FilterProps, 'counts'>
    const draw = ({ name, Field }: Filter): ReactNode => (
      <Field key={name} values={values} patch={patch} counts={counts} />
    )
    const waiting = filters.filter((filter) => filter.seldom)
    const more = wide || all || waiting.some((filter) => filter.read(values) !== undefined)
    const isBeside = (filter: Filter) => filter.beside || (wide && filter.besideWhenWide)
    const beside = filters.filter((filter) => isBeside(filter) && (more || !filter.seldom))
    const head = Head && list.first && <Head first={list.first} />
    const isTable = hasTable && list.first !== undefined && list.instead === undefined
    const exporting = useExport(input)
    const picked = usePicked(list, useBatch(), isTable)
    const acts = useMenu(input)
    const menu = acts && [
      ...(picked.begin ? [{ label: '批量操作', run: picked.begin }] : []),
      ...acts,
      ...(exporting && !isTable ? [{ label: '导出', run: () => exporting() }] : []),
    ]
    return (
      <Page
        fill
        title={table.title?.(values)}
        footer={picked.bar}
        right={
          <>
            {list.refresh}
            {menu && <Menu acts={menu} />}
            {onAdd && (
              <NavAction icon="plus" primary onClick={onAdd}>
                {verb}
              </NavAction>
            )}
          </>
        }
        head={
          <>
            {Above && <Above />}
            {(search || beside.length > 0) && (
              <FilterLine
                search={
                  search && (
                    <Search
                      value={values.keyword ?? ''}
                      onChange={(keyword) => patch({ keyword })}
                      placeholder={search}
                      hotkey
                    />
                  )
                }
              >
                {beside.length > 0 && (
                  <>
                    {beside.map(draw)}
                    {wide && (
                      // Without the text of a search, which may name a customer: a view stays on the device.
                      <Views
                        names={filterNames}
                        values={values}
                        patch={patch}
                        narrows={Object.values(filtered).some(isSet)}
                      />
                    )}
                    {waiting.length > 0 && !more && <Chip onClick={() => setAll(true)}>更多筛选</Chip>}
                  </>
                )}
              </FilterLine>
            )}
            {filters.filter((filter) => !isBeside(filter)).map(draw)}
          </>
        }
      >
        <Items
          of={list}
          first={list.first}
          columns={columns}
          unit={table.unit}
          alike={table.alike}
          totals={list.first && table.totals?.(list.first)}
          link={open}
          picked={picked}
          onExport={exporting}
          head={head}
        />
      </Page>
    )
  }
}

const nobody = () => undefined
const noMenu = () => []

/** One action by its name, several behind 更多. */
export function Menu({ acts }: { readonly acts: readonly MenuAct[] }) {
  const [only, ...others] = acts
  if (only === undefined) return null
  if (others.length === 0) return <NavAction onClick={only.run}>{only.label}</NavAction>
  async function ask() {
    const key = await choose(
      '更多',
      acts.map(({ label }) => ({ key: label, label })),
    )
    acts.find(({ label }) => label === key)?.run()
  }
  return <IconButton name="more" label="更多" aria-haspopup="dialog" onClick={() => void ask()} />
}

/** `useAdd` of a list whose new records are created on a screen: for users who may open it. */
export const opens =
  <R extends Readers>(to: Screen<R>, link: LinkOf<R>) =>
  (): (() => void) | undefined =>
    mayOpen(to, useUser()) ? () => go(to as Screen, link) : undefined

/**
 * A filter with one of many values, in a list that opens. `useOptions` reads them; `all` is the text when none is
 * chosen, `read` converts the text of the address to the call's value.
 */
export function pick<N extends string, V = string>(
  name: N,
  title: string,
  all: string,
  useOptions: () => readonly SelectOption<string>[],
  read: (text: string) => V | undefined = (text) => text as V,
): Filter<N, V, N> {
  return {
    name,
    address: [name],
    read: (values) => (values[name] ? read(values[name]) : undefined),
    beside: true,
    Field({ values, patch }) {
      const options = useOptions()
      return (
        <PickBox on={!!values[name]}>
          <Select
            title={title}
            value={values[name] ?? ''}
            options={[{ value: '', label: all }, ...options]}
            onChange={(value) => patch({ [name]: value })}
          />
        </PickBox>
      )
    },
  }
}

const Nothing = () => null

/** A filter without a widget: a link of another page sets it, for example to one order or one car. */
export const linkedFilter = <N extends string>(name: N): Filter<N, string, N> => ({
  name,
  address: [name],
  read: (values) => values[name] || undefined,
  Field: Nothing,
})

/**
 * A filter with one code of an enumeration or of a part of it, in a list that opens:
 * `pickCode('kind', '款项', flowKinds)`.
 */
export function pickCode<N extends string, V extends number>(name: N, title: string, codes: Codes<V>): Filter<N, V, N> {
  const options = codeOptions(codes)
  return pick(
    name,
    title,
    `全部${title}`,
    () => options,
    (text) => readCode(codes, text),
  )
}
