import { describe, expect, it } from 'vitest'
import type { StoredLanguage } from '../../language.ts'
import { customerText, linkText } from './customer-language.ts'
import type { MessageFacts, MessageKind } from './customer-text.ts'
import { chinese } from './customer-words.ts'

const at = Date.parse('2026-12-04T10:00:00+08:00')
const order = {
  ...{ orderNo: '261120000123', plate: null, contactName: 'Anna', pickupAt: at, returnAt: at + 2 * 86_400_000 },
  ...{ payDeadline: null, totalFen: 86_900, prepayFen: null },
}
const scene = { store: '虹桥店', storePhone: '021-1', returnStore: '虹桥店', model: '大众朗逸' }
const facts = {
  ...{ ref: '', seq: 2, dueOn: '2026-12-01', amount: 5000, daysLate: 1, lateFee: 100, name: '李师傅', phone: '1' },
  documentsUrl: 'https://x',
  ...{ at, place: '', act: '停车', fine: null, points: 1, deadline: at, url: 'https://x', refused: null, cases: [] },
  ...{ type: 0, pass: true, deposit: '租车押金', reason: '污渍', penalty: 0, refund: 100, what: 'trip' },
} as unknown as MessageFacts[MessageKind]
const kinds = Object.keys(chinese.messages) as MessageKind[]

describe('a message', () => {
  it('is in the language of its order, and in Chinese where that is not known', () => {
    const say = (language: StoredLanguage) => customerText('confirmed', { ...order, language }, scene, {})
    expect(say(null)).toMatch(/^Anna您好，您预订的大众朗逸已确认：12月04日10:00在虹桥店取车/)
    expect(say('zh-Hant')).toMatch(/^Anna您好，您預訂的大众朗逸已確認：12月04日10:00在虹桥店取車/)
    expect(say('en')).toMatch(/^Dear Anna, your booking of 大众朗逸 is confirmed: pickup 4 Dec, 10:00 at 虹桥店/)
    expect(say('xx' as 'en')).toBe(say(null))
  })

  it.each(kinds)('%s has no Chinese in English but names', (kind) => {
    const text = customerText(kind, { ...order, language: 'en' }, scene, facts as never)
    expect(text.replaceAll(/虹桥店|大众朗逸|李师傅|停车|污渍/g, '')).not.toMatch(/\p{Script=Han}|undefined|NaN/u)
  })
})

it('a link is sent in the language of its order', () => {
  const pay = { deposit: true, orderNo: '1', name: '租车押金', url: 'https://x', minutes: 24 * 60 }
  expect(linkText('pay', null, pay)).toBe('请办理订单1的租车押金：https://x ，24小时内有效。')
  expect(linkText('pay', 'en', { ...pay, minutes: 30 })).toBe(
    'Please pay the rental deposit of order 1: https://x , valid for 30 minutes.',
  )
  expect(linkText('visit', 'zh-Hant', { type: 0, orderNo: '1', url: 'https://x' })).toMatch(/^請在此自助取車/)
})
