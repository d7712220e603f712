import type { Codes } from '@cheyi/domain/enumeration'
import { Select, type SelectOption } from '../../ui/field/select.tsx'
import { codeOptions, readCode } from './chips-filter.tsx'
import { PickBox } from './list-head.tsx'
import type { Filter } from './list-page.tsx'

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

/** A filter that only a link sets: of an order, of a car. */
export const linked = <N extends string>(name: N): Filter<N, string, N> => ({
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
