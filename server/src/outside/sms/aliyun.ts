import { createRequire } from 'node:module'
import type * as Sdk from '@alicloud/dysmsapi20170525'
import type * as Core from '@alicloud/openapi-core'
import type { SmsPort } from '../../kernel/ports.ts'
import type { AliyunSms } from '../../kernel/process/config.ts'
import { vendorAsked } from '../vendor-fetch.ts'

interface Wire {
  readonly endpoint: string
  readonly protocol: 'HTTPS' | 'HTTP'
}

const vendor: Wire = { endpoint: 'dysmsapi.aliyuncs.com', protocol: 'HTTPS' }

/** Alibaba Cloud SMS through its own SDK, which is loaded with the first message because it is large. */
export function aliyunSms(account: AliyunSms, wire: Wire = vendor): SmsPort {
  const { sign, templates } = account
  let client: Sender | undefined
  return {
    async send({ mobile, template, params, language }) {
      client ??= open(account, wire)
      const answer = await client({
        phoneNumbers: mobile,
        signName: sign,
        templateCode: templates[`${template}.${language}`] ?? templates[template]!,
        templateParam: JSON.stringify(params),
      })
      // The vendor's text may contain the number; its code is sufficient.
      if (answer !== 'OK') throw new Error(`Alibaba Cloud SMS refused ${template}: ${answer}`)
    },
  }
}

/** Of a signature or a template, as the vendor numbers it. */
const PASSED = 1
const states: Readonly<Record<number, string>> = { 0: '审核中', 2: '审核未通过', 10: '已取消审核' }

/**
 * What keeps messages from being sent, in words for an operator: an access key that is not accepted, a signature or a template that was not
 * approved. Nothing is sent. The balance is an account of another product of the vendor and is not asked.
 */
export async function aliyunFaults(account: AliyunSms, wire: Wire = vendor): Promise<string[]> {
  const { QuerySmsSignRequest, QuerySmsTemplateRequest, client } = clientOf(account, wire)
  const told = async (what: string, ask: () => Promise<{ code?: string; state?: number }>): Promise<string[]> => {
    const { code, state } = await ask().catch((error: { code?: string }) => ({
      code: error.code ?? 'unreachable',
      state: 0,
    }))
    if (code !== 'OK') return [`${what}：短信服务应答 ${code}`]
    return state === PASSED ? [] : [`${what}${states[state ?? -1] ?? `状态为 ${state}`}`]
  }
  const sign = await told(`短信签名「${account.sign}」`, async () => {
    const { body } = await client.querySmsSign(new QuerySmsSignRequest({ signName: account.sign }))
    return { code: body?.code, state: body?.signStatus }
  })
  // Of an account that is not accepted each answer would be the same.
  if (sign.some((fault) => fault.includes('应答'))) return sign
  const templates = await Promise.all(
    Object.entries(account.templates).map(([name, templateCode]) =>
      told(`短信模板 ${name}（${templateCode}）`, async () => {
        const { body } = await client.querySmsTemplate(new QuerySmsTemplateRequest({ templateCode }))
        return { code: body?.code, state: body?.templateStatus }
      }),
    ),
  )
  return [...sign, ...templates.flat()]
}

type Sender = (request: {
  phoneNumbers: string
  signName: string
  templateCode: string
  templateParam: string
}) => Promise<string | undefined>

/** The SDK is CommonJS and exports its client as `default`. */
const load = createRequire(import.meta.url)

function clientOf({ accessKeyId, accessKeySecret }: AliyunSms, wire: Wire) {
  const sdk = load('@alicloud/dysmsapi20170525') as typeof Sdk
  const { $OpenApiUtil } = load('@alicloud/openapi-core') as typeof Core
  return { ...sdk, client: new sdk.default(new $OpenApiUtil.Config({ accessKeyId, accessKeySecret, ...wire })) }
}

function open(account: AliyunSms, wire: Wire): Sender {
  const { client, SendSmsRequest } = clientOf(account, wire)
  return async (request) => {
    try {
      const answer = await vendorAsked('POST SendSms', wire.endpoint, client.sendSms(new SendSmsRequest(request)))
      return answer.body?.code
    } catch (error) {
      // The SDK's own error contains the request, and with it the number.
      return (error as { code?: string }).code ?? 'unreachable'
    }
  }
}
