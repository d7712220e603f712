import { describe, expect, it, vi } from 'vitest'
import { createEnumStore, toEnumerations } from './enums.ts'

const answer = { source: [{ name: '线下', value: 1 }] }

describe('enumerations', () => {
  it('become options with text, value as text and the raw item, over lists that are empty at first', () => {
    expect(toEnumerations(answer)).toMatchObject({
      sourceEnumList: [{ text: '线下', value: '1', raw: { name: '线下', value: 1 } }],
      statusEnumList: [],
    })
  })
  it('are fetched once, and again only when forced', async () => {
    const fetchAll = vi.fn(async () => answer)
    const store = createEnumStore(fetchAll)
    expect(store.status()).toBe('initialize')
    const first = store.load()
    expect(store.status()).toBe('loading')
    await Promise.all([first, store.load()])
    await store.load()
    expect(store.status()).toBe('ready')
    expect(fetchAll).toHaveBeenCalledTimes(1)
    await store.load(true)
    expect(fetchAll).toHaveBeenCalledTimes(2)
  })
  it('can be tried again after a silent failure', async () => {
    const fetchAll = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValueOnce(answer)
    const store = createEnumStore(fetchAll)
    await store.load()
    expect(store.status()).toBe('initialize')
    await store.load()
    expect(store.status()).toBe('ready')
    expect(store.lists().sourceEnumList).toHaveLength(1)
  })
})
