import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { identityType as t } from '@cheyi/domain/rental/driver/codes'
import { expect, it } from 'vitest'
import { idHint } from './id-hint.ts'

const digits = '31010419920714003'
const good = digits + idCheckSign(digits)
const wrongSign = digits + (good.endsWith('1') ? '2' : '1')

it.each([
  [t.idCard, '', null],
  [t.idCard, good, null],
  [t.idCard, ` ${good.slice(0, 6)} ${good.slice(6)} `.toLowerCase(), null],
  [t.idCard, digits, '少 1 位，请核对'],
  [t.idCard, `${good}12`.replace('X', '3'), '多 2 位，请核对'],
  [t.idCard, wrongSign, '与最后一位校验不符，请核对'],
  [t.idCard, '310104199213140031', '第 7 至 14 位不是出生日期，请核对'],
  [t.idCard, '310104179207140031', '第 7 至 14 位不是出生日期，请核对'],
  [t.idCard, '31010419920714OO3X', '只能是数字，最后一位可为 X'],
  [t.hkMacauTaiwanResidence, good, '以 81、82 或 83 开头的 18 位号码'],
  [t.hkMacauTaiwanResidence, '8100001', '少 11 位，请核对'],
  [t.passport, 'E1', '护照号为 5 至 17 位字母和数字'],
  [t.taiwanPermit, '1', '8 位或 10 位数字，末尾可带 1 位字母'],
] as const)('kind %i, %s: %s', (type, typed, hint) => {
  expect(idHint(type, typed)).toBe(hint)
})
