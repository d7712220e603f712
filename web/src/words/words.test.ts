import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// biome-ignore lint/plugin: a test ships no schemas.
import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
// biome-ignore lint/plugin: a test ships no schemas.
import { sitePage } from '@cheyi/contract/sales/site-page'
import { costKinds } from '@cheyi/domain/fleet/cost/codes'
import { carTypes, energies, gearboxes } from '@cheyi/domain/fleet/inventory/codes'
import { ownerAgreementKinds, ownerStatementState, ownerStatementStates } from '@cheyi/domain/insight/owner/codes'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { expenseCodes } from '@cheyi/domain/money/expense/codes'
import { onlinePayWays, payKind, payKinds, payWays, supplementReasons } from '@cheyi/domain/money/payment/codes'
import { firstLegalTexts } from '@cheyi/domain/platform/session/legal'
import { type RefusalKey, refusals } from '@cheyi/domain/refusal'
import { builtInTemplates } from '@cheyi/domain/rental/agreement/built-in'
import { agreementStatuses, agreementTypes } from '@cheyi/domain/rental/agreement/codes'
import { damageKinds } from '@cheyi/domain/rental/damage/codes'
import { identityTypes, licenceKinds } from '@cheyi/domain/rental/driver/codes'
import { documentName, documentSlots } from '@cheyi/domain/rental/driver/documents'
import { licenceDuties } from '@cheyi/domain/rental/driver/licence-kind'
import { carParts } from '@cheyi/domain/rental/pickup-return/parts'
import { photoFaults } from '@cheyi/domain/rental/pickup-return/photo-fault'
import { photoSlots } from '@cheyi/domain/rental/pickup-return/record'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { traditionalColumn, traditionalMessages } from '../build/traditional-words.ts'
import { sayDate, sayDeadline, sayMoment, sayMonth } from './dates.ts'
import { type Column, english } from './english/column.ts'
import { traditional } from './traditional/column.gen.ts'
import { isChinese, refusalText, say, setColumn, translate } from './words.ts'

const columns: Readonly<Record<string, Column>> = { english, traditional }

afterEach(() => setColumn(null))

/** Refusals of a booking that come through to the customer as they are. */
const booking: readonly RefusalKey[] = [
  'returnBeforePickup',
  'pickupInPast',
  'lengthOutOfRange',
  'priceMissing',
  'dateStopped',
  'advanceTooShort',
  'outOfServiceRange',
  'orderNotFound',
  'channelPaused',
  'siteClosed',
  'textsExhausted',
]

it('Chinese is what is written, with its values', () => {
  expect(say('绕车一圈，拍 {n} 张照片，还差 {left} 张', { n: 6, left: 2 })).toBe('绕车一圈，拍 6 张照片，还差 2 张')
  expect(translate('租车押金')).toBe('租车押金')
  expect(refusalText(refusals.wrongCode.code, refusals.wrongCode.message, null)).toBe('验证码错误或已过期')
})

it('does not compile with a phrase that a language lacks, or with other values than its own', () => {
  // @ts-expect-error No column has it.
  say('没有这句话')
  // @ts-expect-error Its value is missing.
  say('请输入{n}位验证码')
  // @ts-expect-error It has another value.
  say('请输入{n}位验证码', { m: 6 })
  const { 付款: _, ...others } = english.phrases
  // @ts-expect-error The language lacks a phrase.
  const column: Column = { ...english, phrases: others }
  expect(column).toBeDefined()
})

/** Whether the column of the page knows a text; in traditional characters some stay as they are. */
const isKnown = (text: string): boolean =>
  !isChinese(translate(text)) || translate(text) !== text || text in traditional.sent || text in traditional.phrases

describe.each(Object.entries(columns))('%s', (_, column) => {
  beforeEach(() => setColumn(column))

  it('keeps the values of each phrase and has no Chinese in it', () => {
    for (const [phrase, said] of [...Object.entries(column.phrases), ...Object.entries(column.sent)]) {
      const slots = [...phrase.matchAll(/\{(.+?)\}/g)].map(([, name]) => name!)
      const values = Object.fromEntries(slots.map((name, at) => [name, String(at + 2)]))
      const text =
        typeof said === 'string' ? said : (said as (given: Readonly<Record<string, string>>) => string)(values)
      for (const [name, value] of Object.entries(values))
        expect(typeof said === 'string' ? text.includes(`{${name}}`) : text.includes(value), phrase).toBe(true)
      if (typeof said === 'string')
        for (const [, name] of said.matchAll(/\{(.+?)\}/g)) expect(slots, phrase).toContain(name)
      expect(!column.isHan && isChinese(text.replace(/\{.+?\}/g, '')), phrase).toBe(false)
    }
  })

  it('knows what the server calls things', () => {
    const asked = [payKind.rent, payKind.rentalDeposit, payKind.violationDeposit, payKind.renewal, payKind.damage]
    const names = [
      ...Object.values(photoSlots),
      ...Object.values(photoFaults),
      ...damageKinds.items.map(({ name }) => name),
      ...carParts.map(({ name }) => name),
      ...documentSlots.flatMap((slot) =>
        identityTypes.values.flatMap((type) =>
          [null, ...licenceKinds.values].map((kind) => documentName(slot, type, kind)),
        ),
      ),
      ...licenceKinds.items.map(({ name }) => name),
      ...Object.values(licenceDuties),
      ...onlinePayWays.map((way) => payWays.text(way)),
      ...[...asked, payKind.violation, payKind.instalment, payKind.settlement].map((kind) => payKinds.text(kind)),
      ...depositKinds.items.map(({ name }) => name),
      ...supplementReasons.items.map(({ name }) => name),
      ...[carTypes, energies, gearboxes].flatMap(({ items }) => items.map(({ name }) => name)),
      ...expenseCodes.items.map(({ name }) => name),
      ...costKinds.items.map(({ name }) => name),
      ...ownerAgreementKinds.items.map(({ name }) => name),
      ...ownerStatementStates.values
        .filter((state) => state !== ownerStatementState.draft)
        .map((state) => ownerStatementStates.text(state)),
      ...agreementTypes.items.map(({ name }) => name),
      ...agreementStatuses.items.map(({ name }) => name),
      ...Object.values(builtInTemplates).map(({ consent }) => consent),
      ...[firstLegalTexts.documents, firstLegalTexts.face].map(({ preamble }) =>
        String(preamble[0]).replace('客户', '我'),
      ),
    ]
    expect(names.filter((name) => !isKnown(name))).toEqual([])
  })

  it('has a message for each refusal of the calls that customers make', () => {
    const { selfService, violation, payment, agreement, owner } = contract
    const calls = [selfService, violation, payment, agreement, owner].flatMap((feature) => Object.values(feature))
    const ofLinks = calls.flatMap(({ permission, refusals: own = [] }: Call) => (permission === 'public' ? own : []))
    const ofSite = Object.values(sitePage).flatMap(({ refusals: own = [] }: Call) => own)
    const keys = [...ofLinks, ...ofSite, ...booking]
    const always: readonly RefusalKey[] = ['badInput', 'forbidden', 'notFound', 'stale', 'repeatDiffers', 'tooFrequent']
    const codes: Readonly<Record<number, unknown>> = column.refusals
    const texts = new Set([...Object.keys(column.sent), ...Object.keys(column.phrases)])
    const isSaid = (key: RefusalKey) => codes[refusals[key].code] !== undefined || texts.has(refusals[key].message)
    expect([...keys, ...always].filter((key) => !isSaid(key))).toEqual([])
  })

  it('has no phrase that nobody says', () => {
    const root = join(import.meta.dirname, '../../..')
    const folders = ['web/src', 'web/site', 'packages/domain/src', 'server/src']
    const sources = folders
      .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
      .filter((file) => !file.startsWith('web/src/words') && !file.includes('.test.'))
    const text = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    expect(Object.keys(column.phrases).filter((phrase) => !text.includes(phrase))).toEqual([])
  })
})

it('the generated column is what the phrases of today give (npm run generate -w @cheyi/web)', () => {
  expect(readFileSync(join(import.meta.dirname, 'traditional/column.gen.ts'), 'utf8')).toBe(traditionalColumn())
  const messages = '../../../packages/domain/src/platform/notify/customer-words-traditional.gen.ts'
  expect(readFileSync(join(import.meta.dirname, messages), 'utf8')).toBe(traditionalMessages())
})

describe('繁體', () => {
  beforeEach(() => setColumn(traditional))

  it('says phrases, refusals and texts of the server, and leaves names as they came', () => {
    expect(say('共 {days} 天', { days: 2 })).toBe('共 2 天')
    expect(translate('尾款¥300.00取车时付')).toBe('尾款¥300.00取車時付')
    expect(translate('每天 08:00–20:00')).toBe('每天 08:00–20:00')
    expect(translate('首都机场店')).toBe('首都机场店')
    expect(refusalText(refusals.outOfReturnRange.code, '不在取还车范围内（距门店812米）', { n: 812 })).toBe(
      '不在取還車範圍內（距門店812米）',
    )
    expect(refusalText(refusals.badInput.code, '参数错误：税号不对', { 字段: '税号不对' })).toBe('税号不对')
  })

  it('uses the words of its readers', () => {
    expect(translate('请先用短信验证码验证')).toBe('請先用短訊驗證碼驗證')
    expect(say('合同以中文文本为准')).toContain('簡體中文')
  })

  it('writes dates as Chinese pages do', () => {
    const now = Date.parse('2026-11-20T12:00:00+08:00')
    expect(sayMoment(Date.parse('2026-11-20T10:05:00+08:00'), now)).toBe('11-20 10:05')
  })
})

describe('English', () => {
  beforeEach(() => setColumn(english))

  it('counts', () => {
    expect(say('记 {n} 分', { n: 1 })).toBe('1 point')
    expect(say('记 {n} 分', { n: 3 })).toBe('3 points')
  })

  it('reads what the server writes with values, and what stands in them', () => {
    expect(translate('请拍摄车头、右侧')).toBe('Photograph: Front, Right side')
    expect(translate('尾款¥300.00取车时付')).toBe('The remaining ¥300.00 is due at the pickup')
    expect(translate('¥456.00（¥228.00 × 2天）')).toBe('¥456.00 (¥228.00 × 2 days)')
    expect(translate('¥40.00（¥40.00 × 1天）')).toBe('¥40.00 (¥40.00 × 1 day)')
    expect(translate('¥50.00（22:00取车，在22:00–08:00内：¥50.00）')).toBe(
      '¥50.00 (pickup at 22:00, between 22:00 and 08:00: ¥50.00)',
    )
    expect(translate('固定租金，每月¥2,800.00，管理费每月¥150.00，车主承担保险、维修')).toBe(
      'Fixed rent, ¥2,800.00 a month, management fee ¥150.00 a month, paid by the owner: Insurance, Repair',
    )
    expect(translate('违章：违反禁令标志停车')).toBe('Violation: 违反禁令标志停车')
    expect(translate('补款（换车差价）')).toBe('Additional payment (difference of the cars)')
  })

  it('reads what the booking page is sent', () => {
    expect(translate('每天 08:00–20:00')).toBe('daily 08:00–20:00')
    expect(translate('周一、周三 09:00–次日02:00（夜间）；周末 24小时')).toBe(
      'Mon, Wed 09:00–02:00 the next day (night service); Sat and Sun 24 hours',
    )
    expect(translate('取车前24小时以上免费取消')).toBe('Free cancellation more than 24 hours before the pickup')
    expect(translate('取车前2小时至24小时取消收¥50.00')).toBe(
      'Cancelling costs ¥50.00 between 24 hours and 2 hours before the pickup',
    )
    expect(translate('取车前不足90分钟取消收¥50.00')).toBe(
      'Cancelling costs ¥50.00 less than 90 minutes before the pickup',
    )
    expect(translate('取车时间不在营业时间内：门店营业 每天 08:00–20:00，请改时间或由店长提交')).toBe(
      'The store is closed at the pickup (open daily 08:00–20:00). Please choose another time',
    )
  })

  it('shows a fee of the merchant, whose name it does not know, as it came', () => {
    expect(translate('宠物清洁')).toBe('宠物清洁')
  })

  it('says why a call was refused by its code, with its facts, and in Chinese where it knows none', () => {
    const { outOfReturnRange, vehicleTaken } = refusals
    expect(refusalText(outOfReturnRange.code, '不在取还车范围内（距门店812米）', { n: 812 })).toBe(
      'You are outside the return area (812 m from the store)',
    )
    expect(refusalText(vehicleTaken.code, vehicleTaken.message, null)).toBe(vehicleTaken.message)
    expect(refusalText(refusals.badInput.code, '参数错误：请输入验证码', { 字段: '请输入验证码' })).toBe(
      'Enter the code',
    )
    expect(refusalText(refusals.badInput.code, '参数错误：税号', { 字段: '税号' })).toBe(
      'Something in what you entered is not right',
    )
  })

  it('writes moments of China as the language does', () => {
    const now = Date.parse('2026-11-20T12:00:00+08:00')
    expect(sayMoment(Date.parse('2026-11-20T10:05:00+08:00'), now)).toBe('20 Nov, 10:05')
    expect(sayMoment(Date.parse('2027-02-28T00:30:00+08:00'), now)).toBe('28 Feb 2027, 00:30')
    expect(sayDeadline(Date.parse('2026-12-01T00:00:00+08:00'), 'MM月DD日')).toBe('30 Nov 2026, 24:00')
    expect([sayDate('2026-11-20'), sayMonth('2026-11-01')]).toEqual(['20 Nov 2026', 'Nov 2026'])
  })
})
