import { afterAll, describe, expect, it } from 'vitest'
import { localServer } from '../local-server.ts'
import { aliyunFaults, aliyunSms } from './aliyun.ts'

/** The vendor's side: answers as its API does, and keeps what it was asked. */
const asked: URLSearchParams[] = []
let code = 'OK'
/** How the vendor judged what is asked for, by its code or name. */
let judged: Record<string, number> = {}
const vendor = localServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    asked.push(new URLSearchParams(`${new URL(request.url!, 'http://x').search.slice(1)}&${body}`))
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ Code: code, Message: code, BizId: '1', ...states() }))
  })
})
afterAll(() => vendor.close())

function states() {
  const last = Object.fromEntries(asked.at(-1)!)
  return { SignStatus: judged[last.SignName!] ?? 1, TemplateStatus: judged[last.TemplateCode!] ?? 1 }
}

const account = {
  accessKeyId: 'id',
  accessKeySecret: 'secret',
  sign: '车驿',
  templates: { code: 'SMS_7', notice: 'SMS_8' },
}
const wire = async () => ({ endpoint: new URL(await vendor.url()).host, protocol: 'HTTP' as const })
const open = async () => aliyunSms(account, await wire())
const faults = async () => aliyunFaults(account, await wire())
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

describe('what the vendor says of the account', () => {
  it('is nothing when signature and templates are approved', async () => {
    code = 'OK'
    expect(await faults()).toEqual([])
    expect(asked.at(-1)!.get('PhoneNumbers')).toBeNull()
  })

  it('names what was not approved', async () => {
    judged = { 车驿: 0, SMS_8: 2 }
    expect(await faults()).toEqual(['短信签名「车驿」审核中', '短信模板 notice（SMS_8）审核未通过'])
    judged = {}
  })

  it('names a key that is not accepted once', async () => {
    code = 'InvalidAccessKeyId.NotFound'
    expect(await faults()).toEqual(['短信签名「车驿」：短信服务应答 InvalidAccessKeyId.NotFound'])
  })
})
