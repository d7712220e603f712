import { lifecycles, plateColors, plateKinds, runStates } from '@cheyi/domain/fleet/inventory/codes'
import { type FleetGroup, fleetGroupNames, fleetGroups } from '@cheyi/domain/fleet/inventory/fleet-group'
import { type ExpiryKind, expiryKinds, expiryNames } from '@cheyi/domain/fleet/inventory/papers'
import type { calls, InputOf } from '../../../kernel/call/calls.ts'
import type { SearchValue, ValuesOf } from '../../../kernel/page/search.ts'
import type { inventoryScreens } from '../screens.ts'

export type ListValues = ValuesOf<(typeof inventoryScreens)['list']['search']>
/** New values of the address; an undefined or empty value removes the parameter. */
export type Changes = Readonly<Partial<Record<keyof ListValues, SearchValue>>>

export const noFilter: Changes = {
  modelId: undefined,
  runState: undefined,
  lifecycle: undefined,
  expiry: undefined,
  tag: undefined,
  plateKind: undefined,
  plateColor: undefined,
}

export const tabs = [
  { key: '', label: '全部' },
  ...fleetGroups.map((key) => ({ key, label: key === 'care' ? '维保调车' : fleetGroupNames[key] })),
] as const

export const expiryOptions: readonly { readonly value: ExpiryKind | 'any'; readonly label: string }[] = [
  { value: 'any', label: '任一证件' },
  ...expiryKinds.map((value) => ({ value, label: expiryNames[value] })),
]

/** The group and the document filter of the address; undefined if the value is not valid. */
export const groupOf = ({ group }: ListValues): FleetGroup | undefined => fleetGroups.find((one) => one === group)
export const expiryOf = ({ expiry }: ListValues): ExpiryKind | 'any' | undefined =>
  expiryOptions.find(({ value }) => value === expiry)?.value

export type ListInput = InputOf<typeof calls.inventory.list>

export const inputOf = (values: ListValues, storeId: string | null): ListInput => ({
  storeId: storeId ?? undefined,
  keyword: values.keyword || undefined,
  group: groupOf(values),
  modelId: values.modelId,
  runState: values.runState as ListInput['runState'],
  lifecycle: values.lifecycle as ListInput['lifecycle'],
  expiry: expiryOf(values),
  tag: values.tag || undefined,
  plateKind: values.plateKind as InputOf<typeof calls.inventory.list>['plateKind'],
  plateColor: values.plateColor as InputOf<typeof calls.inventory.list>['plateColor'],
})

/** The active filters, each with the key that removes it. */
export function chipsOf(values: ListValues, modelName: (id: string) => string | undefined) {
  const chips: { key: keyof ListValues; text: string }[] = []
  if (values.modelId) chips.push({ key: 'modelId', text: modelName(values.modelId) ?? '车型' })
  if (values.runState !== undefined) chips.push({ key: 'runState', text: runStates.text(values.runState) })
  if (values.lifecycle !== undefined) chips.push({ key: 'lifecycle', text: lifecycles.text(values.lifecycle) })
  const expiry = expiryOf(values)
  if (expiry !== undefined)
    chips.push({ key: 'expiry', text: expiry === 'any' ? '证件30天内到期' : `${expiryNames[expiry]}30天内到期` })
  if (values.tag) chips.push({ key: 'tag', text: values.tag })
  if (values.plateKind !== undefined) chips.push({ key: 'plateKind', text: `${plateKinds.text(values.plateKind)}号牌` })
  if (values.plateColor !== undefined)
    chips.push({ key: 'plateColor', text: `${plateColors.text(values.plateColor)}色号牌` })
  return chips
}
