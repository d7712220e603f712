import { expect, it } from 'vitest'
import { orderStatuses } from '../../booking/order/codes.ts'
import { auditChanges, type CodesOf, resultWords, valueWords } from './words.ts'

it('lists each changed field with its value before and after', () => {
  expect(auditChanges({ name: '陈', roles: ['店员'] }, { name: '陈思远', roles: ['店员', '财务'] })).toEqual([
    { field: 'name', label: '名称', before: '陈', after: '陈思远' },
    { field: 'roles', label: '角色', before: '店员', after: '店员、财务' },
  ])
  expect(auditChanges(null, { remark: '' })).toEqual([{ field: 'remark', label: '备注', before: null, after: '—' }])
})

it.each([
  ['isDriver', true, '是'],
  ['amountFen', 12_345, '¥123.45'],
  ['amount', 12_345, '¥123.45'],
  ['releaseDeposit', 2, '违章押金'],
  ['payLink', 1, '租金'],
  ['purpose', 'expense', '费用凭证'],
  ['noticeReply', 'proof', '已提交凭证'],
  ['status', 7, '7'],
  ['x', { note: '加急' }, '说明 加急'],
  ['x', null, '—'],
])('%s %j is shown as %s', (field, value, words) => expect(valueWords(field, value)).toBe(words))

it("shows the codes of a field by the enumeration of the row's table", () => {
  const codesOf: CodesOf = (field) => (field === 'status' ? orderStatuses.text : undefined)
  expect(valueWords('status', 7, codesOf)).toBe('取消中')
  expect(valueWords('status', 99, codesOf)).toBe('99')
  expect(valueWords('x', [{ status: 3 }], codesOf)).toBe('状态 已确认')
  expect(auditChanges({ status: 3 }, { status: 7 }, codesOf)).toEqual([
    { field: 'status', label: '状态', before: '已确认', after: '取消中' },
  ])
})

it('shows which action was refused and why', () => {
  expect(resultWords('ok')).toBe('成功')
  expect(resultWords('forbidden')).toBe('无操作权限')
  expect(resultWords('badInput')).toBe('参数错误')
})
