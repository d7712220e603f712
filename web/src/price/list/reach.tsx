import { type Source, sources } from '@cheyi/domain/order/codes'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { Field } from '../../ui/field/field.tsx'
import { ChipChecks } from '../../ui/frame/chips.tsx'
import { useLayers } from '../parts/layers.ts'

interface Option<V extends string | number> {
  readonly value: V
  readonly label: string
}

/** What a term can be limited to, by the names that people know. */
export interface Places {
  readonly stores: readonly Option<string>[]
  readonly models: readonly Option<string>[]
  readonly sources: readonly Option<Source>[]
}

export type Stores = readonly { readonly id: string; readonly name: string }[]

/** Stores and channels of the merchant, and its models as the price list of a store has them. */
export function usePlaces(stores: Stores, storeId: string | undefined): Places {
  const { nameOf } = useLayers()
  const models = useRead(calls.price.rules, { storeId }, { quiet: true, enabled: storeId !== undefined }).data ?? []
  return {
    stores: stores.map(({ id, name }) => ({ value: id, label: name })),
    models: models.map(({ modelId, name }) => ({ value: modelId, label: name })),
    sources: sources.values.map((source) => ({ value: source, label: nameOf(source) })),
  }
}

/**
 * The chosen ones by name; `all` when none is. One that is not among the options (a store out of sight, a model no longer
 * in use) is told by its number.
 */
export function reachText<V extends string | number>(
  options: readonly Option<V>[],
  chosen: readonly V[],
  all: string,
): string {
  if (chosen.length === 0) return all
  const names = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
  const others = chosen.length - names.length
  return [...names, ...(others > 0 ? [`另 ${others} 个`] : [])].join('、')
}

interface ReachFieldProps<V extends string | number> {
  readonly label: string
  readonly options: readonly Option<V>[]
  /** Empty: all. */
  readonly value: readonly V[]
  readonly onChange: (chosen: V[]) => void
  readonly error: string | undefined
}

/** Where a term holds. What is chosen but cannot be seen here stays chosen. */
export function ReachField<V extends string | number>({ label, options, value, onChange, error }: ReachFieldProps<V>) {
  const unseen = value.filter((one) => !options.some((option) => option.value === one))
  const hint = unseen.length > 0 ? `另有 ${unseen.length} 个不在此列，保持不变` : `不选为全部${label}`
  return (
    <Field label={label} layout="stack" group hint={hint} error={error} className="price-chips">
      <ChipChecks
        label={label}
        look="wrap"
        tick
        options={options}
        value={value}
        onChange={(chosen) => onChange([...chosen, ...unseen])}
      />
    </Field>
  )
}
