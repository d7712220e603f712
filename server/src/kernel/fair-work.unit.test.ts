import { expect, it } from 'vitest'
import { fairWork } from './fair-work.ts'

/** Work that ends when it is told to. */
function held(begun: string[]) {
  const ends = new Map<string, () => void>()
  const of = (name: string) => () =>
    new Promise<void>((end) => {
      begun.push(name)
      ends.set(name, end)
    })
  return { of, end: (name: string) => ends.get(name)!() }
}

it('a merchant whose work does not end keeps no other waiting', async () => {
  const begun: string[] = []
  const { of, end } = held(begun)
  const turns = fairWork({ atOnce: 4, ofMerchant: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void turns.add('a', of(name))
  const [b1] = ['b1', 'b2', 'b3'].map((name) => turns.add('b', of(name)))
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
  end('b1')
  await b1
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'b3'])
})

it('merchants take turns where all places are taken', async () => {
  const begun: string[] = []
  const { of, end } = held(begun)
  const turns = fairWork({ atOnce: 1, ofMerchant: 1 })
  const a1 = turns.add('a', of('a1'))
  void turns.add('a', of('a2'))
  const b1 = turns.add('b', of('b1'))
  end('a1')
  await a1
  end('b1')
  await b1
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

it('what waits when the server stops never begins', async () => {
  const begun: string[] = []
  const { of, end } = held(begun)
  const stop = new AbortController()
  const turns = fairWork({ atOnce: 1, ofMerchant: 1 }, stop.signal)
  const first = turns.add('a', of('a1'))
  const second = turns.add('b', of('b1'))
  stop.abort()
  end('a1')
  await Promise.all([first, second])
  expect(begun).toEqual(['a1'])
})
