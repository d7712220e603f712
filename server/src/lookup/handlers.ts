import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { enumCatalogue } from '@cheyi/domain/lookup/catalogue'
import { implement } from '../kernel/context.ts'
import { cities } from '../merchant/actions.ts'

/** Copied once, since an answer is a list that may be written to. */
const lists: OutputOf<typeof contract.lookup.enumerations> = Object.fromEntries(
  Object.entries(enumCatalogue).map(([key, items]) => [key, [...items]]),
)

export const lookup = implement(contract.lookup, {
  enumerations: () => lists,
  map: (_, { config }) => ({ tiles: config.mapTiles }),
  cities: () => ({ list: [...cities] }),
})
