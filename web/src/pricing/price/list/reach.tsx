import type { Source } from '@cheyi/domain/booking/order/codes'
import { FieldRow } from '../../../form/field-row.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useAnswersFor } from '../../../kernel/user.ts'
import { useSourceOptions } from '../../../platform/merchant/parts/sources.ts'
import { ChipChecks } from '../../../ui/frame/chips.tsx'

interface Option<V extends string | number> {
  readonly value: V
  readonly label: string
}

/** The options that limit where a term applies. */
export interface Places {
  readonly stores: readonly Option<string>[]
  readonly models: readonly Option<string>[]
  readonly sources: readonly Option<Source>[]
}

export type Stores = readonly { readonly id: string; readonly name: string }[]

/**
 * Options for a term: the stores and channels of the merchant, with the channels that the term already names, and the models in the
 * price list of a store.
 */
export function usePlaces(stores: Stores, storeId: string | undefined, named: readonly number[] = []): Places {
  const models = useRead(calls.price.rules, { storeId }, { enabled: storeId !== undefined }).data ?? []
  return {
    stores: stores.map(({ id, name }) => ({ value: id, label: name })),
    models: models.map(({ modelId, name }) => ({ value: modelId, label: name })),
    sources: useSourceOptions(named),
  }
}

/**
 * The names of the chosen options; `all` if none is chosen. Values without an option (a store not visible to the account, a
 * disabled model) are counted together.
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

/**
 * Checks where a term applies: an account that is responsible for only some stores must name stores. A new term of such an account
 * begins with all its stores.
 */
export function useOwnPlaces(stores: Stores) {
  const answersFor = useAnswersFor()
  const everywhere = answersFor(null)
  return {
    everywhere,
    fresh: everywhere ? [] : stores.map(({ id }) => id),
    problem: (places: string | readonly string[] | null | undefined) =>
      answersFor(places ?? null) ? null : '请选择你管理的门店',
  }
}

interface ReachFieldProps<V extends string | number> {
  readonly of: FormField<readonly V[] | null>
  readonly options: readonly Option<V>[]
  /** false: at least one must be chosen. */
  readonly everywhere?: boolean
}

/** Chooses where a term applies; an empty choice means everywhere. Chosen values that are not visible here remain chosen. */
export function ReachField<V extends string | number>({ of, options, everywhere = true }: ReachFieldProps<V>) {
  const label = of.rules.label ?? ''
  const value = of.value ?? []
  const unseen = value.filter((one) => !options.some((option) => option.value === one))
  const hint =
    unseen.length > 0 ? `另有 ${unseen.length} 个不在此列，保持不变` : everywhere ? `不选为全部${label}` : undefined
  const words = (chosen: readonly V[] | null) => reachText(options, chosen ?? [], `全部${label}`)
  return (
    <FieldRow of={of} words={words} group hint={hint} optional={false}>
      <ChipChecks
        label={label}
        look="wrap"
        tick
        options={options}
        value={value}
        onChange={(chosen) => of.set([...chosen, ...unseen])}
      />
    </FieldRow>
  )
}

/** Represents the empty value of a field by the option `any`, so that a list can show it. */
export const orAny = <V extends string | number>(of: FormField<V | null>, any: V): FormField<V | null> => ({
  ...of,
  value: of.value ?? any,
  set: (value) => of.set(value === any ? null : value),
  theirs: of.theirs && { value: of.theirs.value ?? any },
})
