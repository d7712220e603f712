import { nameKey } from '@cheyi/domain/alike'
import { sources } from '@cheyi/domain/booking/order/codes'
import {
  isContactPhone,
  normalisePhone,
  phoneTail,
  storedSpellings,
  typedTail,
} from '@cheyi/domain/platform/check/mobile'
import { normalisePlate } from '@cheyi/domain/platform/check/plate'
import { TOTAL_CAP } from '../../kernel/db/paging.ts'
import { beginsWith } from '../../kernel/db/prefix.ts'
import { type Bind, parameters } from '../../kernel/db/sql.ts'
import type { Vault } from '../../kernel/vault.ts'

/** The field name under which the blind index of a contact phone number is computed. */
export const CONTACT_PHONE = 'order.contact_phone'

export interface Lookup {
  readonly text: string
  readonly values: readonly unknown[]
}

interface Wanted {
  /** The maximum number of rows of each condition, the newest. */
  readonly most?: number
  /** SQL of a condition on orders `o` that few orders meet and that has an index: these orders are scanned for any keyword. */
  readonly ofFew?: string
}

/**
 * The orders that match a typed keyword, by its form: the order number or its beginning, the channel's order number, the
 * full phone number or its last four digits, any part of a plate of at least two characters, the beginning of the name of
 * the customer or of the paying company. null: the keyword can match nothing. Each condition is an equality or a range of an
 * index, because other conditions are slow under row-level security.
 */
export function keywordLookup(
  keyword: string,
  vault: Pick<Vault, 'index'>,
  { most = TOTAL_CAP + 1, ofFew }: Wanted = {},
): Lookup | null {
  const { values, bind } = parameters()
  const newest: Newest = (where, by = 'o.id') =>
    `select o.id from "order" o where ${where}${ofFew === undefined ? '' : ` and (${ofFew})`} order by ${by} desc limit ${most}`
  const ways = waysOf(keyword.trim(), vault, ofFew === undefined ? platesNewest(most) : platesOfFew)
  if (ways.length === 0) return null
  return { text: ways.map((way) => `(${way(bind, newest)})`).join(' union '), values }
}

type Newest = (where: string, by?: string) => string
type Way = (bind: Bind, newest: Newest) => string

function waysOf(typed: string, vault: Pick<Vault, 'index'>, plates: (part: string) => Way): Way[] {
  const ways: Way[] = []
  const compact = normalisePlate(typed)

  const number = /^O?(\d{6,12})$/.exec(compact)?.[1] ?? /^O(\d{0,5})$/.exec(compact)?.[1]
  // The twelve digits after the letter as a range, which is a prefix search in every locale. The newest orders have the
  // highest numbers.
  if (number !== undefined)
    ways.push((bind, newest) =>
      newest(
        `o.order_no between ${bind(`O${number.padEnd(12, '0')}`)} and ${bind(`O${number.padEnd(12, '9')}`)}`,
        'o.order_no',
      ),
    )
  if (/^[\w-]{6,64}$/.test(typed))
    ways.push((bind, newest) =>
      newest(`o.source = any (${bind(sources.values)}::smallint[]) and o.channel_order_no = ${bind(typed)}`),
    )
  const tail = typedTail(typed)
  if (tail !== null) ways.push((bind, newest) => newest(`o.contact_phone_tail4 = ${bind(tail)}`))
  const phone = normalisePhone(typed)
  if (isContactPhone(phone))
    ways.push((bind, newest) =>
      newest(
        `o.contact_phone_tail4 in (${bind(phoneTail(phone))}, ${bind(phone.slice(-4))}) and o.contact_phone_hash in (${storedSpellings(
          phone,
        )
          .map((one) => bind(vault.index(CONTACT_PHONE, one)))
          .join(', ')})`,
      ),
    )
  if (/^(\p{Script=Han}[A-Z0-9]+|[A-Z0-9]{2,})[港澳学挂]?$/u.test(compact) && compact.length <= 10)
    ways.push(plates(compact))
  if (/\p{L}/u.test(typed)) {
    ways.push((bind, newest) => newest(beginsWith('o.contact_key', nameKey(typed), bind)))
    ways.push((bind, newest) => newest(`o.payer_name <> '' and o.payer_name ^@ ${bind(typed)}`))
  }
  return ways
}

/** SQL: the plate of an order as an expression that no index contains, so that the planner does not use one. */
const PLATE = `o.plate || ''`

/**
 * The newest orders of cars whose plate contains these characters. For few matching cars, those of each by the index of
 * plates. When there are more such cars than requested orders, nearly every order matches, and the newest of all orders are
 * scanned.
 */
const platesNewest =
  (most: number) =>
  (part: string): Way =>
  (bind, newest) =>
    `with p as materialized (select plates_with(${bind(part)}) as plates)
    select x.id from (
      select o.id from p cross join lateral unnest(p.plates) x (plate) cross join lateral (${newest('o.plate = x.plate')}) o
       where cardinality(p.plates) <= ${most}
      union all
      select o.id from (${newest(`(select cardinality(plates) from p) > ${most} and ${PLATE} = any ((select plates from p)::text[])`)}) o) x
     order by x.id desc limit ${most}`

const platesOfFew =
  (part: string): Way =>
  (bind, newest) =>
    newest(`${PLATE} = any ((select plates_with(${bind(part)}))::text[])`)
