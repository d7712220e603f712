import { nameKey } from '@cheyi/domain/alike'
import { idProblem, normaliseId } from '@cheyi/domain/platform/check/id-number'
import { isContactPhone, normalisePhone, typedTail } from '@cheyi/domain/platform/check/mobile'
import { identityTypes } from '@cheyi/domain/rental/driver/codes'
import type { Context } from '../../kernel/context.ts'
import { identityIndex, phoneIndexes } from './person-file.ts'
import { type PersonBrief, personBrief } from './person-view.ts'
import * as store from './store-person.ts'

/** What a typed keyword may mean: the full phone number or its last four digits, the document number, or the beginning of a name. */
export function waysOf(ctx: Context, keyword: string): store.Search | null {
  const phone = normalisePhone(keyword)
  const tail = typedTail(keyword)
  const identityNo = normaliseId(keyword)
  const ways: store.Search = {
    ...(isContactPhone(phone) ? { phoneHashes: phoneIndexes(ctx.vault, phone) } : {}),
    ...(tail !== null ? { phoneTail: tail } : {}),
    ...(identityTypes.values.some((type) => idProblem(type, identityNo) === null)
      ? { identityHash: identityIndex(ctx.vault, identityNo) }
      : {}),
    ...(/\p{L}/u.test(keyword) ? { namePrefix: nameKey(keyword) } : {}),
  }
  return Object.keys(ways).length === 0 ? null : ways
}

/** Customers that match a typed keyword. */
export async function findPeople(ctx: Context, keyword: string, limit: number): Promise<PersonBrief[]> {
  const ways = waysOf(ctx, keyword)
  return ways === null ? [] : (await store.search(ctx.db, ways, limit)).map(personBrief)
}
