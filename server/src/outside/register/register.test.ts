import { idCheckSign } from '@cheyi/domain/check/id-number'
import { identityResult } from '@cheyi/domain/driver/identity-check'
import { afterAll, describe, expect, it } from 'vitest'
import { localServer } from '../local-server.ts'
import { openRegister } from './port.ts'
import { registerSimulator } from './simulator.ts'
import { tencentRegister } from './tencent.ts'

const account = { secretId: 'id', secretKey: 'key' }
const now = () => Date.parse('2026-11-20T10:00:00+08:00')
const digits = '44052419870101001'
const number = digits + idCheckSign(digits)

/** What the vendor says next, and what it was asked. */
let says: object | string = {}
let asked: { headers: object; body: string } = { headers: {}, body: '' }
const vendor = localServer(async (request, response) => {
  asked = { headers: request.headers, body: Buffer.concat(await request.toArray()).toString() }
  response.end(typeof says === 'string' ? says : JSON.stringify({ Response: says }))
})
const simulator = registerSimulator({ ...account, now })
afterAll(async () => {
  await vendor.close()
  await simulator.close()
})

describe('answers of the vendor', () => {
  const port = tencentRegister(account, { now, url: vendor.url })

  it.each([
    [{ Result: '0', Description: '姓名和身份证号一致' }, identityResult.same],
    [{ Result: '-1' }, identityResult.different],
    [{ Result: '-5' }, identityResult.nobody],
    [{ Result: '-2' }, undefined],
    [{ Result: '-4' }, undefined],
    [{ Result: '-7' }, undefined],
    [{ Error: { Code: 'UnauthorizedOperation', Message: '' } }, undefined],
    [{}, undefined],
    ['<html>', undefined],
  ] as const)('%o', async (answer, result) => {
    says = answer
    expect(await port.compare('李明', number)).toBe(result)
  })

  it('are asked for as its documents say', async () => {
    await port.compare('李明', number)
    expect(JSON.parse(asked.body)).toEqual({ Name: '李明', IdCard: number })
    expect(asked.headers).toMatchObject({
      'x-tc-action': 'IdCardVerification',
      'x-tc-version': '2018-03-01',
      authorization: expect.stringContaining('/2026-11-20/faceid/tc3_request'),
    })
    expect(asked.headers).not.toHaveProperty('x-tc-region')
  })

  it('are none where nobody is', async () => {
    const away = tencentRegister(account, { now, url: () => 'http://127.0.0.1:9' })
    expect(await away.compare('李明', number)).toBeUndefined()
  })
})

describe('the simulator', () => {
  const port = tencentRegister(account, { now, url: simulator.url, timeout: 300 })

  it('says what it was told of a name, and knows everybody else', async () => {
    for (const answer of ['same', 'different', 'nobody'] as const) {
      simulator.tell('王某', answer)
      expect(await port.compare('王某', number)).toBe(identityResult[answer])
    }
    for (const answer of ['fail', 'slow'] as const) {
      simulator.tell('王某', answer)
      expect(await port.compare('王某', number)).toBeUndefined()
    }
    expect(await port.compare('李明', number)).toBe(identityResult.same)
    expect(await port.compare('李明', `${digits}-`)).toBeUndefined()
  })

  it('refuses another key, and a clock that is off', async () => {
    const forged = tencentRegister({ ...account, secretKey: 'x' }, { now, url: simulator.url })
    expect(await forged.compare('李明', number)).toBeUndefined()
    const late = tencentRegister(account, { now: () => now() - 400_000, url: simulator.url })
    expect(await late.compare('李明', number)).toBeUndefined()
  })
})

it('is nobody where there is neither an account nor a demo', async () => {
  const port = openRegister({ tencentFaceid: undefined, simulators: 'off' }, now)
  expect(port.compares).toEqual([])
  expect(await port.compare('李明', number)).toBeUndefined()
})
