import { afterAll, expect, it } from 'vitest'
import { localServer } from '../local-server.ts'
import { openWechat } from './port.ts'

/* WeChat beside its own wire: two accounts of one owner, and the page of a website. */

const asked: URL[] = []
const vendor = localServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://wechat')
  asked.push(url)
  const said =
    url.pathname === '/sns/userinfo'
      ? { nickname: '小林', unionid: 'one-for-both' }
      : { openid: `open-${url.searchParams.get('appid')}`, access_token: 'token' }
  response.end(JSON.stringify(said))
})
afterAll(() => vendor.close())

const vendors = {
  caih: '',
  amap: '',
  taobao: '',
  jpush: '',
  alipay: '',
  wechatPay: '',
  wechatAuthorize: '',
  wechatQrConnect: 'https://qr.example/connect',
}
const open = async (accounts: { readonly app?: boolean; readonly site?: boolean }) =>
  openWechat({
    wechat: accounts.app ? { appId: 'app', secret: 's1' } : undefined,
    wechatSite: accounts.site ? { appId: 'site', secret: 's2' } : undefined,
    vendors: { ...vendors, wechat: await vendor.url() },
    simulators: 'off',
  })

it('asks the account that a code came from, and knows one person in both', async () => {
  const wechat = await open({ app: true, site: true })
  expect(await wechat.exchange('a', 'app')).toEqual({ ids: ['one-for-both', 'open-app'], nickname: '小林' })
  expect(await wechat.exchange('b', 'site')).toEqual({ ids: ['one-for-both', 'open-site'], nickname: '小林' })
  const tokens = asked.filter(({ pathname }) => pathname === '/sns/oauth2/access_token')
  expect(tokens.map(({ searchParams }) => searchParams.get('appid'))).toEqual(['app', 'site'])
  expect(tokens.map(({ searchParams }) => searchParams.get('secret'))).toEqual(['s1', 's2'])
})

it('leads to the page of the website, and nowhere without one', async () => {
  const address = new URL((await open({ site: true })).page('https://shop.example/profile', 'state-of-a-tab')!)
  expect(address.origin + address.pathname).toBe('https://qr.example/connect')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    appid: 'site',
    redirect_uri: 'https://shop.example/profile',
    response_type: 'code',
    scope: 'snsapi_login',
    state: 'state-of-a-tab',
  })
  expect((await open({ app: true })).page('https://shop.example/profile', 'x')).toBeNull()
})

it('takes no code where nobody stands behind it', async () => {
  expect(await (await open({})).exchange('wx-小林', 'site')).toBeUndefined()
  expect(await (await open({ app: true })).exchange('wx-小林', 'site')).toBeUndefined()
})
