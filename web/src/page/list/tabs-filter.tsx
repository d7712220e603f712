import { useWide } from '../../kernel/device/media-query.ts'
import { ChipRadios } from '../../ui/frame/chips.tsx'
import { type TabItem, Tabs } from '../../ui/frame/tabs.tsx'
import type { Filter } from './types.ts'

/** The tab without a filter. */
const ALL = 'all'

/**
 * Tabs above a list, on wide windows chips beside its search, where tabs lead to other pages; each with its count if the first page contains counts by key (`counts`). `names`: the tabs by key,
 * in their order; `chosen` is the default when the address names none: 全部 unless another is given. 全部 is first when it
 * is the default, else last.
 */
export function tabs<N extends string, K extends string>(
  name: N,
  label: string,
  names: Readonly<Record<K, string>>,
  chosen: K | typeof ALL = ALL,
): Filter<N, K, N> {
  const keys = Object.keys(names) as K[]
  const of = (values: Readonly<Record<string, string>>): K | typeof ALL =>
    [...keys, ALL as typeof ALL].find((key) => key === values[name]) ?? chosen
  return {
    name,
    address: [name],
    read(values) {
      const key = of(values)
      return key === ALL ? undefined : key
    },
    besideWhenWide: true,
    Field({ values, patch, counts }) {
      const wide = useWide()
      const all: TabItem<K | typeof ALL> = { key: ALL, label: '全部' }
      const items = keys.map((key): TabItem<K | typeof ALL> => ({ key, label: names[key], count: counts?.[key] }))
      const shown = chosen === ALL ? [all, ...items] : [...items, all]
      const choose = (key: K | typeof ALL) => patch({ [name]: key === chosen ? undefined : key })
      if (!wide) return <Tabs label={label} items={shown} value={of(values)} onChange={choose} />
      return (
        <ChipRadios
          label={label}
          options={shown.map(({ key, label: text, count }) => ({
            value: key,
            label: count === undefined ? text : `${text} ${count}`,
          }))}
          value={of(values)}
          onChange={choose}
        />
      )
    },
  }
}
