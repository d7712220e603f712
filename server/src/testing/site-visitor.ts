import { contract } from '@cheyi/contract/index'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import type { Envelope, TestApp } from './app.ts'
import { codeTo } from './sms.ts'
import { multipart, photo, type TestFile } from './upload.ts'
import type { World } from './world/world.ts'

/** Somebody with a browser on the booking page of a merchant. */
export interface Visitor {
  /** Makes a call of the page; throws with the message unless it succeeded. */
  ask<N extends keyof SitePage>(call: N, input: InputOf<SitePage[N]>): Promise<OutputOf<SitePage[N]>>
  /** The whole envelope, good or bad. */
  send(call: keyof SitePage, input: unknown): Promise<Envelope>
  /** The whole envelope of a call that takes a picture. */
  sendPicture(call: keyof SitePage, fields: Record<string, string>, file?: TestFile): Promise<Envelope>
  /** Proves a mobile by the code that was sent to it. */
  enter(mobile: string): Promise<void>
  cookie(): string | undefined
  /** Opens an address as a page, of the server unless told. @returns where it leads, undefined where it leads nowhere */
  go(path: string, by?: Pick<TestApp['app'], 'inject'>): Promise<string | undefined>
  /** Forgets a cookie. */
  drop(cookie: string): void
}

/** Opens the booking page of a merchant. @returns its name */
export async function openSite(t: TestApp, w: World): Promise<string> {
  await t.call(contract.site.turn, { on: true }, { token: w.tokens.owner })
  return (await t.call(contract.site.detail, {}, { token: w.tokens.owner })).name
}

interface Carried {
  /** A cookie that they bring along. */
  readonly cookie?: string | undefined
  /** What they read. */
  readonly language?: string
  /** The cookie of the place that led them here. */
  readonly from?: string
  /** The browser. */
  readonly agent?: string
}

const named = (cookie: string): [string, string] => {
  const [name = '', value = ''] = cookie.split('=')
  return [name, value]
}

/** A visitor with a browser of their own. */
export function visitor(
  t: TestApp,
  site: string,
  { cookie, language, from, agent = 'Mozilla/5.0' }: Carried = {},
): Visitor {
  const jar = new Map((cookie ?? '').split('; ').flatMap((one) => (one === '' ? [] : [named(one)])))
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  function keep(set: string | string[] | undefined): void {
    for (const line of [set ?? []].flat()) {
      const [name, value] = named(line.split(';')[0]!)
      if (/Max-Age=0(;|$)/.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }
  const device = Math.random().toString(36).slice(2)
  const send: Visitor['send'] = (call, input) => post(call, input as object, {})
  async function post(call: keyof SitePage, payload: object | Buffer, more: object): Promise<Envelope> {
    const response = await t.app.inject({
      method: 'POST',
      url: `/s/${site}/api/${call}`,
      payload,
      headers: {
        ...more,
        'x-device': device,
        'user-agent': agent,
        cookie: [cookies(), from].filter(Boolean).join('; '),
        ...(language !== undefined && { 'accept-language': language }),
      },
    })
    keep(response.headers['set-cookie'])
    return { ...response.json(), httpStatus: response.statusCode, headers: response.headers }
  }
  const ask: Visitor['ask'] = async (call, input) => {
    const { success, data, errorCode, message } = await send(call, input)
    if (!success) throw new Error(`${call}: ${errorCode} ${message} ${JSON.stringify(data)}`)
    return data as never
  }
  return {
    send,
    async sendPicture(call, fields, file) {
      const { body, type } = multipart(fields, file ?? (await photo()))
      return post(call, body, { 'content-type': type })
    },
    ask,
    cookie: () => (jar.size === 0 ? undefined : cookies()),
    async go(path, by = t.app) {
      const headers = { 'user-agent': agent, cookie: cookies() }
      const response = await by.inject({ method: 'GET', url: path, headers })
      keep(response.headers['set-cookie'])
      return response.headers.location?.toString()
    },
    drop: (one) => void jar.delete(one),
    async enter(mobile) {
      await ask('sendCode', { mobile })
      await ask('enter', { mobile, smsCode: await codeTo(t, mobile) })
    },
  }
}
