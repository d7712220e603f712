import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { badInput } from '@cheyi/domain/refusal'
import { type Context, newId, requireFound, requireVersion } from '../../../kernel/context.ts'
import { canBeTold, type PayAccount, providerNameOf } from '../../../kernel/pay-port.ts'
import { holdsInSight } from '../../../platform/store/actions.ts'
import { APP_SECRET_PLACE, accountOf, KEY_PLACE, SECRET_PLACE } from './account.ts'
import { answerOrNone } from './channel.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.payment.saveChannel>

/** The merchant's contracts for the visible stores; secrets are not returned. */
export async function channels(_: unknown, ctx: Context): Promise<OutputOf<typeof contract.payment.channels>> {
  const rows = (await store.channels(ctx.db)).filter(({ storeId }) => holdsInSight(ctx, storeId))
  return {
    list: rows.map((row) => {
      const { secret, appSecret } = accountOf(ctx, row)
      return {
        ...row,
        secretTail: secret.slice(-4) || null,
        appSecretTail: appSecret.slice(-4) || null,
        certificates: row.certificates.map(({ serial, from, to }) => ({ serial, from, to, ended: to < ctx.now })),
      }
    }),
    simulated: ctx.config.simulators !== 'off',
    ready: canBeTold(ctx.config),
  }
}

/**
 * Saves a contract. Secrets are write-only; omitted ones stay unchanged.
 * @throws Refusal badInput (-2) for invalid keys, or a second contract for the same store and method; stale (-5), notFound (-4)
 */
export async function saveChannel({ id, storeId, version, ...input }: Input, ctx: Context) {
  const before = id === undefined ? undefined : requireFound(await store.lockChannel(ctx.db, id))
  if (before !== undefined) {
    requireVersion(version, before.version)
    if (before.payWay !== input.payWay || before.storeId !== (storeId ?? null))
      throw badInput('payWay', '支付渠道和门店不能修改，请添加商户号')
  }
  if (storeId !== undefined) requireFound(await store.storeById(ctx.db, storeId))
  const rowId = before?.id ?? (await newId(ctx))
  const { privateKey, secret, appSecret, payWay: way, ...rest } = input
  const account = accountWith(ctx, before, input)
  if (way === payWay.wechat && (rest.keySerial === '' || rest.providerKeyId === ''))
    throw badInput(rest.keySerial === '' ? 'keySerial' : 'providerKeyId', '微信支付须填写证书序列号和平台公钥ID')
  const inspected = ctx.outside().pay.inspect(account)
  if ('field' in inspected) throw badInput(inspected.field, inspected.words)

  // The stored certificates belong to the former merchant number; after a change they are downloaded again at once.
  const foreign =
    before !== undefined && (before.merchantNo !== rest.merchantNo || before.providerKeyId !== rest.providerKeyId)
  const kept = {
    ...rest,
    ...(way === payWay.wechat ? { certificatesAskAt: ctx.now, certificatesAskedAt: null } : {}),
    ...(foreign ? { certificates: [], certificatesAt: null, certificatesFault: '' } : {}),
    fingerprint: inspected.fingerprint,
    ...(privateKey ? { keyEnc: ctx.vault.seal(KEY_PLACE, rowId, privateKey) } : {}),
    ...(secret ? { secretEnc: ctx.vault.seal(SECRET_PLACE, rowId, secret) } : {}),
    ...(appSecret ? { appSecretEnc: ctx.vault.seal(APP_SECRET_PLACE, rowId, appSecret) } : {}),
  }
  const saved =
    before === undefined
      ? await store.insertChannel(ctx.db, {
          ...kept,
          id: rowId,
          storeId: storeId ?? null,
          payWay: way,
          keyEnc: kept.keyEnc!,
        })
      : await store.updateChannel(ctx, before, kept)
  ctx.audit({
    targetType: 'payChannel',
    targetId: saved.id,
    ...(before === undefined ? {} : { before: auditFieldsOf(before) }),
    after: auditFieldsOf(saved),
  })
  ctx.answerAfterCommit(async () => {
    const check = await checkContract(ctx, account)
    const { id, enabled } = saved
    // With wrong keys no notification can be verified, so customers would pay and nothing would be posted.
    const version =
      check.state === 'wrong' && enabled ? await ctx.asSystem((later) => store.switchOff(later, saved)) : saved.version
    return { id, version, check }
  })
  return { id: saved.id, version: saved.version, check: UNASKED }
}

/** Tests the connection and keys of a contract with its provider. @throws Refusal notFound (-4) */
export async function testChannel({ id }: ParsedOf<typeof contract.payment.testChannel>, ctx: Context) {
  const row = (await store.channel(ctx.db, id)) ?? null
  const account = accountOf(ctx, requireFound(row !== null && holdsInSight(ctx, row.storeId) ? row : undefined))
  ctx.answerAfterCommit(() => checkContract(ctx, account))
  return UNASKED
}

type Check = OutputOf<typeof contract.payment.testChannel>

const UNASKED: Check = { state: 'unreached', field: null, words: '' }

async function checkContract(ctx: Context, account: PayAccount): Promise<Check> {
  const name = account.provider === 'alipay' ? '支付宝' : '微信支付'
  const fault = await answerOrNone(() => ctx.outside().pay.provider(account).check())
  if (fault === undefined) return { state: 'unreached', field: null, words: `未能向${name}验证，请稍后点「测试」` }
  return fault === null ? { state: 'right', field: null, words: `已向${name}验证` } : { state: 'wrong', ...fault }
}

/** The fields of a contract for the audit log, without secrets. */
const auditFieldsOf = ({ payWay: way, storeId, appId, merchantNo, fingerprint, enabled }: store.ChannelRow) => ({
  payWay: way,
  storeId,
  appId,
  merchantNo,
  fingerprint,
  enabled,
})

/** The account as it will be after saving. @throws Refusal badInput (-2) for a new one without its private key */
function accountWith(
  ctx: Context,
  before: store.ChannelRow | undefined,
  input: Omit<Input, 'id' | 'storeId' | 'version'>,
): PayAccount {
  const known = before === undefined ? undefined : accountOf(ctx, before)
  const privateKey = input.privateKey || known?.privateKey
  if (privateKey === undefined) throw badInput('privateKey', '请填写应用私钥')
  return {
    ...input,
    provider: providerNameOf(input.payWay),
    certificates: known?.certificates ?? [],
    privateKey,
    secret: input.secret || known?.secret || '',
    appSecret: input.appSecret || known?.appSecret || '',
  }
}
