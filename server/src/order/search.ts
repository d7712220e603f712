import { nameKey } from '@cheyi/domain/alike'
import { isContactPhone, normalisePhone, phoneTail, storedSpellings, typedTail } from '@cheyi/domain/check/mobile'
import { normalisePlate } from '@cheyi/domain/check/plate'
import { sources } from '@cheyi/domain/order/codes'
import { TOTAL_CAP } from '../kernel/db/paging.ts'
import type { Vault } from '../kernel/vault.ts'

/** Where a contact phone's blind index is at home. */
export const CONTACT_PHONE = 'order.contact_phone'

export interface Lookup {
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * The orders that a typed keyword may mean, by its shape: order number or its beginning, channel's order number, whole phone,
 * its last four digits, any part of a plate from two signs on, beginning of a name, of the customer or of the company that pays.
 * null: it cannot mean anything.
 * Each way brings at most so many, the newest, and is an equality or a prefix of an index, since nothing else is fast under row-level security.
 */
export function keywordLookup(keyword: string, vault: Pick<Vault, 'index'>, most = TOTAL_CAP + 1): Lookup | null {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const wheres = waysOf(keyword.trim(), vault).map((way) => way(add))
  if (wheres.length === 0) return null
  const text = wheres
    .map((where) => `(select o.id from "order" o where ${where} order by o.id desc limit ${most})`)
    .join(' union ')
  return { text, values }
}

type Way = (add: (value: unknown) => string) => string

function waysOf(typed: string, vault: Pick<Vault, 'index'>): Way[] {
  const ways: Way[] = []
  const compact = normalisePlate(typed)

  const number = /^O?(\d{6,12})$/.exec(compact)?.[1] ?? /^O(\d{0,5})$/.exec(compact)?.[1]
  // The twelve digits after the letter as a range: a prefix in every locale.
  if (number !== undefined)
    ways.push(
      (add) => `o.order_no between ${add(`O${number.padEnd(12, '0')}`)} and ${add(`O${number.padEnd(12, '9')}`)}`,
    )
  if (/^[\w-]{6,64}$/.test(typed))
    ways.push((add) => `o.source = any (${add(sources.values)}::smallint[]) and o.channel_order_no = ${add(typed)}`)
  const tail = typedTail(typed)
  if (tail !== null) ways.push((add) => `o.contact_phone_tail4 = ${add(tail)}`)
  const phone = normalisePhone(typed)
  if (isContactPhone(phone))
    ways.push(
      (add) =>
        `o.contact_phone_tail4 in (${add(phoneTail(phone))}, ${add(phone.slice(-4))}) and o.contact_phone_hash in (${storedSpellings(
          phone,
        )
          .map((one) => add(vault.index(CONTACT_PHONE, one)))
          .join(', ')})`,
    )
  if (/^(\p{Script=Han}[A-Z0-9]+|[A-Z0-9]{2,})[港澳学挂]?$/u.test(compact) && compact.length <= 10)
    ways.push((add) => `o.plate = any (plates_with(${add(compact)}))`)
  if (/\p{L}/u.test(typed)) {
    ways.push((add) => `o.contact_key ^@ ${add(nameKey(typed))}`)
    ways.push((add) => `o.payer_name <> '' and o.payer_name ^@ ${add(typed)}`)
  }
  return ways
}
