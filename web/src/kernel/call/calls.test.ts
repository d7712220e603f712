import { QueryObserver } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropToken, recordOwner, setToken } from '../token.ts'
import { ask, calls, makeStale, queries, useWrite, type Write } from './calls.ts'

/*
 * The server does a write without Idempotency-Key each time it is sent, so the web must never send one: a booking that was
 * sent again because its answer was lost would be two.
 */

const DONE = { success: true, data: { id: '5' }, errorCode: 0, message: '' }

/** What the next requests get: an answer, or none (`lost`). */
let answers: unknown[] = []
let sentKeys: (string | null)[] = []

beforeEach(() => {
  answers = []
  sentKeys = []
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    sentKeys.push(headers.get('idempotency-key'))
    const answer = answers.shift()
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return Response.json(answer)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function writeOfPage() {
  let write: Write<{ orderId: string; content: string }, unknown> | undefined
  renderToString(
    createElement(() => {
      write = useWrite(calls.order.saveRemark, { quiet: true })
      return null
    }),
  )
  return async (content: string) => {
    const done = write!.run({ orderId: '9', content })
    await vi.runAllTimersAsync()
    return done
  }
}

describe('a write of a page', () => {
  it('has a key, another one for the next action, though it is the same input', async () => {
    const run = writeOfPage()
    answers = [DONE, DONE]
    expect([await run('儿童座椅'), await run('儿童座椅')]).toEqual([DONE.data, DONE.data])
    expect(sentKeys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(new Set(sentKeys).size).toBe(2)
  })

  it('keeps its key while no answer comes, by itself and by the next tap', async () => {
    const run = writeOfPage()
    answers = ['lost', 'lost', 'lost', 'lost', DONE]
    expect(await run('儿童座椅')).toBeNull()
    expect(sentKeys).toHaveLength(4)
    expect(await run('儿童座椅')).toEqual(DONE.data)
    expect(sentKeys).toHaveLength(5)
    expect(new Set(sentKeys).size).toBe(1)
    expect(sentKeys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  it('keeps its key when the page is loaded again before the answer, and for this input and this user alone', async () => {
    setToken('token')
    recordOwner({ userId: '1', merchantId: '10' })
    answers = ['lost', 'lost', 'lost', 'lost']
    expect(await writeOfPage()('儿童座椅')).toBeNull()
    answers = [DONE, DONE, DONE, DONE]
    await writeOfPage()('还车地点已改')
    await writeOfPage()('儿童座椅')
    expect(sentKeys.at(-1)).toBe(sentKeys[0])
    expect(sentKeys.at(-2)).not.toBe(sentKeys[0])
    // It was answered: the same input is a new action.
    await writeOfPage()('儿童座椅')
    expect(sentKeys.at(-1)).not.toBe(sentKeys[0])
    dropToken()
  })

  it('is another action when the same is sent long after it was left unanswered', async () => {
    setToken('token')
    recordOwner({ userId: '1', merchantId: '10' })
    answers = ['lost', 'lost', 'lost', 'lost']
    await writeOfPage()('儿童座椅')
    await vi.advanceTimersByTimeAsync(20 * 60_000)
    answers = [DONE]
    await writeOfPage()('儿童座椅')
    expect(sentKeys.at(-1)).not.toBe(sentKeys[0])
    dropToken()
  })
})

describe('a read whose subject ends with the deed that it was asked for', () => {
  it('is not asked again by that deed, as others of the feature are, but by whoever shows it anew', async () => {
    const urls: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      urls.push(url.split('?')[0]!.split('/').at(-1)!)
      return Response.json(DONE)
    })
    const one = ask(calls.instalment.payment, { instalmentId: '7' }, { freshFor: 0, once: true })
    const list = ask(calls.instalment.list, { orderId: '9' })
    const stop = [
      new QueryObserver(queries, one).subscribe(() => {}),
      new QueryObserver(queries, list).subscribe(() => {}),
    ]
    await vi.runAllTimersAsync()
    expect(urls.splice(0).toSorted()).toEqual(['get_instalment_pay', 'instalment_list'])
    await makeStale([['instalment']])
    expect(urls.splice(0)).toEqual(['instalment_list'])
    for (const end of stop) end()
    const again = new QueryObserver(queries, one).subscribe(() => {})
    await vi.runAllTimersAsync()
    expect(urls).toEqual(['get_instalment_pay'])
    again()
    queries.clear()
  })
})
