import type { PermissionKey } from '@cheyi/domain/permission'
import { menuOf } from '@cheyi/domain/permission'
import { accountStatus, storeScope } from '@cheyi/domain/platform/account/codes'
import type { DraftScreen, ReferralSubject } from '@cheyi/domain/platform/pending-work/kinds'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

/** A request with the names of its people. */
export type ReferralRow = Pick<
  Selectable<DB['referral']>,
  | 'id'
  | 'subject'
  | 'subjectId'
  | 'act'
  | 'note'
  | 'createdBy'
  | 'createdAt'
  | 'storeId'
  | 'returnStoreId'
  | 'draft'
  | 'draftScreen'
> & { readonly byName: string; readonly toldNames: string[] }

const OPEN = 'r.ended_at is null and (r.expires_at is null or r.expires_at > app_now())'

export interface Colleague {
  readonly accountId: string
  readonly name: string
  /** Of the role by which they hold the right. */
  readonly roleName: string
}

/** Colleagues who hold the right and see one of the stores (null: any), those on duty, of few stores and of few other rights first. */
export const holders = (
  ctx: Context,
  act: PermissionKey,
  storeIds: readonly string[] | null,
  most: number,
): Promise<Colleague[]> =>
  ctx.query<Colleague>(
    `select a.id as account_id, a.name, r.name as role_name
       from account a cross join lateral (select r.name, cardinality(r.menu_ids) as rights from role r
         where r.id = any (a.role_ids) and r.deleted_at is null and $1 = any (r.menu_ids) order by r.id desc limit 1) r
      where a.status = ${accountStatus.enabled} and a.deleted_at is null and a.id <> actor() and a.store_scope < ${storeScope.own}
        and (a.store_scope = ${storeScope.all} or $2::bigint[] is null or a.store_ids && $2)
      order by a.on_duty desc, a.store_scope = ${storeScope.all}, cardinality(a.store_ids), r.rights, a.id limit $3`,
    [menuOf(act).id, storeIds, most],
  )

const SELECT = `select r.id, r.subject, r.subject_id, r.act, r.note, r.created_by, r.created_at, r.store_id, r.return_store_id, r.draft, r.draft_screen, coalesce(b.name, '') as by_name,
    array(select t.name from account t where t.id = any (r.told_ids) order by array_position(r.told_ids, t.id)) as told_names
  from referral r left join account b on b.id = r.created_by`

export const openOf = (
  ctx: Context,
  subject: ReferralSubject,
  subjectId: string,
  act: PermissionKey,
): Promise<ReferralRow | undefined> =>
  ctx.query.first<ReferralRow>(
    `${SELECT} where r.subject = $1 and r.subject_id = $2 and r.act = $3 and r.ended_at is null`,
    [subject, subjectId, act],
  )

export const openAbout = (ctx: Context, subject: ReferralSubject, subjectId: string): Promise<ReferralRow[]> =>
  ctx.query<ReferralRow>(
    `${SELECT} where r.subject = $1 and r.subject_id = $2 and r.ended_at is null order by r.created_at desc, r.id desc`,
    [subject, subjectId],
  )

export const openByIds = (ctx: Context, ids: readonly string[]): Promise<ReferralRow[]> =>
  ctx.query<ReferralRow>(`${SELECT} where r.id = any ($1::bigint[]) and ${OPEN}`, [ids])

/** Open requests with a form that the caller made or received. */
export const openDrafts = (ctx: Context, ids: readonly string[]): Promise<ReferralRow[]> =>
  ctx.query<ReferralRow>(
    `${SELECT} where r.id = any ($1::bigint[]) and r.draft is not null and ${OPEN} and (r.created_by = actor() or actor() = any (r.told_ids))`,
    [ids],
  )

/** The own open request with a form of this screen. */
export const ownDraft = (ctx: Context, screen: DraftScreen, act: PermissionKey): Promise<ReferralRow | undefined> =>
  ctx.query.first<ReferralRow>(
    `${SELECT} where r.created_by = actor() and r.draft_screen = $1 and r.act = $2 and ${OPEN} order by r.created_at desc limit 1`,
    [screen, act],
  )

/** Requests whose form was not sent in time. */
export const endExpired = (ctx: Context, most: number) =>
  ctx.query<{ id: string }>(
    `update referral set ended_at = app_now(), ended_by = actor(), draft = null
      where id in (select id from referral where expires_at <= app_now() and ended_at is null order by id limit $1) returning id`,
    [most],
  )

/** Number of requests that the caller made since then. */
export async function madeSince(ctx: Context, since: number): Promise<number> {
  const [row] = await ctx.query<{ count: number }>(
    'select count(*)::int as count from referral where created_by = actor() and created_at > $1',
    [at(since)],
  )
  return row!.count
}

/** @returns its id; undefined where another one about the same is open */
export async function insert(ctx: Context, row: Insertable<DB['referral']>): Promise<string | undefined> {
  const [made] = await ctx.db
    .insertInto('referral')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'subject', 'subjectId', 'act']).where('endedAt', 'is', null).doNothing(),
    )
    .returning('id')
    .execute()
  return made?.id
}

export const lock = (ctx: Context, id: string) =>
  ctx.db.selectFrom('referral').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const end = (ctx: Context, id: string): void =>
  ctx.queue(
    ctx.db.updateTable('referral').set({ endedAt: ctx.now, endedBy: ctx.accountId, draft: null }).where('id', '=', id),
  )

/** Ends the open requests about these records for these acts, which the caller has done. */
export const endDone = (
  ctx: Context,
  about: readonly (readonly [ReferralSubject, string])[],
  acts: readonly PermissionKey[],
) =>
  ctx.query<Pick<ReferralRow, 'id' | 'subject' | 'subjectId' | 'act' | 'createdBy'>>(
    `update referral r set ended_at = app_now(), ended_by = actor()
       from unnest($1::text[], $2::bigint[]) t (subject, id)
      where r.subject = t.subject and r.subject_id = t.id and r.act = any ($3) and r.ended_at is null
      returning r.id, r.subject, r.subject_id, r.act, r.created_by`,
    [about.map(([subject]) => subject), about.map(([, id]) => id), acts],
  )

/** Removes the words of requests that ended before an instant. */
export const clear = (ctx: Context, before: number, most: number) =>
  ctx.query(
    `update referral set note = '' where id in (select id from referral where ended_at < $1 and note <> '' order by id limit $2) returning id`,
    [at(before), most],
  )
