import { useEffect, useSyncExternalStore } from 'react'
import { calls } from './calls.gen.ts'
import { send } from './calls.ts'

/** An item of an enumeration as the server lists it. */
export interface EnumItem {
  readonly name: string
  readonly value: number
}

/** What a picker takes. */
export interface Option {
  readonly text: string
  readonly value: string
  readonly raw: EnumItem
}

export type Enumerations = Readonly<Record<string, readonly Option[]>>

/** `ready` once loaded; a failure goes back to `initialize`, silently, so that the next user tries again. */
export type EnumStatus = 'initialize' | 'loading' | 'ready'

/** The lists every screen may name before they are there: all empty at first. */
const empty: Enumerations = {
  identityTypeEnumList: [],
  pickupTypeEnumList: [],
  returnTypeEnumList: [],
  pickupReturnQueryStatusEnumList: [],
  reduceTypeEnumList: [],
  sourceEnumList: [],
  statusEnumList: [],
  payModeEnumList: [],
  payKindEnumList: [],
}

export const toOptions = (items: readonly EnumItem[]): Option[] =>
  items.map((raw) => ({ text: raw.name, value: String(raw.value), raw }))

/** `{ source: [...] }` of the server becomes `{ sourceEnumList: [...] }`. */
export const toEnumerations = (answer: Readonly<Record<string, readonly EnumItem[]>>): Enumerations => ({
  ...empty,
  ...Object.fromEntries(Object.entries(answer).map(([key, items]) => [`${key}EnumList`, toOptions(items)])),
})

export interface EnumStore {
  status(): EnumStatus
  lists(): Enumerations
  /** Fetches once; again only when `forced`, or after a failure. */
  load(forced?: boolean): Promise<void>
  subscribe(listener: () => void): () => void
}

export function createEnumStore(fetchAll: () => Promise<Readonly<Record<string, readonly EnumItem[]>>>): EnumStore {
  let status: EnumStatus = 'initialize'
  let lists = empty
  const listeners = new Set<() => void>()
  return {
    status: () => status,
    lists: () => lists,
    async load(forced = false) {
      if (status === 'loading' || (status === 'ready' && !forced)) return
      status = 'loading'
      try {
        lists = toEnumerations(await fetchAll())
        status = 'ready'
        for (const listener of listeners) listener()
      } catch {
        status = 'initialize'
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const store = createEnumStore(() => send(calls.lookup.enumerations, {}))

/** Fetches the enumerations again, after something changed them. */
export const reloadEnumerations = (): Promise<void> => store.load(true)

const none: readonly Option[] = []

/** The options of one enumeration, such as `sourceEnumList`; empty until loaded. */
export function useOptions(name: keyof typeof empty | `${string}EnumList`): readonly Option[] {
  useEffect(() => {
    void store.load()
  }, [])
  return useSyncExternalStore(store.subscribe, () => store.lists()[name] ?? none)
}
