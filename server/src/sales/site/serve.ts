import type { Call } from '@cheyi/contract/kernel/call'
import { siteMine } from '@cheyi/contract/sales/site-mine'
import { type SitePage, sitePage } from '@cheyi/contract/sales/site-page'
import { siteWechat } from '@cheyi/contract/sales/site-wechat'
import { Refusal } from '@cheyi/domain/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { createDeadline } from '../../kernel/call/deadline.ts'
import { isUnfit } from '../../kernel/call/failures.ts'
import { asRecord, inputOf } from '../../kernel/call/input.ts'
import type { Context } from '../../kernel/context.ts'
import { asMerchant } from '../../kernel/enter.ts'
import { cookieOf } from '../../kernel/http/cookie.ts'
import { serialiserOf } from '../../kernel/http/envelope.ts'
import { durationsOf } from '../../kernel/http/metrics.ts'
import { asCall, attempts, type Kernel } from '../../kernel/http/pipeline.ts'
import { nothingUploaded, readUpload, type Upload } from '../../kernel/http/upload.ts'
import { hashToken } from '../../kernel/identity.ts'
import { createLimits, identityOf, isOpenForSale, type Limits, type Pace, type Site, siteOf } from './door.ts'
import { countStep } from './funnel/steps.ts'
import { createTally, type Tally } from './funnel/tally.ts'
import { countVisit, placeOfRequest } from './funnel/visit-place.ts'
import { serveCalendar } from './mine/serve.ts'
import { pageHandlers } from './page.ts'
import { sessionOf } from './store.ts'
import type { Visit } from './visit.ts'
import { placeInWechat, serveWechatReturn } from './wechat/serve.ts'
import { wechatVisit } from './wechat/user.ts'
import './wechat/remind.ts'

/* The calls of booking pages: /s/<name>/api/<call>. After the door a request is processed like every call. */

/** The cookie of a customer who proved their mobile. */
const COOKIE = 'cheyi_renter'

/** Calls that stay open while the page is closed: a customer's own rentals. */
const whileClosed: readonly (keyof SitePage)[] = [
  'sendCode',
  'enter',
  ...(Object.keys(siteWechat) as (keyof typeof siteWechat)[]),
  ...(Object.keys(siteMine) as (keyof typeof siteMine)[]),
]
const prices: readonly (keyof SitePage)[] = ['search', 'offer', 'changePrice']

/** Makes calls of a page, for its script and for the HTML of its first screen. */
export interface SiteCalls {
  /** The page of a name, after its limits. @throws Refusal tooFrequent (-7), notFound (-4) */
  enter(request: FastifyRequest, name: string, kind: Pace): Promise<Site>
  /**
   * @param uploaded the file of a call that takes one
   * @returns the text of the answer, with its envelope
   * @throws Refusal siteClosed (9302) and those of the call
   */
  make(site: Site, call: keyof SitePage, given: object, http: Http, uploaded?: Upload): Promise<string>
  /**
   * Reads the file of a request whose customer has proved a mobile; for anybody else nothing is stored or decoded.
   * @throws Refusal invalidToken (-9), and those of `readUpload`
   */
  receive(site: Site, http: Http): Promise<Upload>
  /** Where a visitor is led first, so that WeChat says who they are; null: nowhere. */
  leadToWechat(site: Site, http: Http): Promise<string | null>
  /** Counts the first page that a visitor asks for. */
  visit(site: Site, http: Http): void
  readonly tally: Tally
}

interface Http {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export function siteCalls(kernel: Kernel, limits: Limits = createLimits(kernel.config.rateLimit)): SiteCalls {
  const tally = createTally(kernel)
  const routes = new Map(
    (Object.entries(sitePage) as [keyof SitePage, Call][]).map(([name, call]) => [
      name,
      {
        name: `sitePage.${name}`,
        call,
        serialise: serialiserOf(call),
        fields: Object.keys((call.input as z.ZodObject).shape),
        took: durationsOf(kernel.metrics, `sitePage.${name}`),
      },
    ]),
  )
  return {
    tally,
    visit: (site, { request, reply }) => countVisit(tally, site, request, reply),
    leadToWechat: (site, http) => placeInWechat(kernel, site, visitOf(site, http.request, http.reply), http.request),
    async enter(request, name, kind) {
      await limits.pass(request.ip, name, kind)
      return siteOf(kernel, name)
    },
    async receive(site, { request, reply }) {
      const { token } = visitOf(site, request, reply)
      const session =
        token === null
          ? undefined
          : await asMerchant(kernel, site.merchantId, (tx) => sessionOf(tx, hashToken(token), kernel.clock.now()))
      const barred = session === undefined ? new Refusal('invalidToken') : null
      const whose = { merchantId: site.merchantId, accountId: `site/${session?.id ?? ''}` }
      const deadline = createDeadline(reply.raw)
      try {
        return await readUpload(request, kernel.upload, { takes: true, whose, deadline, barred })
      } finally {
        deadline.clear()
      }
    },
    async make(site, name, given, { request, reply }, { files } = nothingUploaded) {
      if (!isOpenForSale(site) && !whileClosed.includes(name)) throw new Refusal('siteClosed')
      const { fields, took, ...route } = routes.get(name)!
      const started = performance.now()
      const deadline = createDeadline(reply.raw)
      const visit = visitOf(site, request, reply)
      const handler = pageHandlers[name] as (input: unknown, ctx: Context, visit: Visit) => Promise<unknown>
      let answer: unknown
      try {
        const text = await attempts(
          kernel,
          {
            ...route,
            handler: async (input, ctx) => {
              answer = await handler(input, ctx, visit)
              return answer as never
            },
          },
          {
            ...{ request, reply, identity: identityOf(site), token: null, now: kernel.clock.now(), started, deadline },
            given: inputOf(fields, [given]),
            files,
            part: null,
          },
        )
        took(0, (performance.now() - started) / 1000)
        countStep(tally, site, visit.place, { name, given, answer })
        return text as string
      } catch (error) {
        if (isUnfit(error)) throw new Refusal('badInput', { 字段: '有内容超出可处理的范围' })
        throw error
      } finally {
        deadline.clear()
      }
    },
  }
}

/** Serves the calls that the script of a page makes, and the calendar files of rentals. */
export function serveSiteCalls(app: FastifyInstance, calls: SiteCalls): void {
  serveCalendar(app, calls)
  serveWechatReturn(app, calls)
  for (const [name, { effect }] of callsWith(false))
    app.post<{ Params: { site: string } }>(`/s/:site/api/${name}`, async (request, reply) => {
      const given = asRecord(request.body)
      const site = await calls.enter(request, request.params.site, kindOf(name, effect, given))
      return calls.make(site, name, given, { request, reply: asCall(request, reply) })
    })
}

/** Serves the calls of a page that take a file. @param app reads multipart bodies */
export function serveSiteUploads(app: FastifyInstance, calls: SiteCalls): void {
  for (const [name] of callsWith(true))
    app.post<{ Params: { site: string } }>(
      `/s/:site/api/${name}`,
      { config: { upload: true } },
      async (request, reply) => {
        const site = await calls.enter(request, request.params.site, 'write')
        const uploaded = await calls.receive(site, { request, reply })
        return calls.make(site, name, uploaded.fields, { request, reply: asCall(request, reply) }, uploaded)
      },
    )
}

const callsWith = (isUpload: boolean) =>
  (Object.entries(sitePage) as [keyof SitePage, Call][]).filter(([, call]) => (call.upload !== undefined) === isUpload)

function kindOf(name: keyof SitePage, effect: Call['effect'], given: Readonly<Record<string, unknown>>): Pace {
  if (name === 'offer' && given.coupon) return 'coupon'
  if (name === 'book') return 'book'
  if (name === 'places') return 'place'
  if (prices.includes(name)) return 'price'
  return effect === 'write' ? 'write' : 'look'
}

/** The customer's cookie is sent to the pages of this merchant only, and no script can read it. */
function visitOf({ name }: Site, request: FastifyRequest, reply: FastifyReply): Visit {
  return {
    token: tokenOf(request),
    place: placeOfRequest(request),
    wechat: wechatVisit(name, request, reply),
    keep: (token, until) => {
      const secure = request.protocol === 'https' ? '; Secure' : ''
      const expires = new Date(until).toUTCString()
      reply.header(
        'set-cookie',
        `${COOKIE}=${token}; Path=/s/${name}; Expires=${expires}; HttpOnly; SameSite=Lax${secure}`,
      )
    },
  }
}

function tokenOf(request: FastifyRequest): string | null {
  const token = cookieOf(request, COOKIE)
  return token === undefined || !/^[\w-]{43}$/.test(token) ? null : token
}
