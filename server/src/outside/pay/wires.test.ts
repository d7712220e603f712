import { createPublicKey } from 'node:crypto'
import { DAY } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { BadSecret } from '../../kernel/pay-port.ts'
import { answerNode, fenOf, signFields } from './alipay/wire.ts'
import { issueCertificate } from './issue.ts'
import { privateKeyOf, publicKeyOf, rsaSign, rsaVerify } from './rsa.ts'
import { certificatesOf, signersOf } from './wechat/certificates.ts'
import { authorization, isSigned, lines, seal, unseal } from './wechat/wire.ts'

/** A key of this test alone. What was signed with it was signed by the SDKs that each test names. */
const KEY =
  'MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAM684XcOXuyrxezwRep/hylcYWrzvbxtpcoQN8cFdQM8FwuqTn5+lNFLv2ITWqBFzn0trdGuOLLd3JJcSZklp+gPXmOqw9Rf35OgjkOBp8erJuY9aG9wlTFKT6sy4I1v36aDu5LUnDLY9Nar+PatoSferwpqoZiRzErcUb1ed1QFAgMBAAECgYEAp/gAe9m6ODJr8lFZjOgmae173QjCLJktrVm158bARmuJEdpCQjYYNWCE02uEI1n0JfJ6GjWiLXli36uJxJs6qjP/5RpqUMBYhxsTlCsXKdjV8TvymHfnjgrbPn7AJccwmqHPvjz4Ctxx/9js01+ciAerVglE4inJjwNzkadViBUCQQDrBVftg+vTu7dgB8ympqwnjSbGeriRYlIVn6dwPUbSHsvjVzWy8GzwHBkBUXpoczJmM339IPnvqWvSz9BXIyJzAkEA4TE3up4mVXgtVRguo634utGoQ0KZOr+XVREMaNb56AvRXCTN/uAu/HGfRa2OZLqJDKMx52Y6SDZ5OQFv+U75pwJAD4nZ52U6eVRG6n15hWctqKvHbYX9n/cdMDrPCjey7/+DQXOppDwLJ9DjwleNvUwof+NVqB+/Bp5v948v2iMDiwJBAK1VogzOILmXGGWwiG3KwnKiYH7tK17SDF0ZE1E7b/7R4eOoHLt7ug7sMmmCruEPx9/nWclAocnlzCc52QOwa28CQAFDrBBFmJryX4BAu6d67jECWhB2XtsgJc+XrveLwXKIvPXjGWLmflpxYjyWtxc9JTbj6h2F9mdtDZXdDLJ9C+U='
const privateKey = privateKeyOf(KEY)
const publicKey = createPublicKey(privateKey)

describe('Alipay', () => {
  it('is asked as its own SDK (alipay-sdk 4.14.0) asks', () => {
    const signed = signFields(privateKey, {
      method: 'alipay.trade.query',
      app_id: '2021000000000001',
      charset: 'utf-8',
      version: '1.0',
      sign_type: 'RSA2',
      timestamp: '2026-11-21 04:10:40',
      notify_url: '',
      biz_content: '{"out_trade_no":"P1","note":"租车 a&b=c"}',
    })
    expect(signed.sign).toBe(
      'KCy2tgyVofDC5srALiDYFBGEjFTmyMW4u6MTkAW2nrASQsTNlpVcu42XS3V2PjKMavCl7Jj0zHpLlMw33x8uZvwTL58SKhlIdzlfNcd0B89tShXfdhpy93yZt+TVdWJoCmiKEuGGD2OMra+eGIwWb5/pnE4QFSv8yaPvnLw0qy8=',
    )
  })

  it('signs the node of its answer as it stands, brackets in texts and all', () => {
    const node = '{"code":"10000","msg":"a \\"} b","list":[{"x":1}]}'
    expect(answerNode(`{"alipay_x_response":${node},"sign":"s"}`, 'alipay_x_response')).toBe(node)
    expect(answerNode('{"other":{}}', 'alipay_x_response')).toBeUndefined()
    expect(answerNode('{"alipay_x_response":{"code":', 'alipay_x_response')).toBeUndefined()
  })

  it.each([
    ['0.01', 1],
    ['869', 86900],
    ['1.1', 110],
    ['19.99', 1999],
    ['1e3', undefined],
    ['-1', undefined],
    [5, undefined],
  ])('%s is %s fen', (yuan, fen) => expect(fenOf(yuan)).toBe(fen))
})

describe('WeChat Pay', () => {
  const asked = {
    method: 'POST',
    path: '/v3/pay/transactions/out-trade-no/P1/close',
    timestamp: '1554208460',
    nonce: '593BEC0C930BF1AFEB40B4A08C8FB242',
    body: '{"mchid":"1600000000"}',
  }

  it('is asked as wechatpay-axios-plugin 0.9.6 asks', () => {
    const by = { merchantNo: '1600000000', keySerial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1' }
    const header = authorization(privateKey, by, asked)
    expect(header).toContain('WECHATPAY2-SHA256-RSA2048 mchid="1600000000"')
    expect(header).toContain(
      'signature="cOptSESTr3WlNwV0l5PgIZmrT8NLmMGNdbbe+sEPZXAykcBqekDeMq7/JD/8zruyAAj/goTR01t6BPNhqayUTEhYFLJmOzRA5CMAjY0Hz0aHE1Fswh8oWuW9GZEElu7IzMRSH95bztFacK7yPJkUGNBTt/F0oCdsVxa7z5fLz4c="',
    )
    expect(header).toContain('serial_no="5157F09EFDC096DE15EBE81A47057A7232F1B8E1"')
  })

  it('seals as its own SDK for Go does, and as its documents have it', () => {
    const example = {
      ciphertext: 'FsdXzxryWfKwvLJKf8LG/ToRPTRh8RN9wROC',
      nonce: 'wCq51qZv4Yfg',
      associated_data: 'Dl56FrqWQJF1t9LtC3vEUsniZKvbqdR8',
    }
    expect(unseal('testAPIv3Key0000', example)).toBe('Hello World')
    const secret = '0123456789abcdef0123456789abcdef'
    const sealed = seal(secret, 'wCq51qZv4Yfg', 'transaction', '{"out_trade_no":"P1"}')
    expect(sealed.ciphertext).toBe('f5i1xhpfgusUhYvXrQXj+xvdhw8bue7TzXp0Zxgg/VbMkVwjow==')
    expect(() => unseal(secret, { ...sealed, associated_data: 'refund' })).toThrow()
    expect(() => unseal('0123456789abcdef0123456789abcdeF', sealed)).toThrow()
  })

  it('gives its certificates sealed by the APIv3 key, several at once', async () => {
    const secret = '0123456789abcdef0123456789abcdef'
    const at = Date.parse('2026-11-20T10:00:00+08:00')
    const [old, fresh] = [await issueCertificate(at), await issueCertificate(at + DAY)]
    const sealed = (certificate: string) => ({
      encrypt_certificate: seal(secret, 'wCq51qZv4Yfg', 'certificate', certificate),
    })
    const data = [old, fresh].map(({ certificate }) => sealed(certificate))
    const { privateKey: _, ...given } = fresh
    const certificates = certificatesOf(secret, data)
    expect(certificates[1]).toEqual(given)
    expect(() => certificatesOf('x'.repeat(32), data)).toThrow(BadSecret)
    expect(() => certificatesOf(secret, [sealed('no certificate')])).toThrow(BadSecret)

    const typed = { providerKey: old.certificate, providerKeyId: old.serial }
    const signers = signersOf({ ...typed, certificates })
    const isValid = (serial: string, t: number, by = signers) => by.find(serial, t) !== undefined
    expect([at - 1, at, old.to, old.to + 1].map((t) => isValid(old.serial, t))).toEqual([false, true, true, false])
    expect([isValid(fresh.serial, at), isValid(fresh.serial, at + DAY), isValid('AB12', at)]).toEqual([
      false,
      true,
      false,
    ])
    expect([signers.newest(at), signers.newest(at + DAY)]).toEqual([old.serial, fresh.serial])
    // What was typed counts until WeChat has given its own, and as long as it is valid.
    const alone = signersOf({ ...typed, certificates: [] })
    expect([isValid(old.serial, at, alone), isValid(old.serial, old.to + 1, alone)]).toEqual([true, false])
    expect(isValid(old.serial, at, signersOf({ ...typed, certificates: [given] }))).toBe(false)
  })

  it('is believed by its own signature alone', () => {
    const body = '{"id":"1"}'
    const signature = rsaSign(privateKey, lines('1554208460', 'n', body))
    const signed = { timestamp: '1554208460', nonce: 'n', body }
    expect(isSigned(publicKey, signed, signature)).toBe(true)
    expect(isSigned(publicKey, { ...signed, body: '{"id":"2"}' }, signature)).toBe(false)
    expect(isSigned(publicKey, signed, 'not base64 !')).toBe(false)
  })
})

describe('keys', () => {
  it('come as PEM or bare, and nothing else is taken', () => {
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    const text = rsaSign(privateKeyOf(pem), 'x')
    const bare = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    expect(rsaVerify(publicKeyOf(bare), 'x', text)).toBe(true)
    expect(() => privateKeyOf('MIIC')).toThrow()
    expect(() => publicKeyOf('hello')).toThrow()
  })
})
