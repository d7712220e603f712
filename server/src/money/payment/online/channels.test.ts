import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PayAccount, PaySimulator } from '../../../kernel/pay-port.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'

/* Keys of contracts that are wrong: refused where they are saved, or never put to use. */

let t: TestApp
let w: World
let simulator: PaySimulator
let accounts: Record<'alipay' | 'wechat', PayAccount>

const { saveChannel, testChannel, channels } = contract.payment
const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const publicOf = (key: string) => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
const bare = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '')

beforeAll(async () => {
  t = await testApp()
  simulator = t.kernel.outside.pay.simulator!
  accounts = { alipay: await simulator.account('alipay'), wechat: await simulator.account('wechat') }
})
beforeEach(async () => {
  w = await makeWorld(t)
})
afterEach(() => simulator.fail('none'))
afterAll(() => t.close())

const owner = () => ({ token: w.tokens.owner })
const save = (which: 'alipay' | 'wechat', more: Partial<PayAccount> & { id?: string; version?: number } = {}) =>
  t.send(saveChannel, { ...accounts[which], ...more, payWay: payWay[which], enabled: true }, owner())
const held = async () => (await t.call(channels, {}, owner())).list

describe('is refused by its field, with what would be right', () => {
  it.each([
    [
      'the shop’s own public key as that of Alipay',
      'alipay',
      (own) => ({ providerKey: publicOf(own.privateKey) }),
      'providerKey',
      '您自己的应用公钥',
    ],
    [
      'the same as bare base64',
      'alipay',
      (own) => ({ providerKey: bare(publicOf(own.privateKey)) }),
      'providerKey',
      '您自己的应用公钥',
    ],
    [
      'a private key as a public one',
      'alipay',
      () => ({ providerKey: stranger.privateKey }),
      'providerKey',
      '填的是私钥',
    ],
    [
      'a public key as the private one',
      'alipay',
      () => ({ privateKey: stranger.publicKey }),
      'privateKey',
      '填的是公钥',
    ],
    [
      'what is no key',
      'alipay',
      () => ({ providerKey: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A' }),
      'providerKey',
      '完整的公钥',
    ],
    [
      'the shop’s own public key as that of WeChat',
      'wechat',
      (own) => ({ providerKey: publicOf(own.privateKey) }),
      'providerKey',
      '您自己的商户API证书的公钥',
    ],
    [
      'an id without its beginning',
      'wechat',
      () => ({ providerKeyId: '0116123456789012024010100381000000' }),
      'providerKeyId',
      'PUB_KEY_ID_',
    ],
    [
      'the id of the platform’s key as the serial number',
      'wechat',
      (own) => ({ keySerial: own.providerKeyId }),
      'keySerial',
      '证书的序列号',
    ],
  ] as const satisfies readonly (readonly [
    string,
    'alipay' | 'wechat',
    (own: PayAccount) => Partial<PayAccount>,
    string,
    string,
  ])[])('%s', async (_, which, more, field, words) => {
    expect(await save(which, more(accounts[which]))).toMatchObject({
      errorCode: -2,
      data: { field },
      message: expect.stringContaining(words),
    })
    expect(await held()).toEqual([])
  })
})

describe.each(['alipay', 'wechat'] as const)('what %s says to a signed question', (which) => {
  it('is said where its contract is saved, and again when it is tested', async () => {
    const { data } = await save(which)
    expect(data).toMatchObject({ check: { state: 'right' } })
    const { id } = data as { id: string }
    expect(await t.call(testChannel, { id }, owner())).toMatchObject({ state: 'right', field: null })
    expect(await held()).toMatchObject([{ enabled: true }])
  })

  it('keeps a contract under another shop’s key from taking money, until it is saved with the right one', async () => {
    const { data } = await save(which, { privateKey: stranger.privateKey })
    expect(data).toMatchObject({ check: { state: 'wrong', field: 'privateKey' } })
    expect(await held()).toMatchObject([{ enabled: false }])
    const { id, version } = data as { id: string; version: number }
    expect((await save(which, { id, version })).data).toMatchObject({ check: { state: 'right' } })
    expect(await held()).toMatchObject([{ enabled: true }])
  })

  it('finds a key that is not the provider’s', async () => {
    expect((await save(which, { providerKey: stranger.publicKey })).data).toMatchObject({
      check: { state: 'wrong', field: 'providerKey' },
    })
    expect(await held()).toMatchObject([{ enabled: false }])
  })

  it('that cannot be had is no fault: it is saved, and tested later', async () => {
    await simulator.fail('down')
    const { data } = await save(which)
    expect(data).toMatchObject({ check: { state: 'unreached', words: expect.stringContaining('请稍后点「测试」') } })
    expect(await held()).toMatchObject([{ enabled: true }])
    await simulator.fail('none')
    const { id } = data as { id: string }
    expect(await t.call(testChannel, { id }, owner())).toMatchObject({ state: 'right' })
  })
})
