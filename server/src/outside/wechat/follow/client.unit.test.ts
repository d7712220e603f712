import { afterAll, describe, expect, it } from 'vitest'
import type { FollowAccount } from '../../../kernel/process/config.ts'
import { localServer } from '../../local-server.ts'
import { followClient } from './client.ts'
import { elementOf, seal, signOf, unseal } from './sealed-event.ts'

/** The example of WeChat's own documents. */
const example = {
  secret: {
    appId: 'wx2c2769f8efd9abc2',
    token: 'spamtest',
    aesKey: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
  },
  timestamp: '1409735669',
  nonce: '1320562132',
  signature: '5d197aaffba7e9b25a30732f161a50dee96bd5fa',
  sealed:
    'hyzAe4OzmOMbd6TvGdIOO6uBmdJoD0Fk53REIHvxYtJlE2B655HuD0m8KUePWB3+LrPXo87wzQ1QLvbeUgmBM4x6F8PGHQHFVAFmOD2LdJF9FrXpbUAh0B5GIItb52sn896wVsMSHGuPE328HnRGBcrS7C41IzDWyWNlZkyyXwon8T332jisa+h6tEDYsVticbSnyU8dKOIbgU6ux5VTjg3yt+WGzjlpKn6NPhRjpA912xMezR4kw6KWwMrCVKSVCZciVGCgavjIQ6X8tCOp3yZbGpy0VxpAe+77TszTfRd5RJSVO/HTnifJpXgCSUdUue1v6h0EIBYYI1BD1DlD+C0CR8e6OewpusjZ4uBl9FyJvnhvQl+q5rv1ixrcpCumEPo5MJSgM9ehVsNPfUM669WuMyVWQLCzpu9GhglF2PE=',
}

const account: FollowAccount = {
  ...example.secret,
  secret: 'secret',
  template: 'template',
  fields: [
    ['merchant', 'thing1'],
    ['title', 'thing2'],
    ['body', 'thing3'],
    ['at', 'time4'],
  ],
}

describe('events', () => {
  it('are signed and sealed as WeChat’s example is', () => {
    const { secret, timestamp, nonce, signature, sealed } = example
    expect(signOf(secret.token, timestamp, nonce, sealed)).toBe(signature)
    const text = unseal(secret, sealed)!
    expect([elementOf(text, 'FromUserName'), elementOf(text, 'CreateTime')]).toEqual([
      'oyORnuP8q7ou2gfYjqLzSIWZf0rs',
      '1409735668',
    ])
    expect(unseal(secret, seal(secret, text))).toBe(text)
  })

  it('of another account, cut short, or of nothing are none', () => {
    const { secret, sealed } = example
    expect(unseal({ ...secret, appId: 'another' }, sealed)).toBeUndefined()
    for (const broken of ['', sealed.slice(0, 64), `${sealed.slice(0, -8)}AAAAAAA=`, '不是密文'])
      expect(unseal(secret, broken)).toBeUndefined()
  })

  it('are heard when they are signed, and not long ago', () => {
    const signedAt = Number(example.timestamp) * 1000
    const heard = (xml: string, { now = signedAt, signature = '' } = {}) => {
      const sealed = seal(account, xml)
      const query = new URLSearchParams({
        timestamp: example.timestamp,
        nonce: '1',
        msg_signature: signature || signOf(account.token, example.timestamp, '1', sealed),
      })
      const client = followClient(account, { url: () => '', authorize: '', now: () => now })
      return client.heard(query, `<xml><Encrypt><![CDATA[${sealed}]]></Encrypt></xml>`)
    }
    const follows = (event: string, key = '') =>
      `<xml><FromUserName><![CDATA[o-1]]></FromUserName><Event><![CDATA[${event}]]></Event><EventKey><![CDATA[${key}]]></EventKey></xml>`
    expect(heard(follows('subscribe', 'qrscene_abc'))).toEqual({ openId: 'o-1', scene: 'abc', on: true })
    expect(heard(follows('SCAN', 'abc'))).toEqual({ openId: 'o-1', scene: 'abc', on: true })
    expect(heard(follows('unsubscribe'))).toEqual({ openId: 'o-1', scene: '', on: false })
    expect(heard(follows('CLICK', 'menu'))).toBeNull()
    expect(heard(follows('subscribe'), { signature: example.signature })).toBeUndefined()
    expect(heard(follows('subscribe'), { now: signedAt + 301_000 })).toBeUndefined()
  })
})

describe('messages', () => {
  const asked: { path: string; body: Record<string, unknown> }[] = []
  const answers: object[] = []
  const vendor = localServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      asked.push({ path: request.url!, body: JSON.parse(body) })
      response.end(JSON.stringify(answers.shift() ?? {}))
    })
  })
  afterAll(() => vendor.close())
  const ring = {
    title: '新订单 261120000123456789012345',
    body: '',
    merchant: '测试租车',
    at: 0,
    link: 'https://x/order',
  }
  const open = () => followClient(account, { url: vendor.url, authorize: '', now: () => 0 })

  it('go by the template under a token that is asked for once, words cut to what WeChat takes', async () => {
    answers.push({ access_token: 'T1', expires_in: 7200 }, { errcode: 0 }, { errcode: 0 })
    const client = open()
    expect([await client.ring('o-1', ring), await client.ring('o-1', { ...ring, link: null })]).toEqual([
      'rung',
      'rung',
    ])
    const [token, first, second] = asked.splice(0)
    expect(token).toEqual({
      path: '/cgi-bin/stable_token',
      body: { grant_type: 'client_credential', appid: account.appId, secret: 'secret' },
    })
    expect(first).toEqual({
      path: '/cgi-bin/message/template/send?access_token=T1',
      body: {
        touser: 'o-1',
        template_id: 'template',
        url: 'https://x/order',
        data: {
          thing1: { value: '测试租车' },
          thing2: { value: '新订单 261120000123456…' },
          thing3: { value: '新订单 261120000123456…' },
          time4: { value: '1970-01-01 08:00' },
        },
      },
    })
    expect(second!.body).not.toHaveProperty('url')
  })

  it('ask for another token where it was over, and say who follows no more', async () => {
    const token = { access_token: 'T', expires_in: 7200 }
    answers.push(token, { errcode: 42001 }, token, { errcode: 43004 }, { errcode: 47003 })
    const client = open()
    expect(await client.ring('o-1', ring)).toBe('gone')
    await expect(client.ring('o-1', ring)).rejects.toThrow('WeChat refused a message: 47003')
  })

  it('no code where WeChat is not there', async () => {
    answers.push({ errcode: 40164 })
    await expect(open().codeOf('scene')).rejects.toMatchObject({ key: 'channelRefused' })
  })
})
