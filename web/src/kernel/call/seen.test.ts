import { afterEach, expect, it, vi } from 'vitest'
import { calls, send } from './calls.ts'
import { see } from './seen.ts'

afterEach(() => vi.unstubAllGlobals())

it('returns the latest position that any answer or event has told', async () => {
  const sent: (string | null)[] = []
  const told = ['2000', '1000', null]
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    sent.push(headers.get('x-seen'))
    const position = told.shift()
    const answer = { success: true, data: {}, errorCode: 0, message: '' }
    return Response.json(answer, { headers: position ? { 'x-seen': position } : {} })
  })
  for (let n = 0; n < 3; n++) await send(calls.todo.counts, {})
  see('10000')
  await send(calls.todo.counts, {})
  expect(sent).toEqual([null, '2000', '2000', '10000'])
})
