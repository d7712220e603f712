import {
  orderStatuses,
  pickupReturnQueryStatuses,
  pickupTypes,
  reduceTypes,
  returnTypes,
  sources,
} from '@cheyi/domain/booking/order/codes'
import type { Enumeration, EnumItem } from '@cheyi/domain/enumeration'
import { payKinds, payModes } from '@cheyi/domain/money/payment/codes'
import { identityTypes } from '@cheyi/domain/rental/driver/codes'
import { calls, send } from './calls.ts'

/*
 * The nine lists of the order feature as the server has them. This build knows its own codes by name; a server of a later
 * release may return other codes, which are named by these lists.
 */

/** One choice of a list; `value` is a string, as a select holds it. */
export interface EnumOption {
  readonly text: string
  readonly value: string
  readonly raw: EnumItem
}

/** Each list with the enumeration of this build and the key under which the server returns it. */
const known = {
  identityTypeEnumList: ['identityType', identityTypes],
  pickupTypeEnumList: ['pickupType', pickupTypes],
  returnTypeEnumList: ['returnType', returnTypes],
  pickupReturnQueryStatusEnumList: ['pickupReturnQueryStatus', pickupReturnQueryStatuses],
  reduceTypeEnumList: ['reduceType', reduceTypes],
  sourceEnumList: ['source', sources],
  statusEnumList: ['status', orderStatuses],
  payModeEnumList: ['payMode', payModes],
  payKindEnumList: ['payKind', payKinds],
} as const satisfies Record<string, readonly [string, Pick<Enumeration, 'learn'>]>

type ListName = keyof typeof known
type Lists = Readonly<Record<ListName, readonly EnumOption[]>>
type Served = Readonly<Record<string, readonly EnumItem[]>>

/** `initialize`: not requested yet, or the last request failed. */
export type EnumStatus = 'initialize' | 'loading' | 'ready'

const names = Object.keys(known) as ListName[]
const listsOf = (served: Served): Lists =>
  Object.fromEntries(
    names.map((name) => [
      name,
      (served[known[name][0]] ?? []).map((raw) => ({ text: raw.name, value: String(raw.value), raw })),
    ]),
  ) as unknown as Lists

/** @internal The lists, fetched by `ask`; all are empty until they are loaded. */
export function createEnums(ask: () => Promise<Served>) {
  let status: EnumStatus = 'initialize'
  let lists = listsOf({})
  return {
    status: () => status,
    lists: () => lists,
    /** Fetches once, or again when forced. A failure is ignored; the next call tries again. */
    async load(force = false): Promise<void> {
      if (status === 'loading' || (status === 'ready' && !force)) return
      status = 'loading'
      try {
        const served = await ask()
        lists = listsOf(served)
        for (const [key, codes] of Object.values(known)) codes.learn(served[key] ?? [])
        status = 'ready'
      } catch {
        status = 'initialize'
      }
    },
  }
}

export const enums = createEnums(() => send(calls.lookup.enumerations, {}))
