import { expect, it } from 'vitest'
import { loginWords, protectionWords, scopeWords, statusTag, toneOf } from './account-words.ts'

const stores = [
  { id: '1', name: '虹桥店' },
  { id: '2', name: '浦东店' },
]

it.each([
  [{ storeScope: 0, stores: [] }, '全部门店'],
  [{ storeScope: 1, stores }, '虹桥店、浦东店'],
  [{ storeScope: 2, stores: stores.slice(0, 1) }, '虹桥店 · 仅本人'],
] as const)('%j is %s', (account, words) => expect(scopeWords({ ...account, stores: [...account.stores] })).toBe(words))

it('says when somebody was last here, or that they never were', () => {
  const now = Date.parse('2026-11-20T10:00:00+08:00')
  const here = { inviteExpireAt: null }
  expect(loginWords({ ...here, lastLoginAt: null }, now)).toBe('尚未登录')
  expect(loginWords({ ...here, lastLoginAt: now - 3_600_000 }, now)).toBe('今天 09:00 登录')
})

it('says of an invitation until when it stands', () => {
  const now = Date.parse('2026-11-20T10:00:00+08:00')
  const invited = { status: 2, lastLoginAt: null, inviteExpireAt: now + 3_600_000 } as const
  expect(loginWords(invited, now)).toBe('等待本人确认，今天 11:00 前有效')
  expect(statusTag(invited, now)).toEqual({ tone: 'warning', text: '待确认' })
  const over = { ...invited, inviteExpireAt: now }
  expect(loginWords(over, now)).toBe('本人未在期限内确认')
  expect(statusTag(over, now)).toEqual({ tone: 'warning', text: '邀请已过期' })
  expect(statusTag({ status: 0, inviteExpireAt: null }, now)).toEqual({ tone: 'danger', text: '已停用' })
  expect(statusTag({ status: 1, inviteExpireAt: null }, now)).toBeNull()
})

it('says why somebody may not be switched off', () => {
  expect(protectionWords({ protection: 'owner' })).toBe('主账号不能停用')
  expect(protectionWords({ protection: '' })).toBeUndefined()
})

it('greys out whoever is disabled', () => {
  expect(toneOf({ id: '1001', status: 0 })).toBe('neutral')
  expect(toneOf({ id: '1001', status: 1 })).not.toBe('neutral')
})
