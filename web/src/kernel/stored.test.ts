import { beforeEach, describe, expect, it, vi } from 'vitest'

const area = () => {
  const entries: Record<string, string> = {}
  return Object.create({
    getItem: (key: string) => entries[key] ?? null,
    setItem(this: object, key: string, value: string) {
      entries[key] = value
      Object.defineProperty(this, key, { value, enumerable: true, configurable: true })
    },
    removeItem(this: Record<string, unknown>, key: string) {
      delete entries[key]
      delete this[key]
    },
  }) as Storage
}

describe('what is kept', () => {
  let lasting: Storage
  let tab: Storage
  beforeEach(() => {
    vi.resetModules()
    lasting = area()
    tab = area()
    vi.stubGlobal('localStorage', lasting)
    vi.stubGlobal('sessionStorage', tab)
  })

  it('of a draft with numbers of papers lives in the tab alone', async () => {
    const { readStored, writeStored } = await import('./stored.ts')
    writeStored('tab:draft:1:2:person:new', '{"idNumber":"310101199001011234"}')
    writeStored('draft:1:2:remark:9', '到店再说')
    expect(Object.keys(lasting)).toEqual(['draft:1:2:remark:9'])
    expect(readStored('tab:draft:1:2:person:new')).toContain('310101199001011234')
  })

  it('leaves with the user, in the tab as on the phone; the tab goes on being the same device', async () => {
    const { clearDrafts, writeStored } = await import('./stored.ts')
    const { deviceSecret } = await import('./device/device.ts')
    const device = deviceSecret()
    writeStored('tab:draft:1:2:person:new', 'x')
    writeStored('draft:1:2:remark:9', 'y')
    clearDrafts()
    expect([Object.keys(lasting), Object.keys(tab)]).toEqual([[], ['tab:device']])
    expect(device).toMatch(/^[\w+/-]{24}$/)
    vi.resetModules()
    expect((await import('./device/device.ts')).deviceSecret()).toBe(device)
  })

  it('leaves a tab that slept while its user signed out, and no tab of who signs in next', async () => {
    const { clearForSignOut, hearSignOut, readStored, writeStored } = await import('./stored.ts')
    clearForSignOut()
    const other = area()
    vi.stubGlobal('sessionStorage', other)
    writeStored('tab:draft:1:2:person:new', 'x')
    writeStored('draft:3:2:remark:9', 'of who signed in next')
    hearSignOut()
    expect(readStored('tab:draft:1:2:person:new')).toBeNull()
    expect(readStored('draft:3:2:remark:9')).toBe('of who signed in next')
    writeStored('tab:draft:3:2:person:new', 'y')
    hearSignOut()
    expect(readStored('tab:draft:3:2:person:new')).toBe('y')
  })
})
