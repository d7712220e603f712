import type { Ground } from '../ground.ts'
import { Stranger } from '../stranger.ts'
import { callsOf, inputsOf } from '../tenants.ts'
import type { Door } from './door.ts'

/** Names in the scene of links by which customers and owners come in. */
const links = ['selfLink', 'selfReturnLink', 'payToken', 'linkToken', 'ownerLink', 'noticeLink'] as const

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
    for (const [what, t] of [...others, ...forged])
      door.refused(`${name} of ${link} by ${what}`, await own.call(call, { ...input, t }))
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
