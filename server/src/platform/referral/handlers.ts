import { contract } from '@cheyi/contract/index'
import { isPermissionKey, menuOf, type PermissionKey } from '@cheyi/domain/permission'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import type { ReferralSubject } from '@cheyi/domain/platform/pending-work/kinds'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY, HOUR } from '@cheyi/domain/time'
import { type Context, implement, newId, requireFound } from '../../kernel/context.ts'
import { notify, takeBack } from '../notify/actions.ts'
import { pendingWorkChanges } from '../pending-work/actions.ts'
import { type Referred, referredSubjects, refOf, tellEnd } from './actions.ts'
import { draftFrom, linkOf, openDraft, seal } from './draft.ts'
import * as store from './store.ts'

/** Colleagues who are named and notified. */
const MOST_PEOPLE = 3
/** Requests of one account within an hour. */
const MOST_AN_HOUR = 30

export const referral = implement(contract.referral, {
  async people({ act, subject, subjectId, screen }, ctx) {
    const key = keyOf(act)
    if (subject === undefined || subjectId === undefined) {
      const [people, open] = await Promise.all([
        store.holders(ctx, key, ownStores(ctx), MOST_PEOPLE),
        screen && store.ownDraft(ctx, screen, key),
      ])
      return { act: menuOf(key).name, people, open: open ? viewOf(ctx, open) : null }
    }
    const about = await recordOf(ctx, subject, subjectId)
    const [people, open] = await Promise.all([
      store.holders(ctx, key, storesOf(about), MOST_PEOPLE),
      store.openOf(ctx, subject, subjectId, key),
    ])
    return { act: menuOf(key).name, people, open: open === undefined ? null : viewOf(ctx, open) }
  },

  async ofRecord({ subject, subjectId }, ctx) {
    const [rows] = await Promise.all([store.openAbout(ctx, subject, subjectId), recordOf(ctx, subject, subjectId)])
    return rows.map((row) => ({ ...viewOf(ctx, row), act: menuOf(row.act).name }))
  },

  async ask({ act, subject, subjectId, note = '' }, ctx) {
    const key = keyOf(act)
    const about = await recordOf(ctx, subject, subjectId)
    const open = await store.openOf(ctx, subject, subjectId, key)
    if (open !== undefined) return viewOf(ctx, open)
    const people = await store.holders(ctx, key, storesOf(about), MOST_PEOPLE)
    if (people.length === 0) throw badInput('act', `没有可办理「${menuOf(key).name}」的同事`)
    await refuseMany(ctx)
    const told = people.map(({ accountId }) => accountId)
    const storeId = about.storeId ?? '0'
    const made = await store.insert(ctx, {
      subject,
      subjectId,
      act: key,
      note,
      toldIds: told,
      storeId,
      returnStoreId: about.returnStoreId ?? storeId,
    })
    ctx.audit({ targetType: subject, targetId: subjectId, after: { action: menuOf(key).name } })
    if (made !== undefined) tell(ctx, { ...about, id: made, subject, subjectId, act: key, note, told })
    return viewOf(ctx, requireFound(await store.openOf(ctx, subject, subjectId, key)))
  },

  async askDraft({ act, screen, draft, note = '' }, ctx) {
    const key = keyOf(act)
    const { form, about } = await draftFrom(ctx, screen, draft)
    // A later request for the same form replaces the own earlier one.
    const before = await store.ownDraft(ctx, screen, key)
    const [colleague] = await store.holders(ctx, key, storesOf(about), 1)
    if (colleague === undefined) throw badInput('act', `没有可办理「${menuOf(key).name}」的同事`)
    await refuseMany(ctx)
    if (before !== undefined) take(ctx, before)
    const id = await newId(ctx)
    const told = [colleague.accountId]
    const storeId = about.storeId ?? '0'
    await store.insert(ctx, {
      id,
      subject: 'draft',
      subjectId: id,
      act: key,
      note,
      toldIds: told,
      storeId,
      returnStoreId: about.returnStoreId ?? storeId,
      draft: seal(ctx, id, { form, no: about.no }),
      draftScreen: screen,
      expiresAt: ctx.now + DAY,
    })
    ctx.audit({ targetType: 'referral', targetId: id, after: { action: menuOf(key).name } })
    tell(ctx, { id, subject: 'draft', subjectId: id, act: key, note, told, no: about.no, link: linkOf(screen, id) })
    return viewOf(ctx, requireFound(await store.ownDraft(ctx, screen, key)))
  },

  async draft({ id }, ctx) {
    const row = requireFound((await store.openDrafts(ctx, [id]))[0])
    return {
      screen: row.draftScreen!,
      draft: JSON.stringify(openDraft(ctx, row).form),
      act: menuOf(row.act).name,
      byName: row.byName,
      note: row.note,
      mine: row.createdBy === ctx.accountId,
    }
  },

  async close({ id, done = false }, ctx) {
    const row = requireFound(await store.lock(ctx, id))
    const mine = row.createdBy === ctx.accountId
    if (!mine) {
      ctx.require(row.act)
      await recordOf(ctx, row.subject, row.subjectId)
    }
    ctx.audit({ targetType: row.subject, targetId: row.subjectId, after: { action: menuOf(row.act).name } })
    if (row.endedAt !== null) return {}
    take(ctx, row)
    tellEnd(ctx, row, done && row.subject === 'draft' ? '已办理' : '不办理')
    return {}
  },
})

/** @throws Refusal tooFrequent (-7) */
async function refuseMany(ctx: Context): Promise<void> {
  if ((await store.madeSince(ctx, ctx.now - HOUR)) >= MOST_AN_HOUR) throw new Refusal('tooFrequent')
}

type Asked = Pick<store.ReferralRow, 'id' | 'subject' | 'subjectId' | 'act' | 'note'> &
  Pick<Referred, 'no' | 'link'> & { readonly told: readonly string[] }

/** The request is pending work from now on, and the colleagues are notified. */
function tell(ctx: Context, { id, subject, subjectId, act, note, told, no, link }: Asked): void {
  pendingWorkChanges(ctx, 'referral', [id])
  notify(ctx, {
    type: notifyType.referral,
    level: notifyLevel.important,
    ref: refOf(subject, subjectId, act),
    title: `请办理「${menuOf(act).name}」`,
    body: [`${ctx.identity.name}：${no}`, note].filter(Boolean).join('，'),
    link,
    to: { accountIds: told },
  })
}

/** The request is pending work no longer. */
function take(
  ctx: Context,
  { id, subject, subjectId, act }: Pick<Asked, 'id' | 'subject' | 'subjectId' | 'act'>,
): void {
  store.end(ctx, id)
  pendingWorkChanges(ctx, 'referral', [id])
  takeBack(ctx, refOf(subject, subjectId, act))
}

/** @throws Refusal badInput (-2) */
function keyOf(act: string): PermissionKey {
  if (!isPermissionKey(act)) throw badInput('act', '权限不存在')
  return act
}

/** @throws Refusal notFound (-4) for a record that the caller may not open */
async function recordOf(ctx: Context, subject: ReferralSubject, id: string): Promise<Referred> {
  const [about] = await referredSubjects(ctx, subject, [id])
  return requireFound(about)
}

const storesOf = ({ storeId, returnStoreId }: Pick<Referred, 'storeId' | 'returnStoreId'>): string[] | null => {
  const ids = [storeId, returnStoreId].flatMap((one) => one ?? [])
  return ids.length === 0 ? null : ids
}

const ownStores = ({ identity }: Context): readonly string[] | null =>
  identity.scope === 'all' ? null : identity.storeIds

const viewOf = (ctx: Context, row: store.ReferralRow) => ({
  id: row.id,
  byName: row.byName,
  mine: row.createdBy === ctx.accountId,
  toldNames: row.toldNames,
  at: row.createdAt,
})
