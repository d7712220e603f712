import { afterAll, describe, expect, it } from 'vitest'
import { localServer } from '../local-server.ts'
import { aliyunSms } from './aliyun.ts'

/** The vendor's side: answers as its API does, and keeps what it was asked. */
const asked: URLSearchParams[] = []
let code = 'OK'
const vendor = localServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    asked.push(new URLSearchParams(`${new URL(request.url!, 'http://x').search.slice(1)}&${body}`))
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ Code: code, Message: code, BizId: '1' }))
  })
})
afterAll(() => vendor.close())

const open = async () =>
  aliyunSms(
    { accessKeyId: 'id', accessKeySecret: 'secret', sign: '车驿', templates: { code: 'SMS_7' } },
    { endpoint: new URL(await vendor.url()).host, protocol: 'HTTP' },
  )
const message = {
  mobile: '18621070937',
  template: 'code',
  params: { code: '123456', purpose: '登录' },
} as const

describe('Alibaba Cloud SMS', () => {
  it('is asked by its own SDK for the registered template', async () => {
    await (await open()).send(message)
    const sent = Object.fromEntries(asked.at(-1)!)
    expect(sent).toMatchObject({ PhoneNumbers: '18621070937', SignName: '车驿', TemplateCode: 'SMS_7' })
    expect(JSON.parse(sent.TemplateParam!)).toEqual(message.params)
  })

  it('tells a refusal by its code, without the number', async () => {
    code = 'isv.BUSINESS_LIMIT_CONTROL'
    const failed = (await open()).send(message)
    await expect(failed).rejects.toThrow('Alibaba Cloud SMS refused code: isv.BUSINESS_LIMIT_CONTROL')
    await expect(failed).rejects.not.toThrow('18621070937')
  })
})
