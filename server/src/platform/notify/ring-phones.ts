import { type AddressWay, notifyWay } from '@cheyi/domain/platform/notify/notice'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import type { RingPort } from '../../kernel/ports.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { ADDRESS } from './address.ts'

/** The provider for this way; null when the installation has none. */
export const portOf = ({ outside }: Pick<Kernel, 'outside'>, way: AddressWay): RingPort | null =>
  way === notifyWay.push ? outside.push : outside.follow

interface Ringing {
  readonly way: AddressWay
  readonly merchant: string
  readonly title: string
  readonly notice: string
  readonly link: string
  readonly userId: string | null
}

interface Address {
  readonly addressHash: Buffer
  readonly addressEnc: Buffer
  /** The merchant that the app on that phone is signed in to; null for other ways. */
  readonly merchantId: string | null
}

/**
 * Rings all current addresses of the user for this way: each phone that is signed in, or the WeChat account. Addresses that the vendor
 * reports as gone are deleted. The link is included only when the address can open a page of this merchant.
 * @throws the vendor's error when all addresses failed
 */
export async function ringPhones(kernel: Kernel, merchantId: string, ringing: Ringing): Promise<void> {
  const { way, merchant, title, notice, link, userId } = ringing
  const port = portOf(kernel, way)
  if (port === null || userId === null) return
  const { rows } = await kernel.pools.side.query<Address>(
    `select r.address_hash, r.address_enc, s.merchant_id from ring_address r left join login_session s on s.id = r.session_id
      where r.user_id = $1 and r.way = $2
        and (r.session_id is null or s.revoked_at is null and least(s.idle_expire_at, s.absolute_expire_at) > $3)`,
    [userId, way, new Date(kernel.clock.now())],
  )
  const rung = await Promise.allSettled(
    rows.map(async ({ addressHash, addressEnc, merchantId: at }) => {
      const address = kernel.vaults.platform.open(ADDRESS, addressHash.toString('base64'), addressEnc)
      const leads = link !== '' && (at === null || at === merchantId)
      const said = {
        title,
        body: notice,
        merchant,
        at: kernel.clock.now(),
        link: leads ? publicUrl(kernel.config, link as `/${string}`) : null,
      }
      if ((await port.ring(address, said)) === 'gone')
        await kernel.pools.side.query('delete from ring_address where address_hash = $1', [addressHash])
    }),
  )
  const failed = rung.find((one) => one.status === 'rejected')
  if (failed !== undefined && rung.every(({ status }) => status === 'rejected')) throw failed.reason
}
