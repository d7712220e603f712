import { type AddressWay, notifyWay } from '@cheyi/domain/platform/notify/notice'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import type { RingPort } from '../../kernel/ports.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { ADDRESS } from './address.ts'

/** Who rings so; null: this installation has nobody. */
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
  /** Which merchant the app on that phone is in; null of other ways. */
  readonly merchantId: string | null
}

/**
 * Rings wherever the reader is reached by this way at the moment: each phone that is signed in, or their WeChat. Addresses that lead
 * nowhere any more are forgotten. A link is given where it leads to a page of this merchant.
 * @throws what the vendor fails with, when it failed for every address
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
