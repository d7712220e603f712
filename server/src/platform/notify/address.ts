import { timingSafeEqual } from 'node:crypto'
import { type AddressWay, notifyWay } from '@cheyi/domain/platform/notify/notice'
import { MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { asGate } from '../../kernel/enter.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import type { Followed } from '../../kernel/ports.ts'
import type { Vault } from '../../kernel/vault.ts'

/*
 * Where staff are reached besides their mobile number: the app on phones that are signed in, and the WeChat account that follows the
 * installation's service account. An address belongs to one user: the next user who signs in on a phone takes it over.
 */

/** Context that sealed addresses are bound to. */
export const ADDRESS = 'ring_address.address'
/** Validity of a QR code for following; WeChat's own code is valid as long. */
export const SCENE_LIFE = 10 * MINUTE

interface Reached {
  readonly userId: string
  readonly way: AddressWay
  /** Only for the app: the address ends with this session. */
  readonly sessionId: string | null
  readonly address: string
}

type Query = Context['query']

/** Stores an address in place of the earlier one of the session or the follower. Runs without a merchant. */
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

/** Ways by which a user is reached; for the app, only the address of this session. */
export const waysTo = async (query: Query, userId: string, sessionId: string): Promise<AddressWay[]> =>
  (
    await query<{ way: AddressWay }>(
      'select distinct way from ring_address where user_id = $1 and (session_id is null or session_id = $2)',
      [userId, sessionId],
    )
  ).map(({ way }) => way)

export const forgetAddresses = (query: Query, userId: string, way: AddressWay): Promise<unknown[]> =>
  query('delete from ring_address where user_id = $1 and way = $2', [userId, way])

/** The scene value of a QR code: the user and the expiry, with a MAC. WeChat accepts letters, digits and `_`. */
export function sceneOf(platform: Vault, userId: string, now: number): string {
  const said = `${userId}_${(now + SCENE_LIFE).toString(36)}`
  return `${said}_${macOf(platform, said)}`
}

const macOf = (platform: Vault, said: string): string =>
  platform.index('ring_address.scene', said).toString('hex').slice(0, 24)

/** The user of a scene; undefined when it is forged or expired. */
export function userOfScene(platform: Vault, scene: string, now: number): string | undefined {
  const [userId = '', until = '', mac = ''] = scene.split('_')
  const [given, right] = [Buffer.from(mac), Buffer.from(macOf(platform, `${userId}_${until}`))]
  const good = given.length === right.length && timingSafeEqual(given, right) && Number.parseInt(until, 36) >= now
  return good ? userId : undefined
}

/** Handles a follow or unfollow event from WeChat. A follower without our QR code is unknown and ignored. */
export async function hear(kernel: Kernel, { openId, scene, on }: Followed): Promise<void> {
  const { platform } = kernel.vaults
  const userId = on ? userOfScene(platform, scene, kernel.clock.now()) : undefined
  await asGate(kernel, async ({ query }) => {
    if (!on)
      await query('delete from ring_address where address_hash = $1', [hashOf(platform, notifyWay.wechat, openId)])
    else if (userId !== undefined) {
      // One WeChat account per user: the last one that scanned.
      await forgetAddresses(query, userId, notifyWay.wechat)
      await keepAddress(query, platform, { userId, way: notifyWay.wechat, sessionId: null, address: openId })
    }
  })
}
