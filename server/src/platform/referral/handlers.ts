import { contract } from '@cheyi/contract/index'
import { isPermissionKey, menuOf, type PermissionKey } from '@cheyi/domain/permission'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import type { ReferralSubject } from '@cheyi/domain/platform/pending-work/kinds'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { HOUR } from '@cheyi/domain/time'
import { type Context, found, implement } from '../../kernel/context.ts'
import { notify, takeBack } from '../notify/actions.ts'
import { pendingWorkChanges } from '../pending-work/actions.ts'
import { type Referred, referred, refOf, tellEnd } from './actions.ts'
import * as store from './store.ts'

/** Colleagues who are named and notified. */
const MOST_PEOPLE = 3
/** Requests of one account within an hour. */
const MOST_AN_HOUR = 30

export const referral = implement(contract.referral, {
  async people({ act, subject, subjectId }, ctx) {
    const key = keyOf(act)
    if (subject === undefined || subjectId === undefined)
      return { act: menuOf(key).name, people: await store.holders(ctx, key, ownStores(ctx), MOST_PEOPLE), open: null }
    const about = await recordOf(ctx, subject, subjectId)
    const [people, open] = await Promise.all([
      store.holders(ctx, key, storesOf(about), MOST_PEOPLE),
      store.openOf(ctx, subject, subjectId, key),
    ])
    return { act: menuOf(key).name, people, open: open === undefined ? null : viewOf(ctx, open) }
  },

  async ask({ act, subject, subjectId, note = '' }, ctx) {
    const key = keyOf(act)
    const about = await recordOf(ctx, subject, subjectId)
    const open = await store.openOf(ctx, subject, subjectId, key)
    if (open !== undefined) return viewOf(ctx, open)
    const people = await store.holders(ctx, key, storesOf(about), MOST_PEOPLE)
    if (people.length === 0) throw badInput('act', `没有可办理「${menuOf(key).name}」的同事`)
    if ((await store.madeSince(ctx, ctx.now - HOUR)) >= MOST_AN_HOUR) throw new Refusal('tooFrequent')
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
    if (made !== undefined) {
      pendingWorkChanges(ctx, 'referral', [made])
      notify(ctx, {
        type: notifyType.referral,
        level: notifyLevel.important,
        ref: refOf(subject, subjectId, key),
        title: `请办理「${menuOf(key).name}」`,
        body: [`${ctx.identity.name}：${about.no}`, note].filter(Boolean).join('，'),
        link: about.link,
        to: { accountIds: told },
      })
    }
    return viewOf(ctx, found(await store.openOf(ctx, subject, subjectId, key)))
  },

  async close({ id }, ctx) {
    const row = found(await store.lock(ctx, id))
    const mine = row.createdBy === ctx.accountId
    if (!mine) {
      ctx.require(row.act)
      await recordOf(ctx, row.subject, row.subjectId)
    }
    ctx.audit({ targetType: row.subject, targetId: row.subjectId, after: { action: menuOf(row.act).name } })
    if (row.endedAt !== null) return {}
    store.end(ctx, id)
    pendingWorkChanges(ctx, 'referral', [id])
    takeBack(ctx, refOf(row.subject, row.subjectId, row.act))
    tellEnd(ctx, row, '不办理')
    return {}
  },
})

/** @throws Refusal badInput (-2) */
function keyOf(act: string): PermissionKey {
  if (!isPermissionKey(act)) throw badInput('act', '权限不存在')
  return act
}

/** @throws Refusal notFound (-4) for a record that the caller may not open */
async function recordOf(ctx: Context, subject: ReferralSubject, id: string): Promise<Referred> {
  const [about] = await referred(ctx, subject, [id])
  return found(about)
}

const storesOf = ({ storeId, returnStoreId }: Referred): string[] | null => {
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
