import { createHash } from 'node:crypto'
import { isSucceeded } from '@cheyi/domain/money/payment/steps'
import type { FastifyInstance } from 'fastify'
import { type Context, newId } from '../../../kernel/context.ts'
import type { Kernel } from '../../../kernel/http/pipeline.ts'
import { asSystem } from '../../../kernel/make-context.ts'
import { type NoticeArrived, type NoticeReply, type PayNotice, providerNameOf } from '../../../kernel/pay-port.ts'
import { askAboutHold } from '../../deposit/actions.ts'
import { payment } from '../store.ts'
import { askForCertificates, takeTurn } from './certificates.ts'
import { openChannel } from './channel.ts'
import { noteWentBack } from './refunded-there.ts'
import { settleCapture, settleRefund, settleTrade, tradeOf } from './settle.ts'
import * as store from './store.ts'

const NAME = 'payment.notice'
const LIMIT = 64 * 1024
const MOST_UNSIGNED = 2000
type Verdict = 'taken' | 'unknown' | 'wrongAmount'

/**
 * POST /callback/v1/pay/{alipay|wechat}/{channel}: notifications of a provider, answered with the text that it expects. Only the
 * signature authenticates them; a repeated notification changes nothing.
 */
export function servePayNotices(app: FastifyInstance, kernel: Kernel): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LIMIT }, (_, body, done) => done(null, body))
    scope.post<{ Params: { provider: string; channel: string } }>(
      '/callback/v1/pay/:provider/:channel',
      async (request, reply) => {
        const { provider, channel } = request.params
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        const body = typeof request.body === 'string' ? request.body : ''
        const answer = await take(kernel, provider, channel, { headers, body })
        if (answer === undefined) return reply.callNotFound()
        return reply.code(answer.status).type(answer.type).send(answer.body)
      },
    )
  })
}

/** Undefined for an address without a channel. */
async function take(
  kernel: Kernel,
  provider: string,
  channelId: string,
  arrived: NoticeArrived,
): Promise<NoticeReply | undefined> {
  if (!/^\d{1,18}$/.test(channelId)) return undefined
  const { rows } = await kernel.pools.side.query<{ merchantId: string | null }>(
    'select merchant_of_channel($1) as merchant_id',
    [channelId],
  )
  const merchantId = rows[0]?.merchantId ?? null
  if (merchantId === null) return undefined
  const vault = await kernel.vaults.merchant(merchantId)
  const heard = (mayAsk: boolean) => asSystem(kernel, { name: NAME, merchantId, vault }, (ctx) => hear(ctx, mayAsk))
  const first = await heard(true)
  if (typeof first !== 'function') return first
  await first()
  const second = await heard(false)
  return typeof second === 'function' ? undefined : second

  /** Returns the download of an unknown signing certificate, after which the notification is processed once more. */
  async function hear(ctx: Context, mayAsk: boolean): Promise<NoticeReply | (() => Promise<void>) | undefined> {
    const row = (await store.channel(ctx.db, channelId))!
    if (providerNameOf(row.payWay) !== provider) return undefined
    const channel = openChannel(ctx, row)
    const notice = channel.provider.read(arrived)
    const id = await newId(ctx)
    if (notice === undefined && mayAsk && channel.provider.certificates?.mayBeNewer(arrived)) {
      const turn = await takeTurn(ctx, channelId)
      if (turn !== undefined) return () => askForCertificates(ctx, turn)
    }
    const seal = (body: string) => vault.seal('pay_notice.body', id, body)
    if (notice === undefined) {
      const about = createHash('sha256').update(arrived.body).digest('hex')
      const bodyEnc = seal(arrived.body.slice(0, MOST_UNSIGNED))
      await store.keepUnsigned(ctx, { id, channelId, about, bodyEnc })
      ctx.log.warn({ channelId }, 'a notification was not signed')
      return channel.provider.reply(false)
    }
    const verdict = await act(notice)
    const bodyEnc = seal(arrived.body)
    await store.keepNotice(ctx.db, { id, channelId, providerNo: notice.id, outNo: notice.outNo, verdict, bodyEnc })
    if (verdict !== 'taken') ctx.log.warn({ channelId, verdict, outNo: notice.outNo }, 'a notification was not taken')
    // The notification is stored with its signature, and a repetition would be processed the same way.
    return channel.provider.reply(true)

    async function act(told: PayNotice): Promise<Verdict> {
      const verdict = await settled(told)
      if (told.wentBack === undefined) return verdict
      const after = await noteWentBack(ctx, channelId, told.wentBack)
      return after === 'unknown' ? verdict : 'taken'
    }

    async function settled({
      outNo,
      holdNo = outNo,
      about: what,
      trade,
      outcome,
      freeze,
    }: PayNotice): Promise<Verdict> {
      const known = await store.byOutNo(ctx.db, outNo)
      const about = known ?? (await store.byOutNo(ctx.db, holdNo))
      if (about === undefined || about.channelId !== channelId) return 'unknown'
      // The hold changed without a request from here.
      if (known === undefined || what === 'hold' || (freeze?.state === 'closed' && isSucceeded(about.status))) {
        await askAboutHold(ctx, holdNo)
        return 'taken'
      }
      if (what === 'capture') {
        const capture = await store.openCapture(ctx.db, about.holdId ?? '0')
        const after = capture !== undefined && outcome !== null && (await settleCapture(ctx, capture.id, outcome))
        return after === 'wrongAmount' ? after : 'taken'
      }
      if (freeze !== null)
        return (await settleTrade(ctx, about.id, tradeOf(outNo, freeze))) === 'wrongAmount' ? 'wrongAmount' : 'taken'
      if (outcome !== null && (await settleRefund(ctx, about.id, outcome)) === 'wrongAmount') return 'wrongAmount'
      const after = trade === null ? await payment(ctx.db, about.id) : await settleTrade(ctx, about.id, trade)
      return after === 'wrongAmount' ? 'wrongAmount' : 'taken'
    }
  }
}
