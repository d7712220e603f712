import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { idProblem } from '@cheyi/domain/check/id-number'
import { identityType } from '@cheyi/domain/driver/codes'
import { readingOf } from '@cheyi/domain/driver/reading'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { drawnPlate, inBars, inPrint, photographed } from '../../testing/drawn-signs.ts'
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
const simulator = ocrSimulator({ ...account, now }, async (_, sign) =>
  sign === 'vin' ? '1M8GDM9AXKP042788' : '沪AD6J19',
)
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

  it('says of a car what this machine sees', async () => {
    const port = tencentOcr(account, { now, url: simulator.url })
    expect(await port.readSign(whose, 'plate', picture)).toBe('沪AD6J19')
    expect(await port.readSign(whose, 'vin', picture)).toBe('1M8GDM9AXKP042788')
  })

  it('refuses another key and a clock that is off', async () => {
    const other = tencentOcr({ ...account, secretKey: 'x' }, { now, url: simulator.url })
    await expect(other.read(whose, 'imgFront', picture)).rejects.toEqual(failed)
    const late = tencentOcr(account, { now: () => now() - 400_000, url: simulator.url })
    await expect(late.read(whose, 'imgFront', picture)).rejects.toEqual(failed)
  })
})

describe('the program on this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cheyi-ocr-'))
  const port = openOcr({ tencentOcr: undefined, simulators: 'off' }, { now, folder })
  afterAll(async () => {
    await port.close?.()
    rmSync(folder, { recursive: true })
  })

  it('reads a card, and leaves nothing of it behind', async () => {
    const card = await drawn('姓名　李明\n性别　男　民族　汉\n公民身份号码　110105198701010017')
    expect(await port.read(whose, 'imgFront', card)).toEqual(
      readingOf({ name: '李明', identityNo: '110105198701010017' }),
    )
    expect(readdirSync(folder)).toEqual([])
  }, 60_000)

  it.each([
    ['沪AD6J19', { fill: '#1b4fa8', ink: '#fff' }],
    ['粤BF12345', { fill: '#8fd3a5', ink: '#111' }],
    ['京N8A31K', { fill: '#e8c020', ink: '#111' }],
  ] as const)(
    'reads the plate %s on a car',
    async (plate, colours) => {
      expect(await port.readSign(whose, 'plate', await photographed(await drawnPlate(plate, colours)))).toBe(plate)
      expect(readdirSync(folder)).toEqual([])
    },
    60_000,
  )

  it('reads a frame number in print and in bars, and nothing of an empty picture', async () => {
    const vin = '1M8GDM9AXKP042788'
    expect(await port.readSign(whose, 'vin', await photographed(await inPrint(vin)))).toBe(vin)
    expect(await port.readSign(whose, 'vin', await photographed(inBars('1HGBH41JXMN109186')))).toBe('1HGBH41JXMN109186')
    const empty = await photographed(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
    await expect(port.readSign(whose, 'vin', empty)).rejects.toEqual(failed)
    await expect(port.readSign(whose, 'plate', empty)).rejects.toEqual(failed)
  }, 60_000)

  it('says so when there is nothing to read, no picture, or a line before it', async () => {
    const blank = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    await expect(port.read(whose, 'imgFront', blank)).rejects.toEqual(failed)
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => port.read(whose, 'imgBack', picture)))
    expect(answers).toEqual(Array(6).fill({ status: 'rejected', reason: failed }))
    expect(readdirSync(folder)).toEqual([])
  }, 60_000)
})

/** A paper of these lines. */
const drawn = (lines: string): Promise<Buffer> =>
  sharp({
    text: {
      text: `<span foreground="black">${lines}</span>`,
      rgba: true,
      font: 'Noto Sans S Chinese 44',
      fontfile: fileURLToPath(new URL('../fonts/NotoSansHans-Regular.otf', import.meta.resolve('@embedpdf/fonts-sc'))),
      dpi: 72,
      spacing: 40,
    },
  })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: 'white' })
    .flatten({ background: 'white' })
    .png()
    .toBuffer()

it('signs over body and action: a question changed on its way is another', () => {
  const question = { host: 'ocr.tencentcloudapi.com', action: 'IDCardOCR', body: '{}', timestamp: 1551113065 }
  const signed = authorisation(account, ocrProduct, question)
  expect(signed).toMatch(
    /^TC3-HMAC-SHA256 Credential=id\/2019-02-25\/ocr\/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=[\da-f]{64}$/,
  )
  expect(authorisation(account, ocrProduct, { ...question, body: '{ }' })).not.toBe(signed)
  expect(authorisation(account, ocrProduct, { ...question, action: 'DriverLicenseOCR' })).not.toBe(signed)
})
