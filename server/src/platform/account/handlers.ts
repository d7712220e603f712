import { contract } from '@cheyi/contract/index'
import { type AccountStatus, type accountStatus, isEnabled, isInvited } from '@cheyi/domain/platform/account/codes'
import { inSight, protectionOf, requireEditable, requireEndable } from '@cheyi/domain/platform/account/rights'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, implement } from '../../kernel/context.ts'
import { buildPage, isFirstPage, totalOf } from '../../kernel/db/paging.ts'
import { mobileHashOf } from '../../kernel/mobile.ts'
import { merchantName } from '../merchant/actions.ts'
import { countUnasked } from '../notify/actions.ts'
import { editorOf, readerOf } from './actions.ts'
import { tellOfPassword } from './notices.ts'
import { worksNoMore } from './own.ts'
import { readSubject, rolesOf } from './people.ts'
import { add, edit } from './save.ts'
import * as store from './store.ts'
import { cardOf, mobileOf } from './view.ts'

export const account = implement(contract.account, {
  async page(input, ctx) {
    const editor = readerOf(ctx)
    const ask = { ...input, ofMobile: await ofMobile(ctx, input.keyword), within: editor.storeIds }
    const [rows, counts, known] = await Promise.all([
      store.page(ctx.db, ask),
      isFirstPage(input) ? store.counts(ctx.db, ask) : null,
      namesOf(ctx),
    ])
    const page = buildPage(rows, input, (row) => [row.id])
    const total =
      counts === null
        ? null
        : input.status === undefined
          ? counts.enabled + counts.disabled + counts.invited
          : counts[nameOf[input.status]]
    return {
      list: page.rows.map((row) => cardOf(ctx, editor, row, known)),
      ...totalOf(total),
      nextCursor: page.nextCursor,
      counts,
    }
  },

  async detail({ id }, ctx) {
    const editor = readerOf(ctx)
    const [{ row, subject }, known, sessions] = await Promise.all([
      readSubject(ctx, id),
      namesOf(ctx),
      store.liveSessions(ctx.query, id),
    ])
    if (!inSight(editor, subject)) throw new Refusal('notFound')
    return {
      ...cardOf(ctx, editor, row, known),
      driverLicenceNo: row.driverLicenceMask,
      sessions: ctx.can('account.edit') && protectionOf(editor, subject) !== 'beyond' ? sessions : null,
    }
  },

  async setStatus({ id, status }, ctx) {
    const editor = await editorOf(ctx, 'account.edit')
    const { row, subject } = await readSubject(ctx, id)
    if (isEnabled(status)) requireEditable(editor, subject)
    else requireEndable(editor, subject)
    if (isInvited(row.status)) throw new Refusal('accountInvited')
    ctx.audit({ targetType: 'account', targetId: id, before: { status: row.status }, after: { status } })
    if (row.status !== status) await store.setStatus(ctx.db, id, status)
    worksNoMore(ctx, id)
    return { id, status }
  },

  add,
  edit,

  async resetPassword({ id }, ctx) {
    const { row } = await requireEnd(ctx, id)
    if (isInvited(row.status)) throw new Refusal('accountInvited')
    ctx.audit({ targetType: 'account', targetId: id })
    if (!(await store.forgetPassword(ctx.query, id))) throw new Refusal('passwordElsewhere')
    const mobile = mobileOf(ctx, row)
    await countUnasked(ctx, 'passwordReset', mobileHashOf(ctx, mobile))
    tellOfPassword(ctx, id)
    const merchant = await merchantName(ctx.db)
    ctx.afterCommit(() => ctx.outside().sms.send({ mobile, template: 'passwordReset', params: { merchant } }))
    return {}
  },

  async remove({ id }, ctx) {
    const { row, roles } = await requireEnd(ctx, id)
    const before = { name: row.name, roles: row.roleIds.map((roleId) => roles.get(roleId)?.name ?? roleId) }
    ctx.audit({ targetType: 'account', targetId: id, before })
    await store.remove(ctx.db, id, ctx.now)
    worksNoMore(ctx, id)
    return {}
  },
})

const nameOf: Readonly<Record<AccountStatus, keyof typeof accountStatus>> = {
  0: 'disabled',
  1: 'enabled',
  2: 'invited',
}

async function requireEnd(ctx: Context, id: string) {
  const editor = await editorOf(ctx, 'account.edit')
  const read = await readSubject(ctx, id)
  requireEndable(editor, read.subject)
  return read
}

async function namesOf(ctx: Context) {
  const [roles, stores] = await Promise.all([rolesOf(ctx), store.stores(ctx.db)])
  return { roles, stores: new Map(stores.map((one) => [one.id, one.name])) }
}

/** Mobile numbers are encrypted, so all of them are decrypted to find those that contain the digits. */
async function ofMobile(ctx: Context, keyword = ''): Promise<string[] | null> {
  if (!/^\d{3,11}$/.test(keyword)) return null
  return (await store.mobiles(ctx.db)).filter((row) => mobileOf(ctx, row).includes(keyword)).map((row) => row.id)
}
