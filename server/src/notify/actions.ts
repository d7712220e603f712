import { accountStatus, storeScope } from '@cheyi/domain/account/codes'
import { effectiveSettings, type StoredSettings } from '@cheyi/domain/merchant/setting'
import {
  isAskedFor,
  isTexted,
  LONGEST_BODY,
  LONGEST_TITLE,
  MERGE_MINUTES,
  mayBeTexted,
  type NotifyLevel,
  type NotifyType,
  notifyWay,
  switchOf,
  textDueAt,
} from '@cheyi/domain/notify/notice'
import { menuOf, type PermissionKey } from '@cheyi/domain/permission'
import type { Context } from '../kernel/context.ts'
import { queueText } from './outbox.ts'

export { clearTexts, forgetTexts, queueText } from './outbox.ts'
export { countUnasked } from './unasked.ts'

export interface Notice {
  readonly type: NotifyType
  readonly level: NotifyLevel
  /** What it is about, e.g. `order/123`. */
  readonly ref: string
  readonly title: string
  readonly body?: string
  /** The screen that it leads to: `screen('order.detail', { orderId })`. */
  readonly link?: string
  /** Told once and for all: its `ref` names the occasion. Else the same is merged for ten minutes. */
  readonly once?: true
  /** Their phones were told already, by a message of its own. */
  readonly texted?: true
  /** Named accounts, or everybody who holds the key and sees the store (all stores without one). */
  readonly to: { readonly accountIds: readonly string[] } | Holders
}

interface Holders {
  readonly key: PermissionKey
  readonly storeIds?: readonly string[]
}

interface Texted {
  readonly id: string
  readonly accountId: string
  readonly mobileEnc: Buffer | null
  readonly roleIds: string[]
  readonly muted: string[]
  readonly settings: StoredSettings
}

/** Minutes for which notices are kept, and more. */
const EVER = 2 * 366 * 24 * 60

/** Whoever caused it knows already; a person who sees only own orders is told of those alone, by name. */
const TELL = `
  with reader as (
    select a.id, a.mobile_enc, a.role_ids, coalesce(s.muted, '{}') as muted
      from account a left join notify_switch s on s.merchant_id = a.merchant_id and s.account_id = a.id
     where a.status = ${accountStatus.enabled} and a.deleted_at is null and (a.id = any ($8::bigint[])
       or a.id <> (select actor()) and a.store_scope < ${storeScope.own}
         and exists (select from role r where r.id = any (a.role_ids) and r.deleted_at is null and $9::int = any (r.menu_ids))
         and (a.store_scope = ${storeScope.all} or $10::bigint[] is null or a.store_ids && $10))
       and (not $12::boolean or $7 = any (coalesce(s.muted, '{}')))
  ), told as (
    insert into notification (account_id, type, level, ref, title, body, link, read_at)
    select r.id, $1::smallint, $2::smallint, $3::text, $4::text, $5::text, $6::text, case when not $12 and $7 = any (r.muted) then app_now() end
      from reader r
     where not exists (select from notification n where n.account_id = r.id and n.type = $1 and n.ref = $3
       and n.created_at > (select app_now()) - $11::int * interval '1 minute')
    returning id, account_id, type, level, title, read_at
  ), sign as (
    insert into event (type, ref, data, account_ids)
    select 'notify', id::text, jsonb_build_object('notificationId', id::text, 'type', type, 'level', level, 'title', title),
      array[account_id]
      from told where read_at is null
  )
  select t.id, t.account_id, r.mobile_enc, r.role_ids, r.muted, m.settings
    from told t join reader r on r.id = t.account_id join merchant m on m.id = merchant()`

/**
 * Tells staff: a notice in the app, its sign on their screens, and a text message where the
 * merchant's matrix has it and they themselves did not switch it off. One query, queued where nobody can be texted, and
 * one per text message.
 */
export async function notify(ctx: Context, notice: Notice): Promise<void> {
  const { type, level, ref, to } = notice
  const named = 'accountIds' in to
  const values = [
    type,
    level,
    ref,
    notice.title.slice(0, LONGEST_TITLE),
    (notice.body ?? '').slice(0, LONGEST_BODY),
    notice.link ?? '',
    switchOf(type, notifyWay.inApp),
    named ? to.accountIds : [],
    named ? null : menuOf(to.key).id,
    named ? null : (to.storeIds ?? null),
    notice.once ? EVER : MERGE_MINUTES,
    isAskedFor(type, notifyWay.inApp),
  ]
  const { texted: more } = ctx.identity
  if (notice.texted || (more !== null && !mayBeTexted(type, more))) return ctx.queue(TELL, values)
  const texted = await ctx.query<Texted>(TELL, values)
  for (const reader of texted) {
    const matrix = effectiveSettings(reader.settings).notify
    if (reader.muted.includes(switchOf(type, notifyWay.sms)) || !isTexted(type, matrix, reader.roleIds)) continue
    if (reader.mobileEnc !== null) text(ctx, notice, reader.id, reader.accountId, reader.mobileEnc)
  }
}

/** What was told under references that begin so is over: notices that nobody has read yet count as read. Queued. */
export const takeBack = (ctx: Context, ref: string): void =>
  ctx.queue('update notification set read_at = app_now() where starts_with(ref, $1) and read_at is null', [ref])

/** Puts the text message of a notice into the outbox, due when a phone may ring. */
function text(ctx: Context, notice: Notice, id: string, accountId: string, sealed: Buffer): void {
  queueText(ctx, {
    id,
    kind: 'staff',
    dedupe: id,
    mobile: ctx.vault.open('account.mobile', accountId, sealed),
    body: [notice.title, notice.body].filter(Boolean).join('：'),
    dueAt: textDueAt(ctx.now, notice.level),
  })
}
