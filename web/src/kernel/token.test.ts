import { beforeEach, describe, expect, it, vi } from 'vitest'
import { takeToken } from './page/address.ts'

describe('a token in the address', () => {
  it('is taken out, the rest stays as it was', () => {
    expect(takeToken({ token: 'abc', orderId: '9', picking: '1' })).toEqual({
      token: 'abc',
      rest: { orderId: '9', picking: '1' },
    })
    expect(takeToken({ orderId: '9' })).toBeNull()
    expect(takeToken({ token: '' })).toEqual({ token: '', rest: {} })
  })
})

describe('the stored token', () => {
  const stored = new Map<string, string>()
  const heard: ((event: Partial<StorageEvent>) => void)[] = []
  const area = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  beforeEach(() => {
    stored.clear()
    heard.length = 0
    vi.resetModules()
    vi.stubGlobal('localStorage', area)
    vi.stubGlobal('window', {
      addEventListener: (_: string, listener: (event: Partial<StorageEvent>) => void) => heard.push(listener),
      removeEventListener: () => {},
    })
  })
  const elsewhere = (key: string, newValue: string | null) => {
    if (newValue === null) stored.delete(key)
    else stored.set(key, newValue)
    for (const listener of heard) listener({ key, newValue, storageArea: area as unknown as Storage })
  }
  const fresh = () => import('./token.ts')
  const owner = { userId: '1', merchantId: '10' }

  it('is kept, and dropped unless another has taken its place', async () => {
    const token = await fresh()
    token.setToken('new')
    expect(stored.get('token')).toBe('new')
    expect(token.dropToken('old')).toBe(false)
    expect(token.currentToken()).toBe('new')
    expect(token.dropToken('new')).toBe(true)
    expect(stored.has('token')).toBe(false)
  })
  it('of who signed in meanwhile in another tab stays when the former one is refused', async () => {
    const token = await fresh()
    token.setToken('former')
    token.recordOwner(owner)
    // This tab slept and heard nothing of it.
    stored.set('token', 'next')
    stored.set('tokenOwner', JSON.stringify({ userId: '2', merchantId: '10', mark: 1 }))
    stored.set('user', '{"id":"2"}')
    expect(token.dropToken('former')).toBe(true)
    expect(token.currentToken()).toBeNull()
    expect([...stored.keys()]).toEqual(['token', 'tokenOwner', 'user'])
  })
  it('takes along what was kept of whom it signed in, and is not taken for theirs once a link has put another in its place', async () => {
    const token = await fresh()
    token.setToken('mine')
    token.recordOwner(owner)
    stored.set('user', '{}')
    expect(token.knownOwner()).toMatchObject(owner)
    token.adoptToken('of a link')
    expect(token.knownOwner()).toBeNull()
    token.dropToken()
    expect(stored.has('user')).toBe(false)
  })
  it('of a link shows when it belongs to somebody else', async () => {
    const token = await fresh()
    token.setToken('mine')
    expect(token.recordOwner(owner)).toBe(false)
    token.adoptToken('same person')
    expect(token.recordOwner(owner)).toBe(false)
    token.adoptToken('other')
    expect(token.recordOwner({ ...owner, merchantId: '11' })).toBe(true)
    expect(token.recordOwner({ ...owner, merchantId: '11' })).toBe(false)
  })
  it('of a first link surprises nobody', async () => {
    const token = await fresh()
    token.adoptToken('first')
    expect(token.recordOwner(owner)).toBe(false)
  })
  it('of another tab is taken over only from the same owner', async () => {
    const token = await fresh()
    const restart = vi.fn()
    token.setToken('mine')
    token.recordOwner(owner)
    token.watchOtherTabs(restart, vi.fn())
    elsewhere('token', 'renewed')
    expect(token.currentToken()).toBe('mine')
    const heardOf = vi.fn()
    token.onToken(heardOf)
    elsewhere('tokenOwner', JSON.stringify({ ...owner, mark: 1 }))
    expect(token.currentToken()).toBe('renewed')
    // The pages hear of it: one that had expired goes on.
    expect(heardOf).toHaveBeenCalledTimes(1)
    expect(restart).not.toHaveBeenCalled()
    elsewhere('token', 'foreign')
    elsewhere('tokenOwner', JSON.stringify({ ...owner, merchantId: '11', mark: 2 }))
    expect(token.currentToken()).toBe('renewed')
    expect(restart).toHaveBeenCalledTimes(1)
  })
  it('whose owner another tab has heard first starts nothing again', async () => {
    const token = await fresh()
    const restart = vi.fn()
    token.watchOtherTabs(restart, vi.fn())
    token.setToken('mine')
    // The other tab, of the same session, recorded the owner while this one still asks for it.
    vi.resetModules()
    const other = await fresh()
    other.setToken('mine')
    other.recordOwner(owner)
    const recorded = stored.get('tokenOwner')!
    elsewhere('tokenOwner', recorded)
    expect(restart).not.toHaveBeenCalled()
    elsewhere('tokenOwner', JSON.stringify({ ...owner, mark: 1 }))
    expect(restart).toHaveBeenCalledTimes(1)
  })
  it('removed in another tab ends the session here', async () => {
    const token = await fresh()
    const end = vi.fn()
    token.setToken('mine')
    token.watchOtherTabs(vi.fn(), end)
    elsewhere('token', null)
    expect(token.currentToken()).toBeNull()
    expect(end).toHaveBeenCalledTimes(1)
  })
  it('of a user who signed out in another tab takes along what this tab has of them', async () => {
    const token = await fresh()
    const { writeStored, readStored } = await import('./stored.ts')
    const forget = vi.fn()
    token.setToken('mine')
    token.recordOwner(owner)
    token.watchOtherTabs(vi.fn(), vi.fn())
    token.onSignOutElsewhere(forget)
    writeStored('tab:draft:1:10:person:new', '{"identityNo":"310104199003077358"}')
    elsewhere('token', null)
    expect(readStored('tab:draft:1:10:person:new'), 'a session may expire, too').not.toBeNull()
    elsewhere('signedOut', '1')
    expect(readStored('tab:draft:1:10:person:new')).toBeNull()
    expect(forget).toHaveBeenCalledWith('1:10')
  })
  it('never travels in its own mark', async () => {
    const token = await fresh()
    token.setToken('secret-token-text')
    token.recordOwner(owner)
    expect(stored.get('tokenOwner')).not.toContain('secret')
  })
})
