import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { KeyFault, PayAccount, PayPort } from '../../kernel/pay-port.ts'
import type { Config } from '../../kernel/process/config.ts'
import { alipayClient } from './alipay/client.ts'
import { privateKeyOf, publicKeyOf } from './rsa.ts'
import { GATEWAY, paySimulator } from './simulator/simulator.ts'
import { payerPage } from './simulator/trades.ts'
import { isCertificateSerial, isPublicKeyId } from './wechat/certificates.ts'
import { wechatClient } from './wechat/client.ts'

/**
 * The payment providers: the vendors on an installation with a public address (they send notifications to
 * `PUBLIC_URL`), on a demo a simulator over the same protocol, otherwise none.
 */
export function openPay(
  { simulators, dataDir, vendors }: Pick<Config, 'simulators' | 'dataDir' | 'vendors'>,
  now: () => number,
): PayPort {
  if (simulators === 'off') {
    const app = { authorize: vendors.wechatAuthorize, api: () => vendors.wechat }
    return {
      inspect,
      provider: (account, renew) =>
        account.provider === 'alipay'
          ? alipayClient(account, { gateway: () => vendors.alipay, page: vendors.alipay, now })
          : wechatClient(account, { base: () => vendors.wechatPay, app, now, renew }),
    }
  }
  const simulator = paySimulator({ dataDir, now })
  return { ...simulatedPay(simulator.url, now), simulator, close: simulator.close }
}

/** Both providers with a simulator in their place, which may run in another process. */
export const simulatedPay = (url: () => Promise<string>, now: () => number): PayPort => ({
  inspect,
  provider: (account, renew) =>
    account.provider === 'alipay'
      ? alipayClient(account, {
          gateway: async () => `${await url()}${GATEWAY}`,
          page: `/api/simulation/v1/pay${GATEWAY}`,
          now,
        })
      : wechatClient(account, {
          base: url,
          app: { authorize: '/api/simulation/v1/pay/authorize', api: url },
          now,
          renew,
          confirmPage: payerPage,
        }),
})

/*
 * Checks of the keys of a contract that need no request to the provider: invalid keys, and keys pasted into the wrong
 * field.
 */

/** WeChat's documents require 32 characters. */
const SECRET_LENGTH = 32

const names = {
  alipay: {
    theirs: '支付宝公钥',
    ours: '应用公钥',
    where: '开放平台 → 应用 → 接口加签方式 → 查看「支付宝公钥」',
  },
  wechat: {
    theirs: '微信支付公钥',
    ours: '商户API证书的公钥',
    where: '商户平台 → 账户中心 → API安全 → 微信支付公钥',
  },
} as const

const isKey = (read: (text: string) => KeyObject, text: string): boolean => {
  try {
    read(text)
    return true
  } catch {
    return false
  }
}

const der = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })

function inspect(account: PayAccount): ReturnType<PayPort['inspect']> {
  const { theirs, ours, where } = names[account.provider]
  if (!isKey(privateKeyOf, account.privateKey))
    return {
      field: 'privateKey',
      words: isKey(publicKeyOf, account.privateKey)
        ? `应用私钥栏填的是公钥，请填写与${ours}配对的私钥`
        : '应用私钥不正确，请粘贴完整的RSA2048私钥',
    }
  if (account.providerKey.includes('PRIVATE KEY') || !isKey(publicKeyOf, account.providerKey))
    return {
      field: 'providerKey',
      words: isKey(privateKeyOf, account.providerKey)
        ? `${theirs}栏填的是私钥，私钥不能外传，请填写${theirs}：${where}`
        : `${theirs}不正确，请粘贴完整的公钥：${where}`,
    }
  const own = der(createPublicKey(privateKeyOf(account.privateKey)))
  if (own.equals(der(publicKeyOf(account.providerKey))))
    return { field: 'providerKey', words: `填的是您自己的${ours}，请填写${theirs}：${where}` }
  if (account.provider === 'wechat') {
    const fault = inspectWechat(account)
    if (fault !== null) return fault
  }
  if (!/^([0-9a-f]{32})?$/i.test(account.appSecret)) return { field: 'appSecret', words: 'AppSecret应为32个字符' }
  return { fingerprint: createHash('sha256').update(own).digest('hex').slice(0, 16) }
}

function inspectWechat({ keySerial, providerKey, providerKeyId, secret }: PayAccount): KeyFault | null {
  if (isPublicKeyId(keySerial))
    return { field: 'keySerial', words: '填的是平台公钥ID，请填写商户API证书的序列号（40位）' }
  if (providerKey.includes('BEGIN CERTIFICATE')) {
    const { serialNumber } = new X509Certificate(providerKey)
    if (serialNumber.toUpperCase() !== providerKeyId.toUpperCase())
      return {
        field: 'providerKeyId',
        words: `平台公钥栏填的是证书，此处应填它的序列号 ${serialNumber}`,
      }
  } else if (!isPublicKeyId(providerKeyId) && !(isCertificateSerial(providerKeyId) && providerKeyId.length === 40))
    return { field: 'providerKeyId', words: '平台公钥ID应以 PUB_KEY_ID_ 开头，请连同前缀完整复制' }
  if (secret.length !== SECRET_LENGTH) return { field: 'secret', words: 'APIv3密钥应为32个字符' }
  return null
}
