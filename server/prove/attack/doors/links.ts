import { hashToken } from '../../../src/kernel/identity.ts'
import type { Ground } from '../ground.ts'
import { type Answer, Stranger } from '../stranger.ts'
import { callsOf, inputsOf } from '../tenants.ts'
import type { Door } from './door.ts'

/** Names in the scene of links by which customers and owners come in. */
const links = ['selfLink', 'selfReturnLink', 'payToken', 'linkToken', 'ownerLink', 'noticeLink'] as const

/** The way back to the booking page: every link of an order may ask for it, and is led to its own order alone. */
const ofAnyLink = 'site.ofLink'

/**
 * Links that are made up, of another page, or have ended, and passes that belong to another link: of each page of a customer or of an
 * owner of cars.
 */
export async function customersLinks({ url, attacker, victim, root }: Ground, door: Door): Promise<void> {
  const pages = callsOf(undefined).flatMap(({ name, call }) =>
    inputsOf(victim, name).flatMap((input) => {
      const link = links.find((one) => victim.ids[one] === (input as { t?: string }).t)
      return link === undefined ? [] : [{ name, call, input, link }]
    }),
  )
  door.row.calls = pages.length
  /** The order of a link, null for a link of something else; undefined: there is no such link. */
  const orderOf = async (token: string): Promise<string | null | undefined> => {
    const { rows } = await root.query('select order_id from link_token where token_hash = $1', [hashToken(token)])
    return rows[0]?.orderId
  }
  const withPass = (pass: string) => new Stranger(url, { headers: { 'x-link-pass': pass } })
  const own = withPass(victim.ids.selfPass!)
  for (const { name, call, input, link } of pages) {
    const token = victim.ids[link]!
    const others = links.filter((one) => one !== link).map((one) => [one, victim.ids[one]!] as const)
    const forged = [
      ['last letter', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
      ['shorter', token.slice(0, -1)],
      ['longer', `${token}A`],
      ['a wildcard', '%'.repeat(token.length)],
    ] as const
    for (const [what, t] of [...others, ...forged]) {
      const answer = await own.call(call, { ...input, t })
      const orderId = name === ofAnyLink ? await orderOf(t) : undefined
      if (orderId === undefined) door.refused(`${name} of ${link} by ${what}`, answer)
      else door.judge(`${name} of ${link} by ${what}`, answer, leadsTo(answer, orderId))
    }
    // A pass of another merchant's link opens no more than none at all.
    const none = await new Stranger(url).call(call, input)
    for (const pass of [attacker.ids.selfPass!, 'made-up', '', 'null']) {
      const answer = await withPass(pass).call(call, input)
      const same = !answer.success || (none.success && (call.effect === 'write' || answer.text === none.text))
      door.judge(`${name} of ${link} with the pass ${pass}`, answer, same)
    }
  }
  await root.query(`update link_token set expire_at = '2020-01-01' where merchant_id = $1`, [victim.w.merchantId])
  for (const { name, call, input, link } of pages)
    door.refused(`${name} of ${link} that has ended`, await own.call(call, input))
}

function leadsTo({ success, data }: Answer, orderId: string | null): boolean {
  const { path } = (data ?? {}) as { path?: string | null }
  return success && (orderId === null ? path === null : path?.endsWith(`/mine/${orderId}`) === true)
}
