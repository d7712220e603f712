import { randomBytes, randomInt } from 'node:crypto'
import { sources } from '@cheyi/domain/booking/order/codes'
import { badInput } from '@cheyi/domain/refusal'
import { isWidened, KEY_OVERLAP, MOST_KEYS, secretPrefix } from '@cheyi/domain/sales/channel/open-key'
import { isConnected } from '@cheyi/domain/sales/channel/steps'
import { type Context, type HandlerOf, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { secondPerson } from '../../platform/approval/actions.ts'
import { OLD_SECRET_PLACE, SECRET_PLACE } from './secret.ts'
import * as store from './store.ts'
import * as keys from './store-keys.ts'

/*
 * 接口密钥: created by one person and approved by a second, shown once, replaced with a period in which both keys are
 * valid.
 */

/** Path prefix of the open API. */
export const OPEN_BASE = '/open/v1'

const letters = '0123456789abcdefghijklmnopqrstuvwxyz'
const APP_KEY = 24
const newAppKey = (): string => Array.from({ length: APP_KEY }, () => letters[randomInt(letters.length)]).join('')
/** 32 bytes, with a prefix that identifies it: a key found in a log can be recognised and revoked. */
const newSecret = (test: boolean): string => `${secretPrefix(test)}${randomBytes(32).toString('base64url')}`

export const keyPage: HandlerOf<'channel', 'keys'> = async ({ source }, ctx) => ({
  address: publicUrl(ctx.config, OPEN_BASE),
  keys: await keys.ofChannel(ctx, source),
})

export const keyCreate: HandlerOf<'channel', 'keyCreate'> = async ({ source, test, ...terms }, ctx) => {
  const row = await store.lock(ctx, source)
  if (!isConnected(row.status)) throw badInput('source', '请先申请开通该渠道')
  if ((await keys.live(ctx, source)) >= MOST_KEYS)
    throw badInput('name', `每个渠道最多${MOST_KEYS}个密钥，请先吊销不用的密钥`)
  await secondPerson(ctx, 'channelKey', {
    channel: sources.text(source),
    what: `新建接口密钥「${terms.name}」`,
    // A test key changes nothing, but reads the stock and the prices of the merchant.
    wider: true,
  })
  const keyId = await newId(ctx)
  const made = { keyId, appKey: newAppKey(), secret: null }
  const secret = newSecret(test)
  await keys.insert(ctx, { id: keyId, source, test, appKey: made.appKey, ...sealSecret(ctx, keyId, secret), ...terms })
  ctx.audit({
    targetType: 'channelKey',
    targetId: keyId,
    after: { ...auditFieldsOf({ ...terms, enabled: true }), ...(test && { test }) },
  })
  return answerSecretOnce(ctx, made, secret)
}

/** Issues another secret; the previous one is valid for another week, so that the platform can change over without an interruption. */
export const keyRotate: HandlerOf<'channel', 'keyRotate'> = async ({ keyId, version }, ctx) => {
  const key = await lockLive(ctx, keyId)
  requireVersion(version, key.version)
  await secondPerson(ctx, 'channelKey', {
    channel: sources.text(key.source),
    what: `轮换接口密钥「${key.name}」`,
    wider: true,
  })
  const secret = newSecret(key.test)
  await keys.update(ctx, key, {
    ...sealSecret(ctx, keyId, secret),
    oldSecretEnc: ctx.vault.seal(OLD_SECRET_PLACE, keyId, ctx.vault.open(SECRET_PLACE, keyId, key.secretEnc)),
    oldUntil: ctx.now + KEY_OVERLAP,
  })
  ctx.audit({ targetType: 'channelKey', targetId: keyId, after: { name: key.name, secretRenewed: true } })
  return answerSecretOnce(ctx, { keyId, appKey: key.appKey, secret: null }, secret)
}

/** Only a change that widens the key needs the approval of a second person; narrowing it or switching it off takes effect at once. */
export const keySave: HandlerOf<'channel', 'keySave'> = async ({ keyId, version, ...terms }, ctx) => {
  const key = await lockLive(ctx, keyId)
  requireVersion(version, key.version)
  await secondPerson(ctx, 'channelKey', {
    channel: sources.text(key.source),
    what: !key.enabled && terms.enabled ? `重新启用接口密钥「${key.name}」` : `放宽接口密钥「${key.name}」的权限或来源`,
    wider: isWidened(key, terms),
  })
  ctx.audit({ targetType: 'channelKey', targetId: keyId, ...changesOf(auditFieldsOf(key), auditFieldsOf(terms)) })
  return { version: await keys.update(ctx, key, terms) }
}

/** Takes effect at once and permanently: no request that begins from now on is accepted. */
export const keyRevoke: HandlerOf<'channel', 'keyRevoke'> = async ({ keyId }, ctx) => {
  const key = requireFound(await keys.lock(ctx, keyId))
  if (key.revokedAt !== null) return {}
  await keys.update(ctx, key, { revokedAt: ctx.now, oldSecretEnc: null, oldUntil: null })
  ctx.audit({ targetType: 'channelKey', targetId: keyId, after: { name: key.name, keyRevoked: true } })
  return {}
}

/** @throws Refusal notFound (-4) for an unknown or revoked key */
async function lockLive(ctx: Context, keyId: string): Promise<keys.KeyRow> {
  const key = requireFound(await keys.lock(ctx, keyId))
  return requireFound(key.revokedAt === null ? key : null)
}

const sealSecret = (ctx: Context, keyId: string, secret: string) => ({
  secretEnc: ctx.vault.seal(SECRET_PLACE, keyId, secret),
  secretTail: secret.slice(-4),
})

/** Only the answer contains the secret: the answer stored for a repeated request does not. */
function answerSecretOnce<T extends { readonly secret: string | null }>(ctx: Context, made: T, secret: string): T {
  ctx.answerAfterCommit(async () => ({ ...made, secret }))
  return made
}

/** The fields of a key for the audit log, without the secret. */
const auditFieldsOf = ({ name, scopes, ips, enabled }: Pick<keys.KeyRow, 'name' | 'scopes' | 'ips' | 'enabled'>) => ({
  name,
  openScopes: [...scopes],
  openIps: [...ips],
  enabled,
})
