import { accountStatus } from '@cheyi/domain/platform/account/codes'
import { effectiveSettings, type StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import {
  type NotifyType,
  notifyWay,
  type RingWay,
  ringsFor,
  ringWays,
  switchOf,
} from '@cheyi/domain/platform/notify/notice'
import { at } from '../../kernel/db/instant.ts'
import { asMerchant } from '../../kernel/enter.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { workOnDue } from './each-merchant.ts'
import { queueText } from './outbox.ts'

/*
 * Makes phones ring for notices. The ways are decided when the notice is due, from the merchant's matrix, the reader's own switches, and
 * the addresses known at that time. A notice that was read meanwhile does not ring. The notice is marked in the transaction that writes the
 * outbox, so that two processes never ring twice.
 */

const BATCH = 200

interface Due {
  readonly id: string
  readonly type: NotifyType
  readonly title: string
  readonly body: string
  readonly accountId: string
  readonly roleIds: string[]
  readonly muted: string[]
  readonly mobileEnc: Buffer | null
  /** Ways other than text messages by which the reader is reached. */
  readonly reached: RingWay[]
  readonly settings: StoredSettings
}

const TAKE = `
  with due as (
    update notification set ring_at = null where id = any ($1) and ring_at <= $2
    returning id, account_id, type, title, body, read_at, created_at
  ), ways as (select * from reachable((select array_agg(account_id) from due)))
  select d.id, d.type, d.title, d.body, d.account_id, a.role_ids, a.mobile_enc, coalesce(s.muted, '{}') as muted, m.settings,
      coalesce((select array_agg(r.way) from ways r where r.account_id = d.account_id), '{}') as reached
    from due d join account a on a.id = d.account_id
      left join notify_switch s on s.account_id = a.id
      join merchant m on m.id = merchant()
   where (d.read_at is null or d.read_at <= d.created_at) and a.status = ${accountStatus.enabled} and a.deleted_at is null`

/** Writes due rings into the outbox. @returns the number of messages */
export const queuePhoneNotices = (kernel: Kernel): Promise<number> =>
  workOnDue(kernel, { name: 'rings', due: 'rings_due', most: BATCH, together: BATCH }, (merchantId, ids) =>
    queueNoticesOfMerchant(kernel, merchantId, ids),
  )

async function queueNoticesOfMerchant(kernel: Kernel, merchantId: string, ids: readonly string[]): Promise<number> {
  const vault = await kernel.vaults.merchant(merchantId)
  const now = kernel.clock.now()
  return asMerchant(kernel, merchantId, async ({ query, queue }) => {
    const messages = (await query<Due>(TAKE, [ids, at(now)])).flatMap((notice) =>
      waysOf(notice).map((way) => ({ notice, way })),
    )
    const texts = messages.filter(({ way }) => way === notifyWay.sms)
    const rings = messages.filter(({ way }) => way !== notifyWay.sms)
    for (const { notice } of texts)
      queueText(
        { vault, queue, now },
        {
          id: notice.id,
          kind: 'staff',
          dedupe: notice.id,
          mobile: vault.open('account.mobile', notice.accountId, notice.mobileEnc!),
          body: [notice.title, notice.body].filter(Boolean).join('：'),
          dueAt: now,
        },
      )
    if (rings.length > 0)
      queue(
        `insert into outbox (kind, way, notice_id, dedupe, body, due_at)
         select 'staff', r.way, r.id, r.id || '/' || r.way, '', $3 from unnest($1::bigint[], $2::smallint[]) r (id, way)
         on conflict do nothing`,
        [rings.map(({ notice }) => notice.id), rings.map(({ way }) => way), at(now)],
      )
    return messages.length
  })
}

/** Ways for this reader: an address exists, and neither the reader nor the merchant switched the way off. */
function waysOf({ type, roleIds, muted, mobileEnc, reached, settings }: Due): RingWay[] {
  const matrix = effectiveSettings(settings).notify
  return ringWays.filter(
    (way) =>
      (way === notifyWay.sms ? mobileEnc !== null : reached.includes(way)) &&
      !muted.includes(switchOf(type, way)) &&
      ringsFor(type, way, matrix, roleIds),
  )
}
