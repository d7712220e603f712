import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { HOUR, localDate, MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { BadSecret, canBeTold, NoAnswer, PayRefused, type ProviderCertificate } from '../../../kernel/pay-port.ts'
import { screen } from '../../../kernel/screen.ts'
import { notify, takeBack } from '../../../platform/notify/actions.ts'
import { accountOf } from './account.ts'
import * as store from './store.ts'

/*
 * WeChat rotates its platform certificates. They are downloaded by a timer, and when a message arrives with an unknown serial number;
 * the result is stored with the contract, for every server.
 */

/** WeChat requires a download at least every 12 hours. */
const EVERY = 6 * HOUR
const AFTER_FAILURE = HOUR
/** An unauthenticated sender can name any serial number, so such downloads are limited to this interval. */
const GAP = 5 * MINUTE

const isMissing = (error: unknown): boolean => error instanceof PayRefused && error.code === 'RESOURCE_NOT_EXISTS'

export async function payCertificates(ctx: Context, channelId: string): Promise<void> {
  const row = await takeTurn(ctx, channelId)
  if (row !== undefined && canBeTold(ctx.config)) ctx.afterCommit(() => askForCertificates(ctx, row))
}

/** Takes the turn to download now, which only one server gets; undefined too soon after another. */
export const takeTurn = (ctx: Context, channelId: string): Promise<store.ChannelRow | undefined> =>
  store.takeCertificateTurn(ctx, channelId, { gap: GAP, againAt: ctx.now + AFTER_FAILURE })

/** Downloads certificates because an answer had an unknown one. @returns the certificates of the contract afterwards */
export async function renew(ctx: Context, channelId: string): Promise<readonly ProviderCertificate[]> {
  const turn = await ctx.asSystem((later) => takeTurn(later, channelId))
  if (turn !== undefined) await askForCertificates(ctx, turn)
  return (await ctx.asSystem((later) => store.channel(later.db, channelId)))!.certificates
}

/** Downloads outside of a transaction and stores the result. Without an answer the stored certificates stay until they expire. */
export async function askForCertificates(ctx: Context, row: store.ChannelRow): Promise<void> {
  const { certificates } = ctx.outside().pay.provider(accountOf(ctx, row))
  if (certificates === undefined) return
  const [fetched, fault] = await certificates.fetch().then(
    (list) => [list, ''] as const,
    (error: unknown) => [undefined, faultOf(error, row)] as const,
  )
  if (fault !== '') ctx.log.warn({ channelId: row.id, fault }, 'no certificates of a provider')
  await ctx.asSystem(async (later) => {
    await store.keepCertificates(later.db, row.id, {
      ...(fetched === undefined ? {} : { certificates: fetched, certificatesAt: later.now }),
      ...(fault === '' ? { certificatesAskAt: later.now + EVERY } : {}),
      certificatesFault: fault,
    })
    if (fault !== '') tell(later, row, fault)
    else if (row.certificatesFault !== '') takeBack(later, refOf(row))
  })
}

const refOf = ({ id }: store.ChannelRow): string => `pay-channel/${id}/certificates/`

/** Notifies the managers of the contract once a day while the download fails, because no payment can be confirmed without certificates. */
const tell = (ctx: Context, row: store.ChannelRow, fault: string): void =>
  notify(ctx, {
    type: notifyType.money,
    level: notifyLevel.important,
    ref: `${refOf(row)}${localDate(ctx.now)}`,
    once: true,
    title: '微信支付平台证书更新失败',
    body: `商户号${row.merchantNo}：${fault}`,
    link: screen('merchant.settings', { tab: 'pay' }),
    to: { key: 'merchant.pay', ...(row.storeId === null ? {} : { storeIds: [row.storeId] }) },
  })

/**
 * The fault in Chinese for the merchant; '' for a contract that needs no certificates. @throws any error that is not an answer of the
 * provider
 */
function faultOf(error: unknown, { providerKeyId }: store.ChannelRow): string {
  if (isMissing(error))
    return providerKeyId.startsWith('PUB_KEY_ID_') ? '' : '微信支付没有平台证书，请改填微信支付公钥和公钥ID'
  if (error instanceof BadSecret) return 'APIv3密钥不正确，无法解密平台证书'
  if (error instanceof NoAnswer) return '微信支付没有应答，稍后自动重试'
  if (error instanceof PayRefused) return `微信支付拒绝：${error.message}`.slice(0, 200)
  throw error
}
