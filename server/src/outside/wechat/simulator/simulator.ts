import { createHash } from 'node:crypto'
import { type LocalServer, localServer } from '../../local-server.ts'

/**
 * WeChat's answers over its own wire. A code is `wx-` and any name, which is the person: good once, as there.
 */
export function wechatSimulator(): LocalServer {
  const used = new Set<string>()
  return localServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wechat')
    const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (pathname === '/sns/userinfo')
      return answer({ openid: searchParams.get('openid'), nickname: searchParams.get('access_token')?.split('.')[0] })
    const code = searchParams.get('code') ?? ''
    if (pathname !== '/sns/oauth2/access_token' || !code.startsWith('wx-') || used.has(code))
      return answer({ errcode: 40029, errmsg: 'invalid code' })
    used.add(code)
    const name = code.slice(3).split('.')[0]!
    answer({ access_token: `${name}.token`, openid: createHash('sha256').update(name).digest('hex').slice(0, 28) })
  })
}
