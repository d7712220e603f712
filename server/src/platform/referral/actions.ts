import type { ReferralTodo } from '@cheyi/contract/platform/referral'
import { menuOf, type PermissionKey } from '@cheyi/domain/permission'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { ALWAYS, type ReferralSubject, referredRecords, waiting } from '@cheyi/domain/platform/pending-work/kinds'
import { written } from '../../kernel/call/written.ts'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { notify, takeBack } from '../notify/actions.ts'
import { pendingWorkChanges, registerPendingWork, type WaitingOf } from '../pending-work/actions.ts'
import { draftsFound } from './draft.ts'
import * as store from './store.ts'

export { draftsOf, parseDraft } from './draft.ts'

/*
 * Requests to colleagues for an act that the requester may not do. An open one is pending work of all who hold the right at the stores
 * of its record. It ends when one of them has done the act, when it is taken back, or when it is declined.
 */

/** A record about which a colleague can be asked. */
export interface Referred {
  readonly id: string
  readonly storeId: string | null
  readonly returnStoreId: string | null
  /** Number or plate, without personal data. */
  readonly no: string
  readonly title: string
  readonly link: string
}
type Finds = (ctx: Context, ids: readonly string[]) => Promise<readonly Referred[]>

const finders = new Map<ReferralSubject, Finds>([['draft', draftsFound]])

/** Registers how records of a kind are found, without those that the caller may not open. */
export function referralsAbout(subject: ReferralSubject, finds: Finds): void {
  finders.set(subject, finds)
}

export const referredSubjects = (ctx: Context, subject: ReferralSubject, ids: readonly string[]) =>
  ids.length === 0 ? [] : finders.get(subject)!(ctx, ids)

/** Prefix of the references of its notices. */
export const refOf = (subject: ReferralSubject, id: string, act: PermissionKey): string =>
  `referral/${subject}/${id}/${act}`

/** Pending requests with these ids, for the list of the day. */
export async function referralsListed(ctx: Context, ids: readonly string[]): Promise<ReferralTodo[]> {
  if (ids.length === 0) return []
  const rows = await store.openByIds(ctx, ids)
  const found = await Promise.all(
    [...finders.keys()].map(async (subject) => {
      const about = rows.flatMap((row) => (row.subject === subject ? [row.subjectId] : []))
      return [subject, new Map((await referredSubjects(ctx, subject, about)).map((one) => [one.id, one]))] as const
    }),
  )
  const bySubject = new Map(found)
  return rows.flatMap((row) => {
    const about = bySubject.get(row.subject)?.get(row.subjectId)
    if (about === undefined) return []
    return [
      {
        kind: 'referral' as const,
        at: row.createdAt,
        referralId: row.id,
        act: menuOf(row.act).name,
        title: about.title,
        byName: row.byName,
        note: row.note,
        link: about.link,
      },
    ]
  })
}

/** Ends requests whose form was not sent in time, and removes the words of those that ended before an instant. */
export async function clearReferrals(ctx: Context, before: number, most: number): Promise<number> {
  pendingWorkChanges(
    ctx,
    'referral',
    (await store.endExpired(ctx, most)).map(({ id }) => id),
  )
  return (await store.clear(ctx, before, most)).length
}

/** The records that a write was about: a record that it creates has no requests. */
function aboutOf(input: unknown): (readonly [ReferralSubject, string])[] {
  const given = input as Readonly<Record<string, unknown>> | null
  return referredRecords.flatMap((subject) => {
    const id = given?.[`${subject}Id`]
    return typeof id === 'string' ? [[subject, id] as const] : []
  })
}

/** A write ends the requests for its permissions about its record, and the requesters are told. */
written.tell = (ctx, input) => {
  const { permission } = ctx.call
  if (ctx.accountId === '0' || typeof permission === 'string') return
  const acts = [...permission.filter((key) => ctx.can(key)), ...ctx.required]
  const about = aboutOf(input)
  if (acts.length > 0 && about.length > 0) endReferrals(ctx, acts, about)
}

/** Ends the open requests for acts about records, which the caller has done, and notifies the requesters. */
export function endReferrals(
  ctx: Context,
  acts: readonly PermissionKey[],
  about: readonly (readonly [ReferralSubject, string])[],
): void {
  pendingWorkChanges(ctx, 'referral', async () => {
    const done = await store.endDone(ctx, about, acts)
    for (const { subject, subjectId, act, createdBy } of done) {
      takeBack(ctx, refOf(subject, subjectId, act))
      tellEnd(ctx, { subject, subjectId, act, createdBy }, '已办理')
    }
    return done.map(({ id }) => id)
  })
}

/** Tells the requester how it ended. */
export function tellEnd(
  ctx: Context,
  { subject, subjectId, act, createdBy }: Pick<store.ReferralRow, 'subject' | 'subjectId' | 'act' | 'createdBy'>,
  how: '已办理' | '不办理',
): void {
  if (createdBy === ctx.accountId) return
  notify(ctx, {
    type: notifyType.referral,
    level: notifyLevel.important,
    ref: `referralEnd/${subject}/${subjectId}/${act}`,
    title: `${ctx.identity.name}${how}「${menuOf(act).name}」`,
    to: { accountIds: [createdBy] },
  })
}

type FactsRow = Pick<WaitingOf, 'subjectId' | 'storeId' | 'returnStoreId' | 'createdBy' | 'assigneeId'> & {
  readonly act: PermissionKey
  readonly createdAt: number
}

registerPendingWork('referral', {
  async finds({ query }, ids) {
    const rows = await query<FactsRow>(
      sql<FactsRow>`select r.id as subject_id, r.store_id, r.return_store_id, r.created_by, r.act, r.created_at,
           case when r.subject = 'draft' then r.told_ids[1] end as assignee_id
         from referral r where r.id = any ($1::bigint[]) and r.ended_at is null`,
      [ids],
    )
    return rows.map(({ act, createdAt, ...row }) => ({
      ...waiting('referral', { listedFrom: ALWAYS, dueAt: createdAt, exceptId: row.createdBy }),
      ...row,
      orderKind: menuOf(act).id,
    }))
  },
  table: 'referral',
  candidates: sql`select r.id from referral r where r.ended_at is null`,
  counters: {},
})
