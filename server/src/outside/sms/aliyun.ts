import { createRequire } from 'node:module'
import type * as Sdk from '@alicloud/dysmsapi20170525'
import type * as Core from '@alicloud/openapi-core'
import type { SmsPort } from '../../kernel/ports.ts'
import type { AliyunSms } from '../../kernel/process/config.ts'

interface Wire {
  readonly endpoint: string
  readonly protocol: 'HTTPS' | 'HTTP'
}

const vendor: Wire = { endpoint: 'dysmsapi.aliyuncs.com', protocol: 'HTTPS' }

/** Alibaba Cloud SMS through its own SDK, which is loaded with the first message because it is large. */
export function aliyunSms(account: AliyunSms, wire: Wire = vendor): SmsPort {
  const { accessKeyId, accessKeySecret, sign, templates } = account
  let client: Sender | undefined
  return {
    async send({ mobile, template, params, language }) {
      client ??= open({ accessKeyId, accessKeySecret, ...wire })
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

type Sender = (request: {
  phoneNumbers: string
  signName: string
  templateCode: string
  templateParam: string
}) => Promise<string | undefined>

/** The SDK is CommonJS and exports its client as `default`. */
const load = createRequire(import.meta.url)

function open(config: { accessKeyId: string; accessKeySecret: string } & Wire): Sender {
  const { default: Client, SendSmsRequest } = load('@alicloud/dysmsapi20170525') as typeof Sdk
  const { $OpenApiUtil } = load('@alicloud/openapi-core') as typeof Core
  const client = new Client(new $OpenApiUtil.Config(config))
  return async (request) => {
    try {
      return (await client.sendSms(new SendSmsRequest(request))).body?.code
    } catch (error) {
      // The SDK's own error contains the request, and with it the number.
      return (error as { code?: string }).code ?? 'unreachable'
    }
  }
}
