import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { checkResult } from '@cheyi/domain/rental/driver/codes'
import { bareAnswer } from '@cheyi/domain/rental/driver/paper-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Vendors } from '../../kernel/process/config.ts'
import { localServer } from '../local-server.ts'
import { caihRegister, caihSign } from './caih.ts'
import { openRegister } from './port.ts'
import { idCardSimulator, licenceSimulator } from './simulator.ts'
import { tencentRegister } from './tencent.ts'

const ofTencent = { secretId: 'id', secretKey: 'key' }
const ofCaih = { userKey: 'user', appId: 'app', secretKey: 'key' }
const now = () => Date.parse('2026-11-20T10:00:00+08:00')
const late = () => now() - 400_000
const digits = '44052419870101001'
const number = digits + idCheckSign(digits)

/** What the vendor says next, and what it was asked. */
let says: object | string = {}
let asked: { method?: string; url?: string; headers: object; body: string } = { headers: {}, body: '' }
const vendor = localServer(async (request, response) => {
  const { method, url, headers } = request
  asked = { method, url, headers, body: Buffer.concat(await request.toArray()).toString() }
  response.end(typeof says === 'string' ? says : JSON.stringify(says))
})
const idCards = idCardSimulator({ ...ofTencent, now })
const licences = licenceSimulator({ ...ofCaih, now })
afterAll(async () => {
  await Promise.all([vendor, idCards, licences].map((server) => server.close()))
})

describe('answers about identity cards', () => {
  const compare = tencentRegister(ofTencent, { now, url: vendor.url })

  it.each([
    [{ Result: '0', Description: '姓名和身份证号一致' }, checkResult.same],
    [{ Result: '-1' }, checkResult.different],
    [{ Result: '-5' }, checkResult.nobody],
    [{ Result: '-2' }, undefined],
    [{ Result: '-4' }, undefined],
    [{ Result: '-7' }, undefined],
    [{ Error: { Code: 'UnauthorizedOperation', Message: '' } }, undefined],
    [{}, undefined],
    ['<html>', undefined],
  ] as const)('%o', async (answer, result) => {
    says = typeof answer === 'string' ? answer : { Response: answer }
    expect((await compare('李明', number))?.result).toBe(result)
  })

  it('are asked for as its documents say', async () => {
    await compare('李明', number)
    expect(JSON.parse(asked.body)).toEqual({ Name: '李明', IdCard: number })
    expect(asked.headers).toMatchObject({
      'x-tc-action': 'IdCardVerification',
      'x-tc-version': '2018-03-01',
      authorization: expect.stringContaining('/2026-11-20/faceid/tc3_request'),
    })
    expect(asked.headers).not.toHaveProperty('x-tc-region')
  })

  it('are none where nobody is', async () => {
    const away = tencentRegister(ofTencent, { now, url: () => 'http://127.0.0.1:9' })
    expect(await away('李明', number)).toBeUndefined()
  })
})

describe('answers about driving licences', () => {
  const compare = caihRegister(ofCaih, { now, url: async () => `${await vendor.url()}/verify/api` })
  const good = { desc: '查询成功', allowDriveCar: 'C1/小型汽车', driveCardStatus: 'A/正常' }
  const same = (states: string, classes: string) => ({ result: checkResult.same, states, classes })

  it('are signed as the vendor’s published example is', () => {
    const published = {
      secretKey: 'g8imy09du0y893uv03mu580c4mu5c341',
      userKey: '6be014da2c1f6b4140e2a12984960376',
      appId: 'f790e630a256667a9b25a433bf40481b',
    }
    expect(caihSign(published, '20190310121232')).toBe('0fd62781d984abc1a840480d707d5cd2')
  })

  it('are asked for as its documents say', async () => {
    await compare('李明', number)
    expect(asked).toMatchObject({ method: 'POST', url: '/verify/api/driving_license_query' })
    expect(asked.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
    const timestamp = '20261120100000'
    expect(JSON.parse(asked.body)).toEqual({
      authinfo: { userkey: 'user', appid: 'app', timestamp, sign: caihSign(ofCaih, timestamp) },
      param: { name: '李明', driveLicenseCode: number },
    })
  })

  it.each([
    ['a licence', good, same('A', 'C1')],
    ['bare codes', { ...good, allowDriveCar: 'A2D', driveCardStatus: 'BD' }, same('BD', 'A2D')],
    ['words', { ...good, driveCardStatus: '暂扣、超分' }, same('DB', 'C1')],
    ['a word of none that is known', { ...good, driveCardStatus: '已冻结' }, same('Z', 'C1')],
    ['another name', { desc: '姓名与证号不一致' }, bareAnswer(checkResult.different)],
    ['another name with a licence', { ...good, desc: '不一致' }, bareAnswer(checkResult.different)],
    ['nobody', { desc: '查无记录' }, bareAnswer(checkResult.nobody)],
    // Names of fields that are not those we know are no licence that is good.
    ['no state', { ...good, driveCardStatus: undefined }, undefined],
    ['no class', { ...good, allowDriveCar: null }, undefined],
    ['a class that is none', { ...good, allowDriveCar: '小型汽车' }, undefined],
    ['words alone', { desc: '一致' }, undefined],
    ['other kinds of values', { desc: 1, allowDriveCar: 2, driveCardStatus: [] }, undefined],
  ])('%s', async (_, data, answer) => {
    says = { code: '000', message: '请求成功', data }
    expect(await compare('李明', number)).toEqual(answer)
  })

  it.each([
    [{ code: '205', data: good }],
    [{ code: '000' }],
    [{ code: '000', data: null }],
    [{}],
    ['null'],
    ['<html>'],
  ])('are none: %o', async (answer) => {
    says = answer
    expect(await compare('李明', number)).toBeUndefined()
  })

  it('are none where nobody is', async () => {
    const away = caihRegister(ofCaih, { now, url: () => 'http://127.0.0.1:9' })
    expect(await away('李明', number)).toBeUndefined()
  })
})

interface Wanted {
  readonly secretKey?: string
  readonly now?: () => number
  readonly timeout?: number
}

describe.each([
  {
    paper: 'identity cards',
    simulator: idCards,
    compare: ({ secretKey = 'key', ...more }: Wanted = {}) =>
      tencentRegister({ ...ofTencent, secretKey }, { now, url: idCards.url, ...more }),
    good: bareAnswer(checkResult.same),
  },
  {
    paper: 'licences',
    simulator: licences,
    compare: ({ secretKey = 'key', ...more }: Wanted = {}) =>
      caihRegister({ ...ofCaih, secretKey }, { now, url: licences.url, ...more }),
    good: { result: checkResult.same, states: 'A', classes: 'C1' },
  },
])('the simulator of $paper', ({ simulator, compare, good }) => {
  it('says what it was told of a name, and knows everybody else', async () => {
    for (const answer of ['different', 'nobody'] as const) {
      simulator.tell('王某', answer)
      expect(await compare()('王某', number)).toEqual(bareAnswer(checkResult[answer]))
    }
    simulator.tell('王某', 'fail')
    expect(await compare()('王某', number)).toBeUndefined()
    simulator.tell('王某', 'slow')
    expect(await compare({ timeout: 300 })('王某', number)).toBeUndefined()
    simulator.tell('王某', 'same')
    expect(await compare()('王某', number)).toEqual(good)
    expect(await compare()('李明', number)).toEqual(good)
    expect(await compare()('李明', `${digits}-`)).toBeUndefined()
  })

  it('refuses another key, and a clock that is off', async () => {
    expect(await compare({ secretKey: 'x' })('李明', number)).toBeUndefined()
    expect(await compare({ now: late })('李明', number)).toBeUndefined()
  })
})

it.each([
  ['otherClass', 'A', 'C2'],
  ['suspended', 'D', 'C1'],
  ['revoked', 'F', 'C1'],
  ['overPoints', 'B', 'C1'],
] as const)('a licence can be told to be %s', async (answer, states, classes) => {
  licences.tell('王某', answer)
  const compare = caihRegister(ofCaih, { now, url: licences.url })
  expect(await compare('王某', number)).toEqual({ result: checkResult.same, states, classes })
})

describe('openRegister', () => {
  const config = {
    tencentFaceid: undefined,
    caih: undefined,
    vendors: { caih: '' } as Vendors,
    simulators: 'off',
  } as const

  it('is nobody where there is neither an account nor a demo', () =>
    expect(openRegister(config, now).compares).toEqual({}))

  it('compares what there is an account for', () => {
    expect(Object.keys(openRegister({ ...config, caih: ofCaih }, now).compares)).toEqual(['licence'])
    expect(Object.keys(openRegister({ ...config, tencentFaceid: ofTencent }, now).compares)).toEqual(['idCard'])
  })

  it('asks the vendor of a paper even on a demo, and simulates the other', async () => {
    const vendors = { caih: await vendor.url() } as Vendors
    const port = openRegister({ ...config, vendors, caih: ofCaih, simulators: 'open' }, now)
    says = { code: '000', data: { desc: '查无记录' } }
    expect(await port.compares.licence?.('李明', number)).toEqual(bareAnswer(checkResult.nobody))
    expect(await port.compares.idCard?.('李明', number)).toEqual(bareAnswer(checkResult.same))
    await port.close?.()
  })
})
