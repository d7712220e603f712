import { randomUUID } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { cityName } from '@cheyi/domain/platform/region/regions'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { insertAudit } from '../../kernel/audit.ts'
import type { Context, Db, HandlerOf } from '../../kernel/context.ts'
import { mobileHashOf } from '../../kernel/mobile.ts'
import { insertAccount } from '../account/actions.ts'
import { insertBeginnings, insertMerchant, installationFlag } from '../merchant/actions.ts'
import { insertRoles } from '../role/actions.ts'
import { useCode } from './limit/codes.ts'
import { attempt } from './limit/limits.ts'
import { hashPassword } from './password/password.ts'
import { requireStrong } from './password/passwords.ts'
import { insertUser } from './person.ts'
import { logOf } from './platform-log.ts'
import { askFactor } from './second-factor/actions.ts'
import { actAs, openSession } from './sign-in.ts'

type Register = typeof contract.session.register
type Input = ParsedOf<Register>

/**
 * A merchant registers itself: owner, roles and a first store are created in one transaction. Only the holder of a
 * mobile learns that it is already registered. A repeat with the same idempotency key returns a new token.
 */
export const register: HandlerOf<'session', 'register'> = (input, ctx) =>
  attempt(ctx, mobileHashOf(ctx, input.mobile), () => registerMerchant(input, ctx))

/** @throws Refusal wrongCode (1006), mobileRegistered, passwordWeak, repeatDiffers */
export async function registerMerchant(input: Input, ctx: Context): Promise<OutputOf<Register>> {
  const city = cityName(input.cityCode)
  if (city === null) throw badInput('cityCode', '请选择城市')
  await requireStrong(ctx, input.password, input.mobile)

  const mobileHash = mobileHashOf(ctx, input.mobile)
  const key = ctx.idempotencyKey ?? randomUUID()
  const inputHash = ctx.vaults.platform.index('registration.input', JSON.stringify(Object.entries(input).sort()))
  const first = await claim(ctx.db, mobileHash, key, inputHash)
  if (first !== undefined) {
    if (!first.inputHash.equals(inputHash) || first.userId === null) throw new Refusal('repeatDiffers')
    await actAs(ctx, first.userId)
    // The user may have enabled a second factor meanwhile.
    await askFactor(ctx, { userId: first.userId, source: 'sms' })
    return openSession(ctx, {
      userId: first.userId,
      accountId: first.accountId,
      merchantId: first.merchantId!,
      source: 'sms',
    })
  }

  await useCode(ctx, input.mobile, 'register', input.code)
  const passwordHash = await hashPassword(ctx.vaults.pepper, input.password)
  const userId = await insertUser(ctx, ctx.vaults.platform, { mobile: input.mobile, passwordHash })
  if (userId === null) throw new Refusal('mobileRegistered')
  const approved = await installationFlag(ctx.db, 'autoApproveMerchants')
  const merchantId = await insertMerchant(ctx, {
    name: input.merchantName,
    contactName: input.contactName,
    cityCode: input.cityCode,
    status: approved ? merchantStatus.normal : merchantStatus.reviewing,
  })
  const accountId = await foundMerchant(ctx, { merchantId, userId, city, approved, input })
  await keep(ctx.db, mobileHash, key, { userId, accountId, merchantId })
  await logOf(ctx, userId, `session.register:${merchantId}`, 'ok')
  await actAs(ctx, userId)
  return openSession(ctx, { userId, accountId, merchantId, source: 'sms', provedAt: ctx.now })
}

interface Founding {
  readonly merchantId: string
  readonly userId: string
  readonly city: string
  readonly approved: boolean
  readonly input: Input
}

/** Writes the merchant's first rows: roles, the owner's account, a first store, and the first line of its audit log. */
async function foundMerchant(ctx: Context, { merchantId, userId, city, approved, input }: Founding): Promise<string> {
  const vault = await ctx.vaults.found(merchantId, ctx.query)
  return ctx.inMerchant({ merchantId, accountId: '0', scope: 'all', storeIds: [] }, async () => {
    const roles = await insertRoles(ctx.db)
    const accountId = await insertAccount(ctx, vault, {
      userId,
      mobile: input.mobile,
      parentId: null,
      name: input.contactName,
      roleIds: [roles.B!],
    })
    await insertBeginnings(ctx, { name: `${city}门店`, cityCode: input.cityCode, cityName: city, phone: input.mobile })
    insertAudit({ ...ctx, identity: { ...ctx.identity, name: input.contactName } }, 'session.register', {
      targetType: 'merchant',
      targetId: merchantId,
      after: { name: input.merchantName, city, autoApproved: approved },
    })
    return accountId
  })
}

/**
 * Inserts the row of this registration first, so that a parallel repeat waits for it.
 * @returns the earlier row with this key, when this is a repeat
 */
async function claim(db: Db, mobileHash: Buffer, key: string, inputHash: Buffer) {
  const inserted = await db
    .insertInto('registration')
    .values({ mobileHash, key, inputHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted !== undefined) return undefined
  return db
    .selectFrom('registration')
    .select(['inputHash', 'userId', 'accountId', 'merchantId'])
    .where('mobileHash', '=', mobileHash)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

const keep = (
  db: Db,
  mobileHash: Buffer,
  key: string,
  made: { userId: string; accountId: string; merchantId: string },
) => db.updateTable('registration').set(made).where('mobileHash', '=', mobileHash).where('key', '=', key).execute()
