import type { CodeOf, Enumeration } from '@cheyi/domain/enumeration'
import { ChipRadios } from '../../ui/frame/chips.tsx'
import { ChipsLine } from './list-head.tsx'
import type { Filter } from './list-page.tsx'

/** The code that stands in the address as a text, if it is one. */
export const readCode = <E extends Enumeration>({ values }: E, text: string | undefined): CodeOf<E> | undefined =>
  values.find((value) => String(value) === text) as CodeOf<E> | undefined

/** One code of a few, as chips on a line of their own; 全部 before them. */
export function chips<N extends string, E extends Enumeration>(
  name: N,
  label: string,
  codes: E,
): Filter<N, CodeOf<E>, N> {
  const options = [
    { value: '', label: '全部' },
    ...codes.items.map((item) => ({ value: String(item.value), label: item.name })),
  ]
  return {
    name,
    address: [name],
    read: (values) => readCode(codes, values[name]),
    // biome-ignore lint/correctness/noComponentHookFactories: called once per screen, when its module is loaded.
    Field: ({ values, patch }) => (
      <ChipsLine>
        <ChipRadios
          label={label}
          options={options}
          value={String(readCode(codes, values[name]) ?? '')}
          onChange={(value) => patch({ [name]: value })}
        />
      </ChipsLine>
    ),
  }
}
