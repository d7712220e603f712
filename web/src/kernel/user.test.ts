import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('document', { addEventListener: () => {} })
vi.stubGlobal('window', { addEventListener: () => {}, matchMedia: () => ({ matches: false }) })
const { entranceOf, mayOpen, mustChoose } = await import('./user.ts')

const user = (menuAutos: string[], more = {}) =>
  ({
    id: '1',
    parentId: '0',
    merchantId: '10',
    menuAutos,
    storeScope: { all: true, storeIds: [] },
    secondFactor: { on: false, required: false },
    ...more,
  }) as Parameters<typeof mayOpen>[1] & object
const ready = (menuAutos: string[], more = {}) => ({ status: 'ready', user: user(menuAutos, more) }) as const
const list = { permission: ['order.list'] } as const
const pickup = { permission: ['order.pickup', 'order.return'], also: 'order.list' } as const

describe('who may see a page', () => {
  it('opens public pages to everyone', () => {
    expect(entranceOf({ permission: 'public' }, { status: 'none', user: null })).toBe('open')
  })
  it('sends people without a token to the login, and waits while theirs is asked about', () => {
    expect(entranceOf(list, { status: 'none', user: null })).toBe('login')
    expect(entranceOf(list, { status: 'loading', user: null })).toBe('wait')
    expect(entranceOf(list, { status: 'loading', user: user(['order.list']) })).toBe('open')
  })
  it('shows the chooser on every page but public ones while no merchant is chosen', () => {
    const nobody = ready([], { parentId: -1, merchantId: -1 })
    expect(entranceOf(list, nobody)).toBe('choose')
    expect(entranceOf({ permission: 'signedIn' }, nobody)).toBe('choose')
    expect(entranceOf({ permission: 'public' }, nobody)).toBe('open')
  })
  it('leads to the second factor where one is asked for, and leaves the own account open', () => {
    const owner = ready(['order.list'], { secondFactor: { on: false, required: true } })
    expect(entranceOf({ ...list, name: 'order.list' }, owner)).toBe('enrol')
    expect(entranceOf({ permission: 'signedIn', name: 'overview.home' }, owner)).toBe('enrol')
    expect(entranceOf({ permission: 'signedIn', name: 'secondFactor.setup' }, owner)).toBe('open')
    expect(entranceOf(list, ready(['order.list'], { secondFactor: { on: true, required: true } }))).toBe('open')
    const operator = ready([], { parentId: -1, merchantId: -1, secondFactor: { on: false, required: true } })
    expect(entranceOf({ permission: 'signedIn', name: 'overview.home' }, operator)).toBe('enrol')
    expect(entranceOf({ permission: 'signedIn', name: 'secondFactor.setup' }, operator)).toBe('open')
  })
  it('asks for both numbers', () => {
    expect(mustChoose({ parentId: -1, merchantId: '10' })).toBe(false)
    expect(mustChoose({ parentId: '0', merchantId: -1 })).toBe(false)
    expect(mustChoose({ parentId: -1, merchantId: -1 })).toBe(true)
    // As a phone has it that was last online with the release before.
    expect(mustChoose({ parentId: '-1', merchantId: '-1' })).toBe(true)
  })
  it('takes any one of the keys, and the one needed besides', () => {
    expect(entranceOf(list, ready(['order.list']))).toBe('open')
    expect(entranceOf(list, ready([]))).toBe('forbidden')
    expect(entranceOf(pickup, ready(['order.return', 'order.list']))).toBe('open')
    expect(entranceOf(pickup, ready(['order.return']))).toBe('forbidden')
    expect(entranceOf(pickup, ready(['order.list']))).toBe('forbidden')
    expect(entranceOf({ permission: 'signedIn' }, ready([]))).toBe('open')
  })
  it('closes what is of the merchant as a whole to who is limited to some stores', () => {
    const settings = { permission: ['merchant.setting', 'merchant.pay'], whole: ['merchant.setting'] } as const
    const limited = { storeScope: { all: false, storeIds: ['7'] } }
    expect(mayOpen(settings, user(['merchant.setting']))).toBe(true)
    expect(mayOpen(settings, user(['merchant.setting'], limited))).toBe(false)
    expect(mayOpen(settings, user(['merchant.pay'], limited))).toBe(true)
  })
  it('opens nothing to nobody', () => {
    expect(mayOpen(list, null)).toBe(false)
    expect(mayOpen({ permission: 'public' }, null)).toBe(true)
  })
})
