import { menuOf, type PermissionKey } from '@cheyi/domain/permission'
import { accountStatus, storeScope } from '@cheyi/domain/platform/account/codes'
import {
  isAskedFor,
  LONGEST_BODY,
  LONGEST_TITLE,
  MERGE_MINUTES,
  type NotifyLevel,
  type NotifyType,
  notifyLevel,
  notifyWay,
  ringsAt,
  switchOf,
} from '@cheyi/domain/platform/notify/notice'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'

export { registerCustomerWay } from './customer-way.ts'
export { countUnasked } from './limit-texts.ts'
export { clearTexts, forgetTexts, queueText } from './outbox.ts'

export interface Notice {
  readonly type: NotifyType
  readonly level: NotifyLevel
  /** Reference of the subject or occasion, e.g. `order/123`. */
  readonly ref: string
  readonly title: string
  readonly body?: string
  /** The screen that the notice opens: `screen('order.detail', { orderId })`. */
  readonly link?: string
  /**
   * At most one notice for this `ref`, ever. Otherwise a notice with the same type and `ref` is suppressed for ten minutes. One that was
   * withdrawn suppresses none.
   */
  readonly once?: true
  /**
   * An unread notice of the last twelve hours whose `ref` begins with this one's is changed instead of adding another one: to this
   * title, in which {n} is their number, the new body, and this link.
   */
  readonly gathers?: { readonly ref: string; readonly title: string; readonly link: string }
  /** No phone rings for an account that has a notice whose `ref` begins with this: one ring for each occasion and person. */
  readonly ringsOnce?: string
  /** The phones were notified already by a separate text message, so no phone rings for this notice. */
  readonly texted?: true
  /** Named accounts, or all accounts that hold the key and see the store (any store when none is given). */
  readonly to: { readonly accountIds: readonly string[] } | Holders
}

interface Holders {
  readonly key: PermissionKey
  readonly storeIds?: readonly string[]
}

/** SQL: the reference is this one, or one below it. */
const isUnder = (prefix: string): string => `(n.ref = ${prefix} or starts_with(n.ref, rtrim(${prefix}, '/') || '/'))`

/** Window of `once` in minutes: longer than notices are stored. */
const EVER = 2 * 366 * 24 * 60

/**
 * Holders of a key are notified without the actor, who knows already, and without accounts that see only own orders: these are notified
 * only when they are named. A gathered notice gets a new id with each addition, because lists are in the order of ids.
 */
const TELL = `
  with reader as (
    select a.id, coalesce(s.muted, '{}') as muted
      from account a left join notify_switch s on s.merchant_id = a.merchant_id and s.account_id = a.id
     where a.status = ${accountStatus.enabled} and a.deleted_at is null and (a.id = any ($8::bigint[])
       or a.id <> (select actor()) and a.store_scope < ${storeScope.own}
         and a.role_ids && array(select r.id from role r where r.deleted_at is null and $9::int = any (r.menu_ids))
         and (a.store_scope = ${storeScope.all} or $10::bigint[] is null or a.store_ids && $10))
       and (not $12::boolean or $7 = any (coalesce(s.muted, '{}')))
  ), gathered as (
    update notification n set id = nextval('row_id'), created_at = app_now(), gathered = n.gathered + 1, title = replace($15::text, '{n}', (n.gathered + 1)::text), body = $5, link = $16, ref = $17,
        ring_at = case when $2 > ${notifyLevel.normal} then $13::timestamptz else n.ring_at end
      from reader r where $15::text is not null and n.account_id = r.id and n.type = $1 and ${isUnder('$17')} and n.read_at is null
        and n.created_at > (select app_now()) - interval '12 hours'
    returning n.account_id
  ), told as (
    insert into notification (account_id, type, level, ref, title, body, link, once_key, read_at, ring_at)
    select r.id, $1::smallint, $2::smallint, $3::text, $4::text, $5::text, $6::text, $18::text, case when not $12 and $7 = any (r.muted) then app_now() end,
        case when $14::text is null or not exists (select from notification n
          where n.account_id = r.id and n.type = $1 and ${isUnder('$14')}) then $13::timestamptz end
      from reader r
     where r.id <> all (array(select g.account_id from gathered g)) and r.id <> all (array(select n.account_id from notification n where n.type = $1 and n.ref = $3
       and n.withdrawn_at is null and n.created_at > (select app_now()) - $11::int * interval '1 minute'))
    on conflict do nothing
    returning id, account_id, read_at
  )
  insert into event (type, ref, data, account_ids)
  select 'notify', min(id)::text, jsonb_build_object('type', $1::smallint, 'level', $2::smallint, 'title', $4::text), array_agg(account_id)
    from told where read_at is null having count(*) > 0`

/** Notifies staff: a notice in the app, an event for open pages, and their phones according to `phone-notices.ts`. One queued statement. */
export function notify(ctx: Context, notice: Notice): void {
  const { type, level, ref, to } = notice
  const named = 'accountIds' in to
  ctx.queue(TELL, [
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
    notice.texted ? null : at(ringsAt(ctx.now, level)),
    notice.ringsOnce ?? null,
    notice.gathers?.title ?? null,
    notice.gathers?.link ?? null,
    notice.gathers?.ref ?? null,
    notice.once ? ref : null,
  ])
}

const WITHDRAWN = 'read_at = coalesce(read_at, app_now()), ring_at = null, once_key = null, withdrawn_at = app_now()'

/**
 * Withdraws the notices with this `ref` and those below it: unread ones are marked as read, no phone rings for them any more, and what
 * happens again is told again. Queued.
 */
export const takeBack = (ctx: Context, ref: string): void =>
  ctx.queue(`update notification n set ${WITHDRAWN} where ${isUnder('$1::text')} and withdrawn_at is null`, [ref])

/** SQL of a statement that withdraws the notices of the references that another statement returns, in one. */
export const withdrawSql = (returningRef: string): string =>
  `with ended (ref) as (${returningRef}) update notification n set ${WITHDRAWN} from ended e where n.ref = e.ref and n.withdrawn_at is null`
