import { advance } from '@cheyi/domain/advance'
import { termsText } from '@cheyi/domain/insight/owner/agreement'
import {
  isShownToOwner,
  ownerStatementState,
  ownerStatementStates,
  ownerStatementSteps,
} from '@cheyi/domain/insight/owner/codes'
import { maskPhone } from '@cheyi/domain/mask'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { DAY, localDate } from '@cheyi/domain/time'
import { insertAudit } from '../../kernel/audit.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { screen } from '../../kernel/screen.ts'
import {
  newCustomerLink,
  openLink,
  openOwnerWithPass,
  revokeLinks,
  sendPassCode,
  takePass,
  textLink,
} from '../../platform/customer-link/actions.ts'
import { notify } from '../../platform/notify/actions.ts'
import { confirmStatement, lockStatement } from './steps.ts'
import * as store from './store.ts'
import { fullStatements } from './view.ts'

/*
 * The own page of an owner, by a link and the code of a text message: the cars, their agreements and the statements that were sent. Every
 * query names the owner of the link. There is nothing of customers on it.
 */

const PURPOSE = 'owner'
const LIFE = 30 * DAY
const SHOWN = 12

const endLinks = (ctx: Context, ownerId: string) => revokeLinks(ctx.db, PURPOSE, { refId: ownerId }, ctx.now)

/** A new link ends the earlier ones. @throws Refusal notFound (-4), textsExhausted (1039), smsFailed (5405) */
export const link: HandlerOf<'owner', 'link'> = async ({ ownerId, way }, ctx) => {
  const { phoneEnc } = requireFound(await store.lock(ctx, ownerId))
  await endLinks(ctx, ownerId)
  const phone = ctx.vault.open('car_owner.phone', ownerId, phoneEnc)
  const made = await newCustomerLink(ctx, { purpose: PURPOSE, ownerId, refId: ownerId, way, phone, life: LIFE })
  const url = publicUrl(ctx.config, screen('owner.own', { t: made.token }))
  const bySms = way === signWay.sms
  const answer = { url, expireAt: made.expireAt, sentTo: bySms ? maskPhone(phone) : null }
  ctx.audit({ targetType: 'carOwner', targetId: ownerId, after: { ownerLink: way } })
  const what = `请在此查看车辆和每月结算单：${url} ，打开后用本机验证码验证。`
  if (bySms) await textLink(ctx, made, { mobile: phone, what, answer })
  return answer
}

export const revokeLink: HandlerOf<'owner', 'revokeLink'> = async ({ ownerId }, ctx) => {
  requireFound(await store.byId(ctx, ownerId))
  const ended = await endLinks(ctx, ownerId)
  ctx.audit({ targetType: 'carOwner', targetId: ownerId, after: { endedLinks: ended } })
  return {}
}

export const door: HandlerOf<'owner', 'door'> = async ({ t }, ctx) => {
  const opened = await openLink(ctx, t, PURPOSE)
  const shop = await opened.within((inside) => store.headOffice(inside))
  return { ...shop, phoneTail: opened.phoneMask.slice(-4), expireAt: opened.expireAt }
}

export const otp: HandlerOf<'owner', 'otp'> = ({ t }, ctx) => sendPassCode(ctx, t, PURPOSE)

export const enter: HandlerOf<'owner', 'enter'> = ({ t, smsCode }, ctx) => takePass(ctx, t, PURPOSE, smsCode)

/** Runs `work` with all rows of the merchant, for the owner of the link only. */
async function ofOwner<T>(
  ctx: Context,
  t: string,
  work: (inside: Context, ownerId: string, expireAt: number) => Promise<T>,
) {
  const { within, ownerId, expireAt } = await openOwnerWithPass(ctx, t)
  return within((inside) => inside.elevated(() => work(inside, ownerId, expireAt)))
}

export const own: HandlerOf<'owner', 'own'> = ({ t }, ctx) =>
  ofOwner(ctx, t, async (inside, ownerId, expireAt) => {
    const [owner, agreements, rows, shop] = await Promise.all([
      store.byId(inside, ownerId),
      store.agreements(inside, { ownerId, from: localDate(ctx.now) }),
      store.statementsOf(inside, ownerId, SHOWN, true),
      store.headOffice(inside),
    ])
    return {
      shop,
      name: requireFound(owner).name,
      expireAt,
      cars: agreements.map((one) => ({
        plate: one.plate,
        modelName: one.modelName,
        from: one.fromOn,
        to: one.toOn,
        terms: termsText(one),
      })),
      statements: await fullStatements(inside, rows),
    }
  })

/** @throws Refusal linkExpired (5301) for a statement of another owner or a draft, ownerStatementRefuses (8301) */
export const answer: HandlerOf<'owner', 'answer'> = ({ t, statementId, objection }, ctx) =>
  ofOwner(ctx, t, async (inside, ownerId) => {
    const known = await store.statement(inside, statementId)
    if (known === undefined || known.ownerId !== ownerId || !isShownToOwner(known.state))
      throw new Refusal('linkExpired')
    const row = await lockStatement(inside, statementId)
    const wanted = objection === undefined ? ownerStatementState.confirmed : ownerStatementState.objected
    // A phone sends the request again when the response was lost; the repetition returns the same result.
    if (row.state === wanted && (objection === undefined ? row.byLink : row.objection === objection))
      return { state: row.state }
    if (objection === undefined) await confirmStatement(inside, row, { signedIds: [], byLink: true })
    else
      store.setStatement(inside, row, {
        state: advance(ownerStatementSteps, 'object', row.state),
        objection,
      })
    const month = row.month.slice(0, 7)
    insertAudit(inside, 'owner.answer', {
      targetType: 'ownerStatement',
      targetId: row.id,
      before: { state: row.state },
      after: { state: wanted, month, ...(objection !== undefined && { reason: objection }) },
    })
    const { name } = requireFound(await store.byId(inside, ownerId))
    notify(inside, {
      type: notifyType.money,
      level: objection === undefined ? notifyLevel.normal : notifyLevel.important,
      ref: `ownerStatement/${row.id}/${row.version}`,
      title: `${name} ${month} 结算单${ownerStatementStates.text(wanted)}`,
      body: objection ?? '车主已在链接中确认，请按期付款',
      link: screen('owner.statement', { statementId: row.id }),
      to: { key: 'finance.reconcile' },
    })
    return { state: wanted }
  })
