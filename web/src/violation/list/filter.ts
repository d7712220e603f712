import { type IllegalGroup, illegalGroups } from '@cheyi/domain/violation/illegal'
import type { calls, InputOf } from '../../kernel/call/calls.ts'

const groups = Object.keys(illegalGroups) as IllegalGroup[]

/** What is to be done first, unless the address says otherwise. */
export const FIRST: IllegalGroup = 'todo'

/** The tab of an address; undefined: all of them. */
export const groupOf = ({ group = '' }: { readonly group?: string }): IllegalGroup | undefined =>
  group === 'all' ? undefined : (groups.find((one) => one === group) ?? FIRST)

/** What the list is narrowed by, for a file of it. */
export const inputOf = (
  values: Readonly<Partial<Record<'keyword' | 'group' | 'storeId' | 'vehicleId', string>>>,
): InputOf<typeof calls.violation.exportList> => ({
  keyword: values.keyword || undefined,
  group: groupOf(values),
  storeId: values.storeId || undefined,
  vehicleId: values.vehicleId || undefined,
})
