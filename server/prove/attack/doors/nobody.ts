import { contract } from '@cheyi/contract/index'
import type { Ground } from '../ground.ts'
import { Stranger } from '../stranger.ts'
import { callsOf, inputsOf, inTurns } from '../tenants.ts'
import type { Door } from './door.ts'

/** Every call that needs a sign-in, without one, with a made up one, and with one that was ended. */
export async function nobody({ url, attacker }: Ground, door: Door): Promise<void> {
  const password = { mobile: attacker.w.ownerMobile, password: 'Cheyi2026', agree: true }
  const { data } = await new Stranger(url).call(contract.session.login, password)
  const token = (data as { token: string }).token
  await new Stranger(url, { token }).call(contract.session.logout, {})
  const strangers = [undefined, 'of-nobody', token].map((token) => ({
    token,
    by: new Stranger(url, token === undefined ? {} : { token }),
  }))
  const calls = callsOf(undefined).filter(({ call }) => call.permission !== 'public')
  door.row.calls = calls.length
  await inTurns(calls, async ({ name, call }) => {
    for (const { token, by } of strangers)
      door.refused(`${name} with ${token ?? 'no token'}`, await by.call(call, inputsOf(attacker, name)[0]))
  })
}
