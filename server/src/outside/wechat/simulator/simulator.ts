import { createHash } from 'node:crypto'
import { type LocalServer, localServer } from '../../local-server.ts'

/** WeChat's answers over its own protocol. A code is `wx-` and any name, which is the person; it can be used once, as with WeChat. */
export function wechatSimulator(): LocalServer {
  const used = new Set<string>()
  return localServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wechat')
    const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (pathname === '/sns/userinfo')
      return answer(personOf(searchParams.get('access_token') ?? '', searchParams.get('openid')))
    const code = searchParams.get('code') ?? ''
    if (pathname !== '/sns/oauth2/access_token' || !code.startsWith('wx-') || used.has(code))
      return answer({ errcode: 40029, errmsg: 'invalid code' })
    used.add(code)
    const name = code.slice(3).split('.')[0]!
    answer({ access_token: `${name}.token`, openid: idOf(`${searchParams.get('appid')}/${name}`) })
  })
}

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 28)

/** Each account with WeChat has another `openid` for a person, and all accounts of one owner have the same `unionid`. */
function personOf(token: string, openid: string | null) {
  const nickname = token.split('.')[0]!
  return { openid, unionid: idOf(nickname), nickname }
}
