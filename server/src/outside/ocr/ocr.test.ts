import { idProblem } from '@cheyi/domain/platform/check/id-number'
import { identityType } from '@cheyi/domain/rental/driver/codes'
import { readingOf } from '@cheyi/domain/rental/driver/reading'
import { afterAll, describe, expect, it } from 'vitest'
import { localServer } from '../local-server.ts'
import { authorisation } from '../tencent/wire.ts'
import { openOcr } from './port.ts'
import { ocrSimulator } from './simulator.ts'
import { ocrProduct, tencentOcr } from './tencent.ts'

const account = { secretId: 'id', secretKey: 'key', region: 'ap-shanghai' }
const now = () => Date.parse('2026-11-20T10:00:00+08:00')
const picture = Buffer.from('a picture')

/** What the vendor says next. */
let says: object | string = {}
const vendor = localServer((_, response) => {
  response.end(typeof says === 'string' ? says : JSON.stringify({ Response: says }))
})
const simulator = ocrSimulator({ ...account, now })
afterAll(async () => {
  await vendor.close()
  await simulator.close()
})
const failed = expect.objectContaining({ key: 'ocrFailed' })

const whose = { merchantId: '1', accountId: '1' }

describe('answers of the vendor', () => {
  const port = tencentOcr(account, { now, url: vendor.url })

  it.each([
    [
      'imgFront',
      { Name: '李明', Sex: '男', Nation: '汉', Birth: '1987/1/1', Address: '北京市', IdNum: '440524198701010014' },
      { name: '李明', identityNo: '440524198701010014', birthday: '1987-01-01', gender: 1, address: '北京市' },
    ],
    ['imgBack', { ValidDate: '2010.07.21-2030.07.21' }, { identityExpire: '2030-07-21' }],
    ['imgBack', { ValidDate: '2010.07.21-长期' }, { forever: true }],
    [
      'licenceMain',
      { Name: '李明', CardCode: '440524198701010014', Class: 'C1', DateOfFirstIssue: '2010-06-01', EndDate: '长期' },
      { name: '李明', licenceNo: '440524198701010014', licenceClass: 'C1', licenceFirstIssue: '2010-06-01' },
    ],
    [
      'licenceMain',
      { Name: '李明', StartDate: '2020-06-01', EndDate: '6年' },
      { name: '李明', licenceExpire: '2026-06-01' },
    ],
    [
      'licenceSub',
      { BackPageName: '李明', BackPageCardCode: '440524198701010014', ArchivesCode: '310012345678' },
      { name: '李明', licenceNo: '440524198701010014' },
    ],
    ['imgFront', { Name: '', IdNum: '' }, {}],
  ] as const)('%s: %o', async (slot, answer, reading) => {
    says = answer
    expect(await port.read(whose, slot, picture)).toEqual(readingOf(reading))
  })

  it.each([
    ['plate', { Number: '沪A·D6J19', Confidence: 99 }, '沪AD6J19'],
    ['vin', { Vin: 'lsvam4187c2184841' }, 'LSVAM4187C2184841'],
  ] as const)('%s: %o', async (sign, answer, text) => {
    says = answer
    expect(await port.readSign(whose, sign, picture)).toBe(text)
    says = { Number: '看不清', Vin: '123' }
    await expect(port.readSign(whose, sign, picture)).rejects.toEqual(failed)
  })

  it.each([[{ Error: { Code: 'FailedOperation.ImageBlur', Message: '模糊' } }], ['<html>'], ['']])(
    '%o is typed by hand',
    async (answer) => {
      says = answer
      await expect(port.read(whose, 'imgFront', picture)).rejects.toEqual(failed)
    },
  )

  it('an address where nobody is, is typed by hand', async () => {
    const away = tencentOcr(account, { now, url: () => 'http://127.0.0.1:9' })
    await expect(away.read(whose, 'imgFront', picture)).rejects.toEqual(failed)
  })
})

describe('the simulator', () => {
  it('answers who signs, alike each time, with numbers that pass their check', async () => {
    const port = tencentOcr(account, { now, url: simulator.url })
    const reading = await port.read(whose, 'imgFront', picture)
    expect(idProblem(identityType.idCard, reading.identityNo!)).toBeNull()
    expect(await port.read(whose, 'imgFront', picture)).toEqual(reading)
    // Both pages of a licence are those of the card that was shown.
    for (const page of ['licenceMain', 'licenceSub'] as const)
      expect(await port.read(whose, page, Buffer.from(page))).toMatchObject({
        name: '演示客户',
        licenceNo: reading.identityNo,
      })
    expect(await port.read(whose, 'imgBack', picture)).toMatchObject({ identityExpire: '2031-11-20' })
    expect(await port.read(whose, 'licenceMain', picture)).toMatchObject({
      licenceClass: 'C1',
      licenceFirstIssue: '2020-11-20',
    })
  })

  it('sees one car of the demo everywhere', async () => {
    const port = tencentOcr(account, { now, url: simulator.url })
    expect(await port.readSign(whose, 'plate', picture)).toBe('沪A12234')
    expect(await port.readSign(whose, 'vin', picture)).toBe('1M8GDM9AXKP042788')
  })

  it('refuses another key and a clock that is off', async () => {
    const other = tencentOcr({ ...account, secretKey: 'x' }, { now, url: simulator.url })
    await expect(other.read(whose, 'imgFront', picture)).rejects.toEqual(failed)
    const late = tencentOcr(account, { now: () => now() - 400_000, url: simulator.url })
    await expect(late.read(whose, 'imgFront', picture)).rejects.toEqual(failed)
  })
})

it('nobody reads without an account, but on a demo', () => {
  expect(openOcr({ tencentOcr: undefined, simulators: 'off' }, now)).toBeNull()
})

it('signs over body and action: a question changed on its way is another', () => {
  const question = { host: 'ocr.tencentcloudapi.com', action: 'IDCardOCR', body: '{}', timestamp: 1551113065 }
  const signed = authorisation(account, ocrProduct, question)
  expect(signed).toMatch(
    /^TC3-HMAC-SHA256 Credential=id\/2019-02-25\/ocr\/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=[\da-f]{64}$/,
  )
  expect(authorisation(account, ocrProduct, { ...question, body: '{ }' })).not.toBe(signed)
  expect(authorisation(account, ocrProduct, { ...question, action: 'DriverLicenseOCR' })).not.toBe(signed)
})
