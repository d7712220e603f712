import { timingSafeEqual } from 'node:crypto'
import { type AddressWay, notifyWay } from '@cheyi/domain/platform/notify/notice'
import { MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { asGate } from '../../kernel/enter.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import type { Followed } from '../../kernel/ports.ts'
import type { Vault } from '../../kernel/vault.ts'

/*
 * Where staff are reached besides their mobile: the app on phones that are signed in, and the WeChat that follows the installation's
 * service account. An address is one person's: whoever signs in on a phone next, takes it over.
 */

/** What sealed addresses are bound to. */
export const ADDRESS = 'ring_address.address'
/** For so long a code to follow by is good; WeChat's own lives as long. */
export const SCENE_LIFE = 10 * MINUTE

interface Reached {
  readonly userId: string
  readonly way: AddressWay
  /** Of the app: the session that ends the address when it ends. */
  readonly sessionId: string | null
  readonly address: string
}

type Query = Context['query']

/** Keeps an address, instead of what the session or the follower had before. Runs as `gate`. */
export async function keepAddress(
  query: Query,
  platform: Vault,
  { userId, way, sessionId, address }: Reached,
): Promise<void> {
  const hash = hashOf(platform, way, address)
  await query('delete from ring_address where session_id = $1 and address_hash <> $2', [sessionId, hash])
  await query(
    `insert into ring_address (address_hash, user_id, way, session_id, address_enc) values ($1, $2, $3, $4, $5)
     on conflict (address_hash) do update
       set user_id = excluded.user_id, session_id = excluded.session_id, address_enc = excluded.address_enc, created_at = app_now()`,
    [hash, userId, way, sessionId, platform.seal(ADDRESS, hash.toString('base64'), address)],
  )
}

const hashOf = (platform: Vault, way: AddressWay, address: string): Buffer =>
  platform.index(ADDRESS, `${way}/${address}`)

/** Ways that lead to a user; of the app those of one session alone. */
export const waysTo = async (query: Query, userId: string, sessionId: string): Promise<AddressWay[]> =>
  (
    await query<{ way: AddressWay }>(
      'select distinct way from ring_address where user_id = $1 and (session_id is null or session_id = $2)',
      [userId, sessionId],
    )
  ).map(({ way }) => way)

export const forgetAddresses = (query: Query, userId: string, way: AddressWay): Promise<unknown[]> =>
  query('delete from ring_address where user_id = $1 and way = $2', [userId, way])

/** What a code to follow by says of who asked for it, and until when; letters, digits and `_`, as WeChat takes them. */
export function sceneOf(platform: Vault, userId: string, now: number): string {
  const said = `${userId}_${(now + SCENE_LIFE).toString(36)}`
  return `${said}_${macOf(platform, said)}`
}

const macOf = (platform: Vault, said: string): string =>
  platform.index('ring_address.scene', said).toString('hex').slice(0, 24)

/** Whose scene it is; undefined: nobody's, or over. */
export function userOfScene(platform: Vault, scene: string, now: number): string | undefined {
  const [userId = '', until = '', mac = ''] = scene.split('_')
  const [given, right] = [Buffer.from(mac), Buffer.from(macOf(platform, `${userId}_${until}`))]
  const good = given.length === right.length && timingSafeEqual(given, right) && Number.parseInt(until, 36) >= now
  return good ? userId : undefined
}

/** Takes in what WeChat tells of a follower. Who follows without our code is nobody whom we know. */
export async function hear(kernel: Kernel, { openId, scene, on }: Followed): Promise<void> {
  const { platform } = kernel.vaults
  const userId = on ? userOfScene(platform, scene, kernel.clock.now()) : undefined
  await asGate(kernel, async ({ query }) => {
    if (!on)
      await query('delete from ring_address where address_hash = $1', [hashOf(platform, notifyWay.wechat, openId)])
    else if (userId !== undefined) {
      // One WeChat to a person: the one who scanned last.
      await forgetAddresses(query, userId, notifyWay.wechat)
      await keepAddress(query, platform, { userId, way: notifyWay.wechat, sessionId: null, address: openId })
    }
  })
}
