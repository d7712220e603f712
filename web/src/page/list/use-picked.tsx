import { type ReactNode, useState } from 'react'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { ActionBar } from '../../ui/frame/page-frame.tsx'
import { Button, MainButton } from '../../ui/layout.tsx'
import type { ListView } from './use-list-page.tsx'

/** An action on several items of a list. */
export interface ListBatch<T> {
  /** Maximum number of items. */
  readonly most: number
  /** Unit of the items: 条, 辆. */
  readonly unit: string
  /** Name of an item's checkbox, for screen readers. */
  readonly nameOf: (item: T) => string
  /** Number of items that match the filter, where all of them may be selected before they are loaded. */
  readonly whole?: number | undefined
  /** Asks what to do and does it, `all`: with whatever matches the filter. Returns true when the selection is to be cleared. */
  readonly run: (items: readonly T[], all: boolean) => Promise<boolean | undefined>
}

export interface Picked<T> {
  /** Starts the selection, when the checkboxes are not always visible. */
  readonly begin: (() => void) | undefined
  /** The checkbox of an item, during a selection. */
  readonly pick: ((item: T) => ReactNode) | undefined
  /** Selects an item, or no longer. */
  readonly toggle: ((item: T) => void) | undefined
  readonly bar: ReactNode
}

const none = { begin: undefined, pick: undefined, toggle: undefined, bar: undefined }

/** Selection of several items: a table always has checkboxes, cards only after the selection has been started. */
export function usePicked<T>(
  { items, keyOf, filter }: Pick<ListView<T>, 'items' | 'keyOf' | 'filter'>,
  batch: ListBatch<T> | undefined,
  always: boolean,
): Picked<T> {
  // Another filter is another list: items of the previous one must not stay selected while hidden.
  const [{ of, keys, on, whole: isWhole }, set] = useState({
    of: filter,
    keys: new Set<string>() as ReadonlySet<string>,
    on: false,
    whole: false,
  })
  if (batch === undefined) return none
  const { most, unit, nameOf, whole, run } = batch
  const chosen = of === filter ? items.filter((item) => keys.has(keyOf(item))) : []
  const begin = () => set({ of: filter, keys: new Set(), on: true, whole: false })
  if (!(on || always)) return { ...none, begin: items.length > 0 ? begin : undefined }
  const end = () => set({ of: filter, keys: new Set(), on: false, whole: false })
  function toggle(item: T) {
    const next = new Set(chosen.map(keyOf))
    if (!next.delete(keyOf(item))) next.add(keyOf(item))
    set({ of: filter, keys: next, on, whole: false })
  }
  const all = items.slice(0, most)
  const covers = of === filter && isWhole
  const isAll = covers || (whole === undefined && all.length > 0 && chosen.length >= all.length)
  const count = covers ? (whole ?? 0) : chosen.length
  const reason = count === 0 ? '请先选择' : !covers && count > most ? `一次最多 ${most} ${unit}` : undefined
  const chooseAll = () =>
    set({ of: filter, keys: new Set(isAll ? [] : all.map(keyOf)), on, whole: whole !== undefined && !isAll })
  return {
    begin: undefined,
    toggle,
    pick: (item) => (
      <Checkbox
        className="card-pick"
        aria-label={`选择 ${nameOf(item)}`}
        checked={covers || chosen.includes(item)}
        onChange={() => toggle(item)}
      />
    ),
    bar: (on || chosen.length > 0) && (
      <ActionBar>
        <Button size="l" onClick={end}>
          取消
        </Button>
        <Button size="l" onClick={chooseAll}>
          {isAll ? '全不选' : `全选 ${whole ?? all.length} ${unit}`}
        </Button>
        <MainButton reason={reason} onClick={() => void run(chosen, covers).then((done) => done && end())}>
          {`操作 ${count} ${unit}`}
        </MainButton>
      </ActionBar>
    ),
  }
}
