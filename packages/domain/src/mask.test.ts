import { expect, it } from 'vitest'
import { maskId, maskNumbers, maskPhone, spacePhone } from './mask.ts'

it('masks phones', () => {
  expect(maskPhone('18621070937')).toBe('186****0937')
  expect(maskPhone('+447911123456')).toBe('+44****3456')
  expect(maskPhone('110')).toBe('***')
  expect(spacePhone('18621070937')).toBe('186 2107 0937')
  expect(spacePhone('+447911123456')).toBe('+447911123456')
})

it('masks document numbers', () => {
  expect(maskId('310104199001010032')).toBe('310104********0032')
  expect(maskId('E12345678')).toBe('E*****678')
  expect(maskId('H12345678')).toBe('H*****678')
  expect(maskId('1234')).toBe('****')
})

it('masks numbers of persons inside a text, and no others', () => {
  expect(maskNumbers('客户13912345678，身份证310104199001010032')).toBe('客户139****5678，身份证310104********0032')
  expect(maskNumbers('O261120000001 里程 12345678901234 版本 139123456789')).toBe(
    'O261120000001 里程 12345678901234 版本 139123456789',
  )
})
