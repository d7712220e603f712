import { describe, expect, it } from 'vitest'
import type { PermissionKey } from '../../permission.ts'
import { storeScope } from './codes.ts'
import { type Editor, inSight, protectionOf, requireEndable, requireGrantable, type Subject } from './rights.ts'

const editor = (keys: PermissionKey[], storeIds: string[] | null = null): Editor => ({
  accountId: '1',
  keys: new Set(keys),
  storeIds,
})
const subject = (more: Partial<Subject> = {}): Subject => ({
  id: '2',
  owner: false,
  keys: new Set<PermissionKey>(['order.list']),
  storeScope: storeScope.listed,
  storeIds: ['10'],
  ...more,
})

describe('which accounts an editor sees', () => {
  it('an editor of all stores sees every account', () => expect(inSight(editor([]), subject())).toBe(true))
  it.each([
    ['people of their stores', subject(), true],
    ['people of a store besides', subject({ storeIds: ['10', '11'] }), false],
    ['people of every store', subject({ storeScope: storeScope.all, storeIds: [] }), false],
    ['people who see their own orders there', subject({ storeScope: storeScope.own }), true],
  ])('an editor of some stores: %s', (_, whom, seen) => expect(inSight(editor([], ['10']), whom)).toBe(seen))
})

describe('which accounts an editor may disable or remove', () => {
  it.each([
    ['somebody with a right that the editor lacks', editor(['account.edit']), subject(), 'beyond'],
    ['the owner', editor(['order.list']), subject({ owner: true }), 'owner'],
    ['oneself', editor(['order.list']), subject({ id: '1' }), 'self'],
    ['anybody else', editor(['order.list', 'account.edit']), subject(), null],
  ])('%s', (_, who, whom, protection) => expect(protectionOf(who, whom)).toBe(protection))

  it('names the rule that forbids the change', () => {
    expect(() => requireEndable(editor(['order.list']), subject({ owner: true }))).toThrow('不能停用主账号或本人账号')
    expect(() => requireEndable(editor([]), subject())).toThrow('不能授予自己没有的权限')
    expect(() => requireEndable(editor(['order.list'], ['11']), subject())).toThrow('数据不存在或已删除')
  })
})

it('grants no more rights and no more stores than the editor has', () => {
  const grant = { keys: ['order.list'], storeScope: storeScope.listed, storeIds: ['10'] }
  const give =
    (who: Editor, more: object = {}) =>
    () =>
      requireGrantable(who, { ...grant, ...more })
  expect(give(editor(['order.list']))).not.toThrow()
  expect(give(editor(['order.list'], ['10']))).not.toThrow()
  expect(give(editor([]))).toThrow('不能授予自己没有的权限')
  expect(give(editor(['order.list'], ['11']))).toThrow('不能授予自己没有的权限')
  expect(give(editor(['order.list'], ['10']), { storeScope: storeScope.all, storeIds: [] })).toThrow()
})
