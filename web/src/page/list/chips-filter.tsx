import type { Codes } from '@cheyi/domain/enumeration'
import { ChipRadios } from '../../ui/frame/chips.tsx'
import type { Filter } from './types.ts'

/** The code for a text of the address; undefined when it is not a valid code. */
export const readCode = <V extends number>({ values }: Codes<V>, text: string | undefined): V | undefined =>
  values.find((value) => String(value) === text)

/** Options to choose a code; the address contains the value. */
export const codeOptions = ({ values, text }: Codes<number>) =>
  values.map((value) => ({ value: String(value), label: text(value) }))

/** A filter with one of a few codes, as chips beside those that open a sheet; the first one is 全部. */
export function chips<N extends string, V extends number>(name: N, label: string, codes: Codes<V>): Filter<N, V, N> {
  const options = [{ value: '', label: '全部' }, ...codeOptions(codes)]
  return {
    name,
    address: [name],
    read: (values) => readCode(codes, values[name]),
    // biome-ignore lint/correctness/noComponentHookFactories: called once per screen, when its module is loaded.
    Field: ({ values, patch }) => (
      <ChipRadios
        label={label}
        options={options}
        value={String(readCode(codes, values[name]) ?? '')}
        onChange={(value) => patch({ [name]: value })}
      />
    ),
    beside: true,
  }
}
