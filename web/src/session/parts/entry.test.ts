import { expect, it } from 'vitest'
import { entryErrors, spaced } from './entry.ts'

it.each([
  ['18621070937', '186 2107 0937'],
  ['+86 186-2107-0937', '186 2107 0937'],
  ['0086 18621070937', '186 2107 0937'],
  ['186', '186'],
  ['1862', '186 2'],
  ['186210709371', '186 2107 0937'],
  ['abc', ''],
])('shows %j as %j', (typed, shown) => expect(spaced(typed)).toBe(shown))

it('says what is missing or wrong', () => {
  expect(entryErrors({ mobile: '', password: '', agree: false })).toEqual({
    mobile: '请输入手机号',
    password: '请输入密码',
    agree: '请先阅读并同意协议',
  })
  expect(entryErrors({ mobile: '286 2107 0937', password: 'x', agree: true })).toEqual({ mobile: '手机号格式不正确' })
  expect(entryErrors({ mobile: '186 2107 0937', password: 'x', agree: true })).toEqual({})
  expect(entryErrors({ mobile: '186 2107 0937', code: '12345' })).toEqual({ code: '请输入6位验证码' })
  expect(entryErrors({ code: '' })).toEqual({ code: '请输入验证码' })
})
